// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

import dev.redlock.spi.Answer;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.test.memory.commands.HashCommands;
import dev.redlock.test.memory.commands.Keyspace;
import dev.redlock.test.memory.commands.NodeCommands;
import dev.redlock.test.memory.commands.NodeReply;
import dev.redlock.test.memory.commands.NodeSession;
import dev.redlock.test.memory.commands.ReceivedCommand;
import dev.redlock.test.memory.commands.SortedSetCommands;
import dev.redlock.test.memory.scripts.MemoryScript;
import dev.redlock.test.memory.scripts.NodeScripts;
import dev.redlock.test.memory.time.MemoryClock;

/*
 * What commands do is in NodeCommands, what scripts do in NodeScripts.
 */

/**
 * A small model of a Redis master: one thread that executes commands in the order of their arrival, keys that
 * expire by its own wall clock, a script cache, and a life that can end and begin again.
 * <p>
 * It knows the commands of the lock (SET with NX and PX, EVALSHA and EVAL of what the network was taught,
 * TIME; DELIFEQ, DELEX and CAD when told to {@link #learn(String)}), those of a greeting (HELLO, INFO,
 * SCRIPT LOAD, COMMAND INFO, …), those of messages, those of hashes and sorted sets that scripts need, and a
 * few to look at strings.
 */
public final class MemoryNode
{
    /**
     * What a node remembers of the time before a restart.
     */
    public enum Memory
    {
        /**
         * All keys, as with {@code appendfsync always}. They have expired meanwhile.
         */
        KEPT,

        /**
         * The keys as they were when the node last {@linkplain #save() saved} them: newer ones are gone, and
         * some are back that had been deleted.
         */
        STALE,

        /**
         * Nothing: amnesia.
         */
        LOST
    }

    private static final int PORT = 6379;
    private static final int RUN_ID_BYTES = 20;

    private final World world;
    private final SplittableRandom random;
    private final MemoryClock clock;
    private final Keyspace keys;
    private final NodeCommands commands;
    private final NodeScripts scripts;
    private final NodeSession session;
    private final NodeThread thread;
    private final int index;
    private AppendOnlyFile file;

    /*
     * Whether it has had a replica, or was one: a snapshot then has the name of its history, too.
     */
    private boolean hasBacklog;
    private String savedHistory;

    MemoryNode(final World world, final int index, final MemoryClock clock, final Map<String, String> digests,
        final Map<String, MemoryScript> scriptBodies)
    {
        this.world = world;
        this.index = index;
        this.clock = clock;
        random = world.fork("node " + index);
        keys = new Keyspace(clock);
        commands = new NodeCommands(keys, clock);
        HashCommands.add(commands, keys);
        SortedSetCommands.add(commands, keys);
        scripts = new NodeScripts(digests, scriptBodies, commands);
        session = new NodeSession(commands, clock);
        thread = new NodeThread(world, index, keys, commands, session);
        session.begin(drawId(), drawId());
    }

    /**
     * Its place in the network.
     *
     * @return index from 0.
     */
    public int index()
    {
        return index;
    }

    /**
     * Its readable name.
     *
     * @return {@code n0}, {@code n1} and so on.
     */
    public String name()
    {
        return "n" + index;
    }

    /**
     * Its address in this network.
     *
     * @return the address.
     */
    public NodeAddress address()
    {
        return NodeAddress.of(name(), PORT);
    }

    /**
     * Its wall clock, by which it expires keys and tells the time.
     *
     * @return the clock.
     */
    public MemoryClock clock()
    {
        return clock;
    }

    /**
     * Whether the process runs, paused or not.
     *
     * @return false between {@link #crash()} and {@link #restart(Memory)}.
     */
    public boolean isUp()
    {
        return thread.isUp();
    }

    /**
     * Kills the process: commands that were not executed are lost, and all connections end.
     */
    public void crash()
    {
        world.note(() -> name() + " crashes");
        thread.stop();
    }

    /**
     * Starts another process in place of the crashed or present one, with another run id and without scripts.
     *
     * @param memory whether it has the old keys.
     */
    public void restart(final Memory memory)
    {
        if (isUp())
        {
            crash();
        }
        world.note(() -> name() + " restarts, memory " + memory.name().toLowerCase(Locale.ROOT));
        thread.start();
        scripts.flush();
        if (memory == Memory.LOST)
        {
            keys.clear();
            save();
        }
        else if (memory == Memory.STALE)
        {
            keys.load();
        }
        session.begin(drawId(), drawId());
        hasBacklog = memory == Memory.STALE && savedHistory != null;
        if (hasBacklog)
        {
            session.goOnFrom(savedHistory);
        }
    }

    /**
     * Processes that start from now on start with a clock that is set forward before anybody connects: what
     * they say of their age is wrong.
     *
     * @param overstatedNs by how much too old they make themselves, in nanoseconds.
     */
    public void startsBeforeItsClockIsSet(final long overstatedNs)
    {
        session.overstate(overstatedNs);
    }

    /**
     * Stops the process: connections stay and new ones are accepted, but nothing is executed until {@link
     * #resume()}.
     */
    public void pause()
    {
        thread.pause();
    }

    /**
     * Resumes a paused process with what has come meanwhile.
     */
    public void resume()
    {
        thread.resume();
    }

    /**
     * Makes clients wait, as CLIENT PAUSE does, until {@link #unpauseClients()}: a command that would write
     * is not executed before, nor is what its connection brings after it; scripts count as writing. What a
     * connection brings that ends meanwhile is dropped.
     *
     * @param areReadsPaused whether all commands wait.
     */
    public void pauseClients(final boolean areReadsPaused)
    {
        thread.pauseClients(areReadsPaused);
    }

    /**
     * Ends a pause of clients: what they wait with is executed, one connection after the other.
     */
    public void unpauseClients()
    {
        thread.unpauseClients();
    }

    /**
     * Makes every command take this long, and the next wait for it: a slow or clogged node.
     *
     * @param eachNs per command; 0 for none.
     */
    public void slow(final long eachNs)
    {
        if (eachNs < 0)
        {
            throw new IllegalArgumentException("a command takes " + eachNs + " ns but must not be negative");
        }
        thread.slow(eachNs);
    }

    /**
     * Answers commands with an error instead of executing them: {@code LOADING …} for all, {@code READONLY …}
     * or {@code OOM …} for some. Or with a status, such as the {@code +QUEUED} of an open transaction.
     *
     * @param error        in the server's words, code first; a status with its plus.
     * @param commandNames in upper case; none for all commands.
     */
    public void refuse(final String error, final String... commandNames)
    {
        thread.refuse(error, commandNames);
    }

    /**
     * Makes the node short of memory: it refuses commands that need some, in scripts, too, unless the script
     * has written before. Deletions and times to live need none.
     */
    public void runShortOfMemory()
    {
        commands.shortOfMemory(true);
    }

    /**
     * Refuses every command that writes, in scripts, too: {@code READONLY …}, {@code MISCONF …} or
     * {@code NOREPLICAS …}.
     *
     * @param error in the server's words, code first.
     */
    public void refuseWrites(final String error)
    {
        commands.refuseWrites(error);
    }

    /**
     * Ends all refusing.
     */
    public void serve()
    {
        thread.serve();
        commands.shortOfMemory(false);
        commands.refuseWrites(null);
    }

    /**
     * Executes every command from now on, and answers with something that no client can read.
     */
    public void speakNonsense()
    {
        thread.speakNonsense();
    }

    /**
     * Gives the node a native compare-and-delete.
     *
     * @param commandName {@code DELIFEQ}, {@code DELEX} or {@code CAD}.
     */
    public void learn(final String commandName)
    {
        commands.learn(commandName);
    }

    /**
     * Changes what INFO says, to pose as a replica, a cluster or another process.
     *
     * @param name  of the fact, such as {@code role}.
     * @param value of the fact.
     */
    public void pose(final String name, final String value)
    {
        session.fact(name, value);
    }

    /**
     * The id of the present process.
     *
     * @return 40 hexadecimal digits, others after each restart.
     */
    public String runId()
    {
        return session.fact("run_id");
    }

    /**
     * The present name of the history of its data.
     *
     * @return 40 hexadecimal digits.
     */
    public String replicationId()
    {
        return session.fact("master_replid");
    }

    /**
     * Deletes all keys; the process keeps running.
     */
    public void flushAll()
    {
        world.note(() -> name() + " is flushed");
        keys.clear();
    }

    /**
     * Makes it a replica of an empty node and, after synchronisation, a master again. Its process and
     * connections stay; its keys are gone, and its data have another history.
     */
    public void becomeAReplicaForAMoment()
    {
        becomeAReplicaForAMoment(Memory.LOST);
    }

    /**
     * The same of a node that has other keys.
     *
     * @param memory which: none, or those that this node had when it was last {@linkplain #save() saved}, as
     *               a former replica of it has.
     */
    public void becomeAReplicaForAMoment(final Memory memory)
    {
        world.note(() -> name() + " is a replica for a moment, memory " +
            memory.name().toLowerCase(Locale.ROOT));
        if (memory == Memory.LOST)
        {
            keys.clear();
        }
        else if (memory == Memory.STALE)
        {
            keys.load();
        }
        session.fact("master_replid", drawId());
        session.goOnFrom(drawId());
        hasBacklog = true;
    }

    /**
     * Attaches a replica. If it is the first, the history of the node's data gets another name, but is the
     * same.
     */
    public void attachReplica()
    {
        world.note(() -> name() + " gets a replica");
        if (!hasBacklog)
        {
            session.fact("master_replid", drawId());
            hasBacklog = true;
        }
    }

    /**
     * Gives the node a file: all that happened is {@linkplain #save() saved} again and again, and the node
     * knows WAITAOF.
     *
     * @param everyNs   between two times.
     * @param onWritten called each time, before anybody hears of it.
     */
    public void appendOnly(final long everyNs, final Runnable onWritten)
    {
        file = new AppendOnlyFile(world, keys, thread::isRunning, everyNs, onWritten);
        thread.file(file);
    }

    /**
     * Has a node with a file confirm writes before they are on its disk, as some servers do with
     * {@code appendfsync everysec}, or as it should; and it tells its setting.
     *
     * @param isEarly whether it does so too early, and says {@code everysec}; otherwise it says
     *                {@code always}.
     */
    public void confirmEarly(final boolean isEarly)
    {
        file.confirmEarly(isEarly);
        commands.add("CONFIG", 3, (command) -> NodeReply.list(List.of(NodeReply.text("appendfsync").answer(),
            NodeReply.text(isEarly ? "everysec" : "always").answer())));
    }

    /**
     * The disk of a node with a file takes nothing for a while; the node goes on.
     *
     * @param durationNs how long.
     */
    public void stallDisk(final long durationNs)
    {
        world.note(() -> name() + " has a disk that stalls");
        file.stall(durationNs);
    }

    /**
     * Saves a snapshot of all keys, for {@link Memory#STALE}.
     */
    public void save()
    {
        keys.save();
        savedHistory = hasBacklog ? replicationId() : null;
    }

    /**
     * Loads what was last {@linkplain #save() saved}, as DEBUG RELOAD NOSAVE does: process, connections and
     * scripts stay, newer keys are gone, and some are back that had been deleted.
     */
    public void reloadLastSave()
    {
        world.note(() -> name() + " loads its last snapshot");
        keys.load();
    }

    /**
     * The stored values, seen from outside.
     *
     * @return the string values of all live keys, in the order of the keys; not copies.
     */
    public List<byte[]> values()
    {
        return keys.values();
    }

    /**
     * Sets the watch that sees every executed lock command.
     *
     * @param newWatch null for nobody.
     */
    public void watchLocks(final LockWatch newWatch)
    {
        thread.watchLocks(newWatch);
    }

    /**
     * Empties the script cache.
     */
    public void flushScripts()
    {
        scripts.flush();
    }

    /**
     * The string at a key, seen from outside.
     *
     * @param key bytes of the key.
     * @return a copy; null if there is none now.
     */
    public byte[] value(final byte[] key)
    {
        final byte[] value = keys.string(name(key));

        return value == null ? null : value.clone();
    }

    /**
     * Sets a key from outside, for ever.
     *
     * @param key   bytes of the key.
     * @param value not copied.
     */
    public void put(final byte[] key, final byte[] value)
    {
        keys.put(name(key), value, Keyspace.NO_EXPIRY);
    }

    /**
     * Deletes a key from outside.
     *
     * @param key bytes of the key.
     */
    public void delete(final byte[] key)
    {
        keys.delete(name(key));
    }

    /**
     * A key's remaining time to live, by this node's clock.
     *
     * @param key bytes of the key.
     * @return milliseconds; -1 without expiry, -2 without key.
     */
    public long ttlMs(final byte[] key)
    {
        return keys.ttlMs(name(key));
    }

    /**
     * Executes a command at once, as if no other client were there.
     *
     * @param words of the command, in UTF-8.
     * @return the answer, which may be an error.
     */
    public Answer ask(final String... words)
    {
        return thread.execute(new ReceivedCommand(Arrays.stream(words)
            .map((word) -> word.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new))).answer();
    }

    /**
     * The keys that there are now.
     *
     * @return as UTF-8 text, in no order.
     */
    public List<String> keys()
    {
        return keys.names().stream().map((name) -> new String(
            name.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)).toList();
    }

    /**
     * How many keys there are now.
     *
     * @return 0 or more.
     */
    public int keyCount()
    {
        return keys.size();
    }

    /**
     * How often a command was executed, or refused with an error.
     *
     * @param commandName in upper case.
     * @return the count since the beginning.
     */
    public long calls(final String commandName)
    {
        return thread.calls(commandName);
    }

    @Override
    public String toString()
    {
        return name();
    }

    NodeThread thread()
    {
        return thread;
    }

    private String drawId()
    {
        final byte[] id = new byte[RUN_ID_BYTES];
        random.nextBytes(id);

        return HexFormat.of().formatHex(id);
    }

    private static String name(final byte[] key)
    {
        return new String(key, StandardCharsets.ISO_8859_1);
    }
}
