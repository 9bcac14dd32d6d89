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

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The lines of MONITOR as they come. See {@link RespClient#monitor()} for what an end of the lines means.
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
