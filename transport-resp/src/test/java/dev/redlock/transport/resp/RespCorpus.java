// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;

/**
 * Streams of replies as servers write them, and what can become of them on the way. All of it follows from
 * the generator that it is given.
 */
final class RespCorpus
{
    private static final int MAX_DEPTH = 6;
    private static final String[] LINES =
        {"OK", "QUEUED", "", "ERR no", "NOSCRIPT No matching script.", "OOM command not allowed"};
    private static final String[] DOUBLES = {"nan", "inf", "-inf", "1e-7", "3.25", "-0"};
    private static final String[] TRAPS =
        {"$-2\r\n", "*-2\r\n", "%-1\r\n", "$9223372036854775808\r\n", "*9223372036854775808\r\n",
            "$536870912\r\n", "*536870912\r\n", "=536870912\r\n", "!536870912\r\n", "*1024\r\n",
            "$262144\r\n",
            "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n", "|1\r\n|1\r\n|1\r\n|1\r\n",
            ">2\r\n+message\r\n", "|1\r\n+ttl\r\n:1\r\n", ",nan\r\n", "$?\r\n", "*?\r\n", ";4\r\n", ".\r\n",
            ":-9223372036854775809\r\n", "\r\n", "\r", "\n", "\0"};

    private final Random random;

    RespCorpus(final Random random)
    {
        this.random = random;
    }

    /**
     * One to six valid replies.
     *
     * @param isResp3 whether to use what only RESP3 has: pushes between replies, attributes, maps, doubles.
     */
    byte[] valid(final boolean isResp3)
    {
        final StringBuilder wire = new StringBuilder();
        for (int i = 1 + random.nextInt(6); i > 0; i--)
        {
            if (isResp3 && random.nextInt(8) == 0)
            {
                wire.append(">1\r\n");
                value(wire, 1, true);
            }
            value(wire, 0, isResp3);
        }

        return Decoding.wire(wire.toString());
    }

    private void value(final StringBuilder to, final int depth, final boolean isResp3)
    {
        if (isResp3 && depth < MAX_DEPTH && random.nextInt(12) == 0)
        {
            list(to, "|", depth, true);
        }
        switch (random.nextInt(isResp3 ? 14 : 7))
        {
            case 0 -> to.append('+').append(oneOf(LINES)).append("\r\n");
            case 1 -> to.append("-ERR ").append(oneOf(LINES)).append("\r\n");
            case 2, 3 -> to.append(':').append(random.nextLong() >> random.nextInt(64)).append("\r\n");
            case 4 -> to.append(random.nextBoolean() ? "$-1\r\n" : "*-1\r\n");
            case 5 -> string(to, '$', "");
            case 6, 7 -> list(to, "*", depth, isResp3);
            case 8 -> to.append("_\r\n");
            case 9 -> to.append(random.nextBoolean() ? "#t\r\n" : "#f\r\n");
            case 10 -> to.append(',').append(oneOf(DOUBLES)).append("\r\n");
            case 11 -> string(to, random.nextBoolean() ? '=' : '!', "txt:");
            case 12 -> to.append('(').append(random.nextLong()).append(random.nextInt(10)).append("\r\n");
            default -> list(to, random.nextBoolean() ? "%" : "~", depth, true);
        }
    }

    /*
     * Too deep for a list, an integer will do.
     */
    private void list(final StringBuilder to, final String mark, final int depth, final boolean isResp3)
    {
        if (depth >= MAX_DEPTH)
        {
            to.append(":7\r\n");

            return;
        }

        final int size = random.nextInt(4);
        final boolean isInPairs = mark.equals("%") || mark.equals("|");
        to.append(mark).append(size).append("\r\n");
        for (int i = isInPairs ? 2 * size : size; i > 0; i--)
        {
            value(to, depth + 1, isResp3);
        }
    }

    private void string(final StringBuilder to, final char mark, final String prefix)
    {
        final byte[] bytes = new byte[random.nextInt(10) == 0 ? random.nextInt(2000) : random.nextInt(24)];
        random.nextBytes(bytes);
        to.append(mark).append(prefix.length() + bytes.length).append("\r\n").append(prefix);
        for (final byte b : bytes)
        {
            to.append((char)(b & 255));
        }
        to.append("\r\n");
    }

    private String oneOf(final String[] from)
    {
        return from[random.nextInt(from.length)];
    }

    /**
     * What a broken or hostile peer might make of a stream: bits flipped, ends cut off, traps put in, pieces
     * said twice or left out; or, now and then, noise.
     */
    byte[] mutated(final byte[] stream)
    {
        byte[] out = stream;
        for (int i = 1 + random.nextInt(4); i > 0; i--)
        {
            final int at = random.nextInt(out.length + 1);
            final int end = at + random.nextInt(out.length - at + 1);
            out = switch (random.nextInt(7))
            {
                case 0, 1 -> flipped(out);
                case 2 -> Arrays.copyOf(out, at);
                case 3, 4 -> joined(out, at, Decoding.wire(oneOf(TRAPS)), at);
                case 5 -> joined(out, end, new byte[0], at);
                default -> joined(out, at, noise(), end);
            };
        }

        return out;
    }

    private byte[] flipped(final byte[] in)
    {
        final byte[] out = in.clone();
        if (out.length > 0)
        {
            out[random.nextInt(out.length)] ^= (byte)(1 << random.nextInt(8));
        }

        return out;
    }

    private byte[] noise()
    {
        final byte[] bytes = new byte[1 + random.nextInt(40)];
        random.nextBytes(bytes);

        return bytes;
    }

    private static byte[] joined(final byte[] in, final int head, final byte[] middle, final int tail)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(in, 0, head);
        out.write(middle, 0, middle.length);
        out.write(in, tail, in.length - tail);

        return out.toByteArray();
    }
}
