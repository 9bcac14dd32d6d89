// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.resp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.redlock.spi.TransportLimits;

/**
 * Reads RESP values from a stream: String for a simple string, Long, byte[] for a bulk string, null, List for
 * an array, and {@link RespError} as a value. With RESP3 also Boolean, byte[] for other text, and Object[]
 * for a set or for the keys and values of a map in turn; pushes and attributes before a value are skipped.
 * <p>
 * A read timeout inside a line loses nothing: the next {@link #readLine()} continues there. Inside a value it
 * loses the place, so give up the connection.
 */
public final class RespReader
{
    private static final String MARKS = "+-:$*";
    private static final String MARKS_OF_RESP3 = MARKS + "_#,(=!%~>|";
    private static final int VERBATIM_PREFIX = 4;

    /*
     * For a test's own tools, which are not under attack.
     */
    private static final TransportLimits WIDE =
        new TransportLimits(16, 4096, 64 * 1024, 16 * 1024 * 1024, 1024 * 1024, 8);

    private final InputStream in;
    private final TransportLimits limits;
    private final String marks;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final ByteArrayOutputStream tape = new ByteArrayOutputStream();
    private boolean isTaping;
    private int previous;

    /**
     * A reader of RESP2, with wide limits.
     *
     * @param in the stream.
     */
    public RespReader(final InputStream in)
    {
        this(in, WIDE, MARKS);
    }

    private RespReader(final InputStream in, final TransportLimits limits, final String marks)
    {
        this.in = new BufferedInputStream(in);
        this.limits = limits;
        this.marks = marks;
    }

    /**
     * A reader that understands RESP3, too.
     *
     * @param in     the stream.
     * @param limits of lines, strings, elements and depth.
     * @return a reader, for one thread.
     */
    public static RespReader ofBothProtocols(final InputStream in, final TransportLimits limits)
    {
        return new RespReader(in, limits, MARKS_OF_RESP3);
    }

    /**
     * Waits for a value.
     *
     * @return the value, null among them.
     * @throws RespFormatException if it is not RESP, or larger than the limits allow; the message may repeat
     *                             what was read.
     * @throws IOException         if the stream fails or ends.
     */
    public Object read() throws IOException
    {
        return read(0);
    }

    /**
     * Reads one value and returns its raw bytes.
     */
    byte[] readRaw() throws IOException
    {
        tape.reset();
        isTaping = true;
        try
        {
            read(0);
        }
        finally
        {
            isTaping = false;
        }

        return tape.toByteArray();
    }

    /**
     * Reads up to the next CR LF, without it.
     */
    String readLine() throws IOException
    {
        for (int next = readByte(); !(previous == '\r' && next == '\n'); next = readByte())
        {
            line.write(next);
            previous = next;
            limit("line", line.size(), limits.lineBytes());
        }

        final byte[] bytes = line.toByteArray();
        line.reset();
        previous = 0;

        return new String(bytes, 0, bytes.length - 1, StandardCharsets.UTF_8);
    }

    private Object read(final int depth) throws IOException
    {
        limit("nesting", depth, limits.depth());
        int mark = readMark(depth);
        String rest = readLine().substring(1);
        while (mark == '>' || mark == '|')
        {
            readElements((mark == '|' ? 2 : 1) * number(rest), depth);
            mark = readMark(depth);
            rest = readLine().substring(1);
        }

        return switch (mark)
        {
            case '+' -> rest;
            case '-' -> new RespError(rest);
            case ':' -> number(rest);
            case '$' -> readBulk(number(rest));
            case '*' -> readArray(number(rest), depth);
            default -> readOfResp3(mark, rest, depth);
        };
    }

    private Object readOfResp3(final int mark, final String rest, final int depth) throws IOException
    {
        switch (mark)
        {
            case '_':
                return null;

            case '#':
                return rest.equals("t");

            case '=':
                final byte[] text = readString(number(rest));

                return Arrays.copyOfRange(text, Math.min(VERBATIM_PREFIX, text.length), text.length);

            case '!':
                return new RespError(new String(readString(number(rest)), StandardCharsets.UTF_8));

            case '~':
                return readElements(number(rest), depth).toArray();

            case '%':
                return readElements(2 * number(rest), depth).toArray();

            default:
                return digits(mark, rest);
        }
    }

    /*
     * A double or a number without bounds: as text, if it is one.
     */
    private static byte[] digits(final int mark, final String rest) throws RespFormatException
    {
        if (!rest.matches(mark == '(' ? "[+-]?[0-9]+" : "[-+.0-9eEinfa]+"))
        {
            throw new RespFormatException("not RESP: '" + rest + "' is no number");
        }

        return rest.getBytes(StandardCharsets.UTF_8);
    }

    /*
     * Checked before its line is complete: a peer with another protocol may never end a line.
     */
    private int readMark(final int depth) throws IOException
    {
        if (line.size() == 0)
        {
            previous = readByte();
            line.write(previous);
        }

        final int mark = line.toByteArray()[0];
        if (marks.indexOf(mark) < 0 || mark == '>' && depth > 0)
        {
            throw new RespFormatException("not RESP: a value starts with '" + (char)mark + "'");
        }

        return mark;
    }

    private byte[] readBulk(final long length) throws IOException
    {
        return length == -1 ? null : readString(length);
    }

    private byte[] readString(final long length) throws IOException
    {
        limit("bulk string", length, limits.bulkBytes());
        final byte[] bytes = in.readNBytes((int)length + 2);
        if (bytes.length < length + 2)
        {
            throw new EOFException("the connection ended inside a bulk string of " + length + " bytes");
        }
        if (isTaping)
        {
            tape.write(bytes);
        }
        if (bytes[(int)length] != '\r' || bytes[(int)length + 1] != '\n')
        {
            throw new RespFormatException("not RESP: no CR LF after a bulk string of " + length + " bytes");
        }

        return Arrays.copyOf(bytes, (int)length);
    }

    private List<Object> readArray(final long size, final int depth) throws IOException
    {
        return size == -1 ? null : readElements(size, depth);
    }

    private List<Object> readElements(final long size, final int depth) throws IOException
    {
        limit("list", size, limits.elements());
        final List<Object> elements = new ArrayList<>();
        for (long i = 0; i < size; i++)
        {
            elements.add(read(depth + 1));
        }

        return elements;
    }

    private int readByte() throws IOException
    {
        final int next = in.read();
        if (next < 0)
        {
            throw new EOFException("the connection was closed by the other side");
        }
        if (isTaping)
        {
            tape.write(next);
        }

        return next;
    }

    private static long number(final String text) throws IOException
    {
        try
        {
            return Long.parseLong(text);
        }
        catch (final NumberFormatException ignored)
        {
            throw new RespFormatException("not RESP: '" + text + "' stands where a number belongs");
        }
    }

    private static void limit(final String what, final long value, final long limit) throws IOException
    {
        if (value < 0 || value > limit)
        {
            throw new RespFormatException(
                "not RESP or too large: " + what + " of " + value + ", the limit is " + limit);
        }
    }

    /**
     * The peer does not speak RESP, or exceeds a limit.
     */
    public static final class RespFormatException extends IOException
    {
        private static final long serialVersionUID = 1L;

        /**
         * @param message what was read, and what was expected.
         */
        public RespFormatException(final String message)
        {
            super(message);
        }
    }
}
