// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.node;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;

/**
 * Closes connections and ignores errors, which have no remedy.
 */
final class QuietSockets
{
    private QuietSockets()
    {
    }

    /**
     * Closes with FIN, unless unread bytes turn it into an RST.
     */
    static void close(final Closeable socket)
    {
        try
        {
            socket.close();
        }
        catch (final IOException ignored)
        {
            // The descriptor is closed either way.
        }
    }

    /**
     * Closes with RST.
     */
    static void reset(final Socket socket)
    {
        try
        {
            socket.setSoLinger(true, 0);
        }
        catch (final IOException ignored)
        {
            // Closed or reset already.
        }
        close(socket);
    }
}
