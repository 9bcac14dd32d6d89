// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RespReaderTest
{
    @ParameterizedTest
    @ValueSource(strings = {
        "PONG\r\n",
        "\r\n",
        ":x\r\n",
        ":9223372036854775808\r\n",
        "$-2\r\n",
        "$16777217\r\n",
        "$3\r\nabcXY",
        "*-2\r\n",
        "*1048577\r\n",
        "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n"})
    void shouldNameWhatIsNotResp(final String text)
    {
        assertThatThrownBy(() -> reader(text).read()).isInstanceOf(RespReader.RespFormatException.class);
    }

    @Test
    void shouldNotReadALineWithoutEnd()
    {
        assertThatThrownBy(() -> reader("+" + "x".repeat(70_000)).read())
            .isInstanceOf(RespReader.RespFormatException.class).hasMessageContaining("65536");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "+PON", "+PONG\r", "$3\r\nab", "*2\r\n:1\r\n"})
    void shouldSayThatTheStreamHasEnded(final String text)
    {
        assertThatThrownBy(() -> reader(text).read()).isInstanceOf(EOFException.class);
    }

    @Test
    void shouldGoOnInsideALineAfterATimeout() throws IOException
    {
        final String text = "+a\rb\r\n";
        for (int i = 0; i < text.length(); i++)
        {
            final RespReader reader = new RespReader(new StreamWithAPause(text, i));
            assertThatThrownBy(reader::readLine).isInstanceOf(SocketTimeoutException.class);
            assertThat(reader.readLine()).isEqualTo("+a\rb");
        }
    }

    private static RespReader reader(final String text)
    {
        return new RespReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)));
    }

    /**
     * Times out once, after so many bytes.
     */
    private static final class StreamWithAPause extends InputStream
    {
        private final byte[] bytes;
        private int pauseAt;
        private int position;

        private StreamWithAPause(final String text, final int pauseAt)
        {
            bytes = text.getBytes(StandardCharsets.US_ASCII);
            this.pauseAt = pauseAt;
        }

        @Override
        public int read() throws IOException
        {
            if (position == pauseAt)
            {
                pauseAt = -1;
                throw new SocketTimeoutException("pause");
            }

            return bytes[position++];
        }

        @Override
        public int read(final byte[] target, final int offset, final int length) throws IOException
        {
            target[offset] = (byte)read();

            return 1;
        }
    }
}
