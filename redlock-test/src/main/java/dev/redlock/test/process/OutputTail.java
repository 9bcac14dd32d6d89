// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;

/**
 * Reads all output of a process, so that it never blocks on a full pipe, and keeps the end.
 */
final class OutputTail
{
    private static final int KEPT_BYTES = 32 * 1024;

    private final byte[] ring = new byte[KEPT_BYTES];
    private final Thread thread;
    private long written;

    OutputTail(final InputStream in, final String name, final Runnable atEnd)
    {
        thread = new Thread(() -> drain(in, atEnd), name);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * The last bytes written, preceded by how many were forgotten.
     */
    synchronized String text()
    {
        final int length = (int)Math.min(written, KEPT_BYTES);
        final byte[] kept = new byte[length];
        for (int i = 0; i < length; i++)
        {
            kept[i] = ring[(int)((written - length + i) % KEPT_BYTES)];
        }

        final String text = new String(kept, StandardCharsets.UTF_8);

        return written == length ? text : "(" + (written - length) + " bytes before this not kept)\n" + text;
    }

    /**
     * Waits until the process has closed its output, which it does by ending.
     */
    void join()
    {
        Waiting.forEnd(thread);
    }

    private void drain(final InputStream in, final Runnable atEnd)
    {
        final byte[] buffer = new byte[4096];
        try (in)
        {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer))
            {
                keep(buffer, n);
            }
        }
        catch (final IOException ignored)
        {
            // The stream is closed under us when the process is destroyed: there is no more to read.
        }

        atEnd.run();
    }

    private synchronized void keep(final byte[] bytes, final int length)
    {
        IntStream.range(0, length).forEach((i) -> ring[(int)((written + i) % KEPT_BYTES)] = bytes[i]);
        written += length;
    }
}
