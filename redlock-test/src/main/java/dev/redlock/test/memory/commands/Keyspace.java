// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.commands;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.redlock.test.memory.time.MemoryClock;

/**
 * The keys of one node. A key has expired when the node's wall clock has passed its instant, in whole
 * milliseconds; as in Redis, a command finds out.
 */
public final class Keyspace
{
    static final String WRONG_TYPE = "WRONGTYPE Operation against a key holding the wrong kind of value";
    public static final long NO_EXPIRY = -1;
    static final long NO_KEY = -2;

    private static final long NS_PER_MS = 1_000_000;

    private final Map<String, Entry> entries = new HashMap<>();
    private final Map<String, Entry> snapshot = new HashMap<>();
    private final MemoryClock wall;
    private long changes;

    public Keyspace(final MemoryClock wall)
    {
        this.wall = wall;
    }

    /**
     * How often anything was changed, by a command.
     */
    public long changes()
    {
        return changes;
    }

    boolean holds(final String key)
    {
        return live(key) != null;
    }

    /**
     * The string at a key, or null if there is nothing.
     */
    public byte[] string(final String key)
    {
        return value(key, byte[].class);
    }

    /**
     * The value at a key, or null if there is nothing.
     *
     * @param type that it must have.
     */
    <T> T value(final String key, final Class<T> type)
    {
        final Entry entry = live(key);
        if (entry != null && !type.isInstance(entry.value))
        {
            throw new NodeError(WRONG_TYPE);
        }

        return entry == null ? null : type.cast(entry.value);
    }

    public void put(final String key, final byte[] string, final long ttlMs)
    {
        changes++;
        entries.put(key, new Entry(string, ttlMs == NO_EXPIRY ? NO_EXPIRY : nowMs() + ttlMs));
    }

    /**
     * Replaces a value and keeps the time to live.
     *
     * @param value never changed afterwards, since a snapshot may have it.
     */
    void replace(final String key, final Object value)
    {
        final Entry entry = live(key);
        changes++;
        entries.put(key, new Entry(value, entry == null ? NO_EXPIRY : entry.expiryMs));
    }

    public boolean delete(final String key)
    {
        final boolean isThere = live(key) != null && entries.remove(key) != null;
        changes += isThere ? 1 : 0;

        return isThere;
    }

    boolean expire(final String key, final long ttlMs)
    {
        final Entry entry = live(key);
        if (entry != null)
        {
            changes++;
            entries.put(key, new Entry(entry.value, nowMs() + ttlMs));
        }

        return entry != null;
    }

    /**
     * Milliseconds left, {@link #NO_EXPIRY} or {@link #NO_KEY}.
     */
    public long ttlMs(final String key)
    {
        final Entry entry = live(key);
        if (entry == null)
        {
            return NO_KEY;
        }

        return entry.expiryMs == NO_EXPIRY ? NO_EXPIRY : entry.expiryMs - nowMs();
    }

    public int size()
    {
        if (entries.isEmpty())
        {
            return 0;
        }
        entries.values().removeIf(this::isOver);

        return entries.size();
    }

    public List<String> names()
    {
        size();

        return List.copyOf(entries.keySet());
    }

    public void clear()
    {
        changes++;
        entries.clear();
    }

    /**
     * Saves all keys, in place of the last save.
     */
    public void save()
    {
        snapshot.clear();
        snapshot.putAll(entries);
    }

    /**
     * Forgets everything since {@link #save()}. Keys have expired meanwhile.
     */
    public void load()
    {
        entries.clear();
        entries.putAll(snapshot);
    }

    /**
     * The string values of all keys, in the order of their keys.
     */
    public List<byte[]> values()
    {
        size();

        return new TreeMap<>(entries).values().stream().map((entry) -> entry.value)
            .filter(byte[].class::isInstance).map(byte[].class::cast).toList();
    }

    private Entry live(final String key)
    {
        final Entry entry = entries.get(key);
        if (entry != null && isOver(entry))
        {
            entries.remove(key);

            return null;
        }

        return entry;
    }

    private boolean isOver(final Entry entry)
    {
        return entry.expiryMs != NO_EXPIRY && nowMs() > entry.expiryMs;
    }

    private long nowMs()
    {
        return Math.floorDiv(wall.nowNs(), NS_PER_MS);
    }

    private record Entry(Object value, long expiryMs)
    {
    }
}
