// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import dev.redlock.test.resp.RespError;
import dev.redlock.test.resp.RespReader;

/**
 * Lets our test servers' own reader of RESP2, which shares nothing with the decoder, read a stream.
 */
final class IndependentReader
{
    private IndependentReader()
    {
    }

    /**
     * Reads to the end.
     *
     * @param wire     whole RESP2 replies.
     * @param describe a text for a string; errors, numbers, nulls and lists have theirs.
     * @return a description of each reply.
     * @throws IOException if it is not RESP2.
     */
    static List<String> read(final byte[] wire, final Function<byte[], String> describe) throws IOException
    {
        final RespReader reader = new RespReader(new ByteArrayInputStream(wire));
        final List<String> said = new ArrayList<>();
        try
        {
            while (true)
            {
                said.add(describe(reader.read(), describe));
            }
        }
        catch (final EOFException ignored)
        {
            return said;
        }
    }

    private static String describe(final Object value, final Function<byte[], String> text)
    {
        if (value == null)
        {
            return "nil";
        }
        if (value instanceof RespError)
        {
            return "error '" + ((RespError)value).getMessage() + "'";
        }
        if (value instanceof List)
        {
            final List<String> elements = new ArrayList<>();
            ((List<?>)value).forEach(element -> elements.add(describe(element, text)));

            return elements.toString();
        }
        if (value instanceof byte[])
        {
            return "'" + text.apply((byte[])value) + "'";
        }

        return value instanceof Long ? value.toString() :
            "'" + text.apply(value.toString().getBytes(StandardCharsets.UTF_8)) + "'";
    }
}
