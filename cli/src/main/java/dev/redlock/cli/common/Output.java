// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;

/**
 * Standard output or standard error. Characters that their charset cannot encode are written in ASCII, not as
 * an ambiguous question mark; at the end it is known whether everything was written.
 */
public final class Output extends PrintStream
{
    private final CharsetEncoder encoder;
    private final Watched watched;

    private Output(final Watched watched, final Charset charset)
    {
        super(new BufferedOutputStream(watched), true, charset);
        this.watched = watched;
        encoder = charset.newEncoder();
    }

    /**
     * Standard output.
     *
     * @return in the charset of the platform.
     */
    public static Output standard()
    {
        return to(new FileOutputStream(FileDescriptor.out), charset("stdout"));
    }

    /**
     * Standard error.
     *
     * @return in the charset of the platform.
     */
    public static Output error()
    {
        return to(new FileOutputStream(FileDescriptor.err), charset("stderr"));
    }

    static Output to(final OutputStream stream, final Charset charset)
    {
        return new Output(new Watched(stream), charset);
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
        super.print(fit(String.valueOf(text)));
    }

    @Override
    public void print(final Object object)
    {
        print(String.valueOf(object));
    }

    /**
     * Why not everything could be written.
     *
     * @return null if it could, or if nobody wanted to read on.
     */
    public String trouble()
    {
        flush();

        final IOException failure = watched.failure;
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
                fitting.append(Texts.format("\\u%04x", (int)character));
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

    /*
     * A print stream only remembers that something went wrong, not what.
     */
    private static final class Watched extends OutputStream
    {
        private final OutputStream target;
        private volatile IOException failure;

        private Watched(final OutputStream target)
        {
            this.target = target;
        }

        @Override
        public void write(final int value) throws IOException
        {
            write(new byte[]{(byte)value}, 0, 1);
        }

        @Override
        public void write(final byte[] buffer, final int offset, final int length) throws IOException
        {
            try
            {
                target.write(buffer, offset, length);
            }
            catch (final IOException ex)
            {
                failure = failure == null ? ex : failure;
                throw ex;
            }
        }
    }
}
