// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.output;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputTest
{
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private static Output output(final OutputStream target, final Charset charset)
    {
        return Output.to(new QueuedStream(target, "the test's stream", false), charset);
    }

    @Test
    void shouldWriteInAsciiWhatTheCharsetLacks()
    {
        final Output out = output(bytes, US_ASCII);
        out.println("rediss://… für");
        out.printf("%s %d%n", "\uD83D\uDD12", 1);
        final PrintWriter writer = out.writer();
        writer.println("lock 'schlüssel'");
        writer.print('ß');
        writer.flush();

        assertThat(out.trouble()).isNull();
        assertThat(bytes.toString(US_ASCII)).isEqualToNormalizingNewlines(
            "rediss://... f\\u00fcr\n\\ud83d\\udd12 1\nlock 'schl\\u00fcssel'\n\\u00df");
    }

    @Test
    void shouldLeaveAloneWhatTheCharsetHas()
    {
        final Output out = output(bytes, UTF_8);
        out.print("rediss://… \uD83D\uDD12");

        assertThat(out.trouble()).isNull();
        assertThat(bytes.toString(UTF_8)).isEqualTo("rediss://… \uD83D\uDD12");
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
        No space left on device, no space left on device
        Broken pipe, -
        """)
    void shouldKnowWhyItCouldNotWrite(final String message, final String trouble)
    {
        final Output out = output(new OutputStream()
        {
            @Override
            public void write(final int value) throws IOException
            {
                throw new IOException(message);
            }
        }, UTF_8);
        out.println("result");

        assertThat(out.trouble()).isEqualTo(trouble);
    }
}
