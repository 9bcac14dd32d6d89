// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.resp;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Encodes commands: always length-prefixed arrays, never inline.
 */
public final class RespFrames
{
    private RespFrames()
    {
    }

    /**
     * A whole command, of text in UTF-8.
     *
     * @param args the command's name and its arguments.
     * @return the bytes to send.
     */
    public static byte[] command(final String... args)
    {
        final byte[][] bytes = new byte[args.length][];
        for (int i = 0; i < args.length; i++)
        {
            bytes[i] = args[i].getBytes(StandardCharsets.UTF_8);
        }

        return command(bytes);
    }

    /**
     * A whole command.
     *
     * @param args the command's name and its arguments.
     * @return the bytes to send.
     */
    public static byte[] command(final byte[]... args)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("*" + args.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
        Arrays.stream(args).forEach((arg) -> out.writeBytes(bulk(arg)));

        return out.toByteArray();
    }

    /**
     * A bulk string.
     *
     * @param bytes of it.
     * @return with its length in front.
     */
    public static byte[] bulk(final byte[] bytes)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(bytes);
        out.write('\r');
        out.write('\n');

        return out.toByteArray();
    }
}
