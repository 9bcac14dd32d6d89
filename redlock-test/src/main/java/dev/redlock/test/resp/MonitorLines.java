// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.resp;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The lines of MONITOR as they come. {@link RespClient#monitor()} says what their end means.
 */
final class MonitorLines implements Iterator<String>
{
    private final RespReader reader;
    private final String peer;
    private String next;

    MonitorLines(final RespReader reader, final String peer)
    {
        this.reader = reader;
        this.peer = peer;
    }

    @Override
    public boolean hasNext()
    {
        if (next == null)
        {
            try
            {
                next = reader.readLine().substring(1);
            }
            catch (final SocketTimeoutException | EOFException ignored)
            {
                return false;
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException("cannot monitor " + peer + ": " + ex.getMessage(), ex);
            }
        }

        return true;
    }

    @Override
    public String next()
    {
        if (!hasNext())
        {
            throw new NoSuchElementException("no command was seen by " + peer + " within the timeout");
        }

        final String line = next;
        next = null;

        return line;
    }
}
