/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.testkit.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads RESP2 values from a stream: String for a simple string, Long, byte[] for a bulk string, null, List
 * for an array, and {@link RespError} as a value.
 * <p>
 * A read timeout inside a line loses nothing: the next {@link #readLine()} goes on where it stopped. Inside a
 * whole value it does lose the place, so the connection has to be given up then.
 */
final class RespReader
{
    private static final int MAX_LINE = 64 * 1024;
    private static final int MAX_BULK = 16 * 1024 * 1024;
    private static final int MAX_ELEMENTS = 1024 * 1024;
    private static final int MAX_DEPTH = 8;

    private final InputStream in;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final ByteArrayOutputStream tape = new ByteArrayOutputStream();
    private boolean isTaping;
    private int previous;

    RespReader(final InputStream in)
    {
        this.in = new BufferedInputStream(in);
    }

    Object read() throws IOException
    {
        return read(0);
    }

    /**
     * Reads one value and returns the very bytes that it was made of.
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
     * Reads up to and without the next CR LF.
     */
    String readLine() throws IOException
    {
        for (int next = readByte(); !(previous == '\r' && next == '\n'); next = readByte())
        {
            line.write(next);
            previous = next;
            limit("line", line.size(), MAX_LINE);
        }

        final byte[] bytes = line.toByteArray();
        line.reset();
        previous = 0;

        return new String(bytes, 0, bytes.length - 1, StandardCharsets.UTF_8);
    }

    private Object read(final int depth) throws IOException
    {
        limit("nesting", depth, MAX_DEPTH);
        final String header = readLine();
        final String rest = header.isEmpty() ? "" : header.substring(1);

        switch (header.isEmpty() ? ' ' : header.charAt(0))
        {
            case '+':
                return rest;

            case '-':
                return new RespError(rest);

            case ':':
                return number(rest);

            case '$':
                return readBulk(number(rest));

            case '*':
                return readArray(number(rest), depth);

            default:
                throw new RespFormatException("not RESP2: a value starts with '" + header + "'");
        }
    }

    private byte[] readBulk(final long length) throws IOException
    {
        if (length == -1)
        {
            return null;
        }

        limit("bulk string", length, MAX_BULK);
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
            throw new RespFormatException("not RESP2: no CR LF after a bulk string of " + length + " bytes");
        }

        return Arrays.copyOf(bytes, (int)length);
    }

    private List<Object> readArray(final long size, final int depth) throws IOException
    {
        if (size == -1)
        {
            return null;
        }

        limit("array", size, MAX_ELEMENTS);
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
            throw new RespFormatException("not RESP2: '" + text + "' stands where a number belongs");
        }
    }

    private static void limit(final String what, final long value, final long limit) throws IOException
    {
        if (value < 0 || value > limit)
        {
            throw new RespFormatException(
                "not RESP2 or too large: " + what + " of " + value + ", the limit is " + limit);
        }
    }

    /**
     * The peer does not speak RESP2, or too much of it.
     */
    static final class RespFormatException extends IOException
    {
        private static final long serialVersionUID = 1L;

        RespFormatException(final String message)
        {
            super(message);
        }
    }
}
