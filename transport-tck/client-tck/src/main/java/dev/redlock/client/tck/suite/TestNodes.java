// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.suite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServerProcess;

/**
 * The nodes of a suite, seen past the client under test. Nodes that do not run are left out of all answers.
 */
public abstract class TestNodes implements AutoCloseable
{
    /**
     * For things that take a moment on an idle machine: no promise of the library, only a bound for the test.
     */
    public static final Duration SOON = Duration.ofSeconds(10);

    public abstract int count();

    public abstract List<String> uris();

    /**
     * Where a node is, as messages name it.
     */
    public abstract String place(int index);

    abstract boolean isRunning(int index);

    public abstract void kill(int index);

    /**
     * Starts a node that was killed.
     */
    public abstract void restart(int index);

    public abstract void pause(int index);

    public abstract void resume(int index);

    public abstract Object call(int index, String... command);

    /**
     * What is at a key; null if nothing is.
     */
    public abstract byte[] value(int index, String key);

    /**
     * The server itself, for suites that need a real one.
     */
    public abstract RedisServerProcess server(int index);

    public abstract long calls(int index, String command);

    /**
     * Another has a lock on some nodes, so that a client that asks for it gets it from the others only.
     *
     * @return to be run when the client has the lock: waits until these nodes have refused it, and gives up
     *         what the other has. A node that has refused is not asked again before the next extension.
     */
    public final Runnable occupy(final String key, final int... indexes)
    {
        IntStream.of(indexes).forEach(i -> call(i, "SET", key, "another", "PX", "60000"));
        final long[] before = IntStream.of(indexes).mapToLong(this::lockCommands).toArray();

        return () ->
        {
            for (int i = 0; i < indexes.length; i++)
            {
                final int index = indexes[i];
                final long known = before[i];
                Await.parking().until("a refusal", SOON, () -> lockCommands(index), calls -> calls > known);
                call(index, "DEL", key);
            }
        };
    }

    private long lockCommands(final int index)
    {
        return calls(index, "set") + calls(index, "evalsha") + calls(index, "eval");
    }

    @Override
    public abstract void close();

    /**
     * The same command on all nodes that run.
     */
    public List<Object> callAll(final String... command)
    {
        final List<Object> replies = new ArrayList<>();
        for (int i = 0; i < count(); i++)
        {
            if (isRunning(i))
            {
                replies.add(call(i, command));
            }
        }

        return replies;
    }

    /**
     * The holder of a key, by node: digests of the values, as owner tokens must not be printed. Nodes without
     * the key are left out.
     */
    public Map<Integer, String> holders(final String key)
    {
        final Map<Integer, String> holders = new TreeMap<>();
        for (int i = 0; i < count(); i++)
        {
            final byte[] value = isRunning(i) ? value(i, key) : null;
            if (value != null)
            {
                holders.put(i, Integer.toHexString(Arrays.hashCode(value)));
            }
        }

        return holders;
    }

    /**
     * All keys, by node; empty nodes are left out.
     */
    public Map<Integer, List<?>> keys()
    {
        final Map<Integer, List<?>> keys = new TreeMap<>();
        for (int i = 0; i < count(); i++)
        {
            final List<?> found = isRunning(i) ? (List<?>)call(i, "KEYS", "*") : List.of();
            if (!found.isEmpty())
            {
                keys.put(i, found);
            }
        }

        return keys;
    }

    /**
     * Nothing of any client is left, long before it would expire.
     */
    public void awaitNoKeys()
    {
        Await.parking().until("no key on any node", SOON, this::keys, Map::isEmpty);
    }

    public void empty()
    {
        callAll("FLUSHALL");
    }
}
