// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The commands of a lock as bytes, written once.
 */
final class FloorFrames
{
    static final String RELEASE_SCRIPT =
        "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end";
    static final String RELEASE_SHA = sha1(RELEASE_SCRIPT);

    private static final String TOKEN = "01234567890123456789";

    private FloorFrames()
    {
    }

    static ByteBuffer set(final String key, final long ttlMs)
    {
        return frame("SET", key, TOKEN, "NX", "PX", Long.toString(ttlMs));
    }

    static ByteBuffer release(final String key)
    {
        return frame("EVALSHA", RELEASE_SHA, "1", key, TOKEN);
    }

    static ByteBuffer frame(final String... arguments)
    {
        final StringBuilder text = new StringBuilder("*" + arguments.length + "\r\n");
        for (final String argument : arguments)
        {
            text.append('$').append(argument.length()).append("\r\n").append(argument).append("\r\n");
        }
        final byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);

        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    private static String sha1(final String text)
    {
        try
        {
            return HexFormat.of().formatHex(
                MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.US_ASCII)));
        }
        catch (final NoSuchAlgorithmException ex)
        {
            throw new AssertionError("every JVM has SHA-1", ex);
        }
    }
}
