// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.output;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.time.Duration;

/**
 * Standard output or standard error. Characters that their charset cannot encode are written in ASCII, not as
 * an ambiguous question mark; at the end it is known whether everything was written.
 * <p>
 * Whoever writes does not wait for a reader: what is to happen next, such as the end of a command whose lock
 * is lost, may be about safety. Results wait for room once much is unread; messages are dropped then, and
 * counted.
 */
public final class Output extends PrintStream
{
    private static final Duration UNBOUNDED = Duration.ofNanos(Long.MAX_VALUE);

    private final CharsetEncoder encoder;
    private final QueuedStream queue;

    private Output(final QueuedStream queue, final Charset charset)
    {
        // Flushed at the end of a line, so that a line is queued, or dropped, as a whole.
        super(new BufferedOutputStream(queue), false, charset);
        this.queue = queue;
        encoder = charset.newEncoder();
    }

    /**
     * Standard output.
     *
     * @return in the charset of the platform.
     */
    public static Output standard()
    {
        return to(
            new QueuedStream(new FileOutputStream(FileDescriptor.out), "standard output", false),
            charset("stdout"));
    }

    /**
     * Standard error. Has its thread from now on.
     *
     * @return in the charset of the platform.
     */
    public static Output error()
    {
        final QueuedStream queue =
            new QueuedStream(new FileOutputStream(FileDescriptor.err), "standard error", true);
        queue.keepThread();

        return to(queue, charset("stderr"));
    }

    static Output to(final QueuedStream stream, final Charset charset)
    {
        return new Output(stream, charset);
    }

    /*
     * The first since Java 19, the second before, where there is a terminal, the third since 17.
     */
    private static Charset charset(final String stream)
    {
        final String[] properties = {stream + ".encoding", "sun." + stream + ".encoding", "native.encoding"};
        for (final String property : properties)
        {
            final String name = System.getProperty(property);
            if (name != null && Charset.isSupported(name))
            {
                return Charset.forName(name);
            }
        }

        return Charset.defaultCharset();
    }

    /**
     * A writer to this stream.
     *
     * @return whose lines appear as soon as they are complete.
     */
    public PrintWriter writer()
    {
        return new PrintWriter(new Forwarder(this), true);
    }

    @Override
    public void print(final String text)
    {
        final String fitting = fit(String.valueOf(text));
        super.print(fitting);
        if (fitting.indexOf('\n') >= 0)
        {
            flush();
        }
    }

    @Override
    public void print(final Object object)
    {
        print(String.valueOf(object));
    }

    @Override
    public void println()
    {
        print(System.lineSeparator());
    }

    @Override
    public void println(final String text)
    {
        print(text + System.lineSeparator());
    }

    @Override
    public void println(final Object object)
    {
        println(String.valueOf(object));
    }

    /**
     * Gives a reader time to take what was written.
     *
     * @param timeout at most.
     */
    public void settle(final Duration timeout)
    {
        flush();
        queue.awaitWritten(timeout.toNanos());
    }

    /**
     * Why not everything could be written. Waits until it is, as long as there is a reader.
     *
     * @return null if it could, or if nobody wanted to read on.
     */
    public String trouble()
    {
        settle(UNBOUNDED);

        final IOException failure = queue.failure();
        final boolean isOver =
            failure == null || String.valueOf(failure.getMessage()).contains("Broken pipe");

        return isOver ? null : FileWords.of(failure);
    }

    private synchronized String fit(final String text)
    {
        if (encoder.canEncode(text))
        {
            return text;
        }

        final StringBuilder fitting = new StringBuilder();
        for (int i = 0; i < text.length(); i++)
        {
            final char character = text.charAt(i);
            if (character == '…')
            {
                fitting.append("...");
            }
            else if (encoder.canEncode(character))
            {
                fitting.append(character);
            }
            else
            {
                fitting.append(Prose.format("\\u%04x", (int)character));
            }
        }

        return fitting.toString();
    }

    private static final class Forwarder extends Writer
    {
        private final PrintStream target;

        private Forwarder(final PrintStream target)
        {
            this.target = target;
        }

        @Override
        public void write(final char[] buffer, final int offset, final int length)
        {
            target.print(new String(buffer, offset, length));
        }

        @Override
        public void write(final String text, final int offset, final int length)
        {
            target.print(text.substring(offset, offset + length));
        }

        @Override
        public void flush()
        {
            target.flush();
        }

        @Override
        public void close()
        {
            target.flush();
        }
    }
}
