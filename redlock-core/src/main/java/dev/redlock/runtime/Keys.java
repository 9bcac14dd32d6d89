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
package dev.redlock.runtime;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

import dev.redlock.engine.KeyLine;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Transport;

/**
 * The keys in use by this client: one prepared form and one local line per key, shared by all its handles.
 */
final class Keys
{
    private final ConcurrentHashMap<Name, Entry> entries = new ConcurrentHashMap<>();
    private final Transport transport;

    Keys(final Transport transport)
    {
        this.transport = transport;
    }

    Entry take(final byte[] key)
    {
        return entries.compute(new Name(key), (ignored, present) ->
        {
            final Entry entry = present != null ? present : new Entry(transport.prepare(key), new KeyLine());
            entry.users++;

            return entry;
        });
    }

    void giveBack(final byte[] key)
    {
        entries.computeIfPresent(new Name(key), (ignored, entry) -> --entry.users == 0 ? null : entry);
    }

    /**
     * What the handles of one key share.
     */
    static final class Entry
    {
        final PreparedKey prepared;
        final KeyLine line;
        private int users;

        private Entry(final PreparedKey prepared, final KeyLine line)
        {
            this.prepared = prepared;
            this.line = line;
        }
    }

    /*
     * The bytes of a key as what they are; smaller than a buffer, and there is one per key. In an order, so
     * that names chosen to share a hash do not make the map slow.
     */
    private static final class Name implements Comparable<Name>
    {
        private final byte[] bytes;

        private Name(final byte[] bytes)
        {
            this.bytes = bytes;
        }

        @Override
        public int compareTo(final Name other)
        {
            return Arrays.compare(bytes, other.bytes);
        }

        @Override
        public boolean equals(final Object other)
        {
            return other instanceof Name && Arrays.equals(bytes, ((Name)other).bytes);
        }

        @Override
        public int hashCode()
        {
            return Arrays.hashCode(bytes);
        }
    }
}
