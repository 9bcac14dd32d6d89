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

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Encodes commands: always length-prefixed arrays, never inline.
 */
public final class RespFrames
{
    private RespFrames()
    {
    }

    static byte[] command(final String... args)
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
        for (final byte[] arg : args)
        {
            out.writeBytes(bulk(arg));
        }

        return out.toByteArray();
    }

    static byte[] bulk(final byte[] bytes)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(bytes);
        out.write('\r');
        out.write('\n');

        return out.toByteArray();
    }
}
