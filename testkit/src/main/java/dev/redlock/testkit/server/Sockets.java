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

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;

/**
 * Ends of connections, about whose own errors nobody could do anything.
 */
final class Sockets
{
    private Sockets()
    {
    }

    /**
     * Closes with FIN, as far as no unread bytes make an RST of it.
     */
    static void close(final Closeable socket)
    {
        try
        {
            socket.close();
        }
        catch (final IOException ignored)
        {
            // The descriptor is gone either way.
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
