// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.redlock.spi.Answer;
import dev.redlock.test.memory.commands.Channels;
import dev.redlock.test.memory.commands.Keyspace;
import dev.redlock.test.memory.commands.NodeCommands;
import dev.redlock.test.memory.commands.NodeError;
import dev.redlock.test.memory.commands.NodeReply;
import dev.redlock.test.memory.commands.NodeSession;
import dev.redlock.test.memory.commands.ReceivedCommand;
import dev.redlock.test.memory.commands.ReceivedCommand.LockKind;
import dev.redlock.test.memory.scripts.MemoryFence;

/**
 * The one thread of a node: executes commands in the order of their arrival, each in its time, and may be
 * told to stand still, to be slow, or to refuse.
 */
final class NodeThread
{
    /**
     * Who sends commands: the other end of a connection.
     */
    interface Client extends Channels.Hearer
    {
        /**
         * Its number on the node.
         *
         * @return 0 before it has arrived there.
         */
        long clientId();

        void clientId(long newClientId);

        void reply(NodeReply reply);

        void closeByNode();
    }

    private static final String EVERY_COMMAND = "*";
    private static final String FENCE = ":fence";
    private static final long NS_PER_MS = 1_000_000;

    private final ArrayDeque<Request> requests = new ArrayDeque<>();
    private final List<Client> clients = new ArrayList<>();
    private final Map<String, String> refusals = new HashMap<>();
    private final Map<String, long[]> calls = new HashMap<>();
    private final World world;
    private final int index;
    private final Keyspace keys;
    private final NodeCommands commands;
    private final NodeSession session;
    private final Channels channels;
    private final Map<Client, Long> written = new HashMap<>();

    /*
     * What clients have to wait with until their pause is over, by client, in the order in which they began
     * to wait.
     */
    private final Map<Client, List<Request>> held = new LinkedHashMap<>();
    private AppendOnlyFile file;
    private LockWatch lockWatch;
    private boolean isUp = true;
    private boolean isPaused;
    private Pause pause = Pause.NONE;
    private boolean isSpeakingNonsense;
    private long serviceNs;
    private long busyUntilNs;
    private long nextClientId = 1;

    NodeThread(final World world, final int index, final Keyspace keys, final NodeCommands commands,
        final NodeSession session)
    {
        this.world = world;
        this.index = index;
        this.keys = keys;
        this.commands = commands;
        this.session = session;
        channels = new Channels(commands);
    }

    boolean isUp()
    {
        return isUp;
    }

    boolean isRunning()
    {
        return isUp && !isPaused;
    }

    void file(final AppendOnlyFile newFile)
    {
        file = newFile;
    }

    void stop()
    {
        isUp = false;
        isPaused = false;
        pause = Pause.NONE;
        busyUntilNs = world.nowNs();
        requests.clear();
        held.clear();
        final List<Client> ended = List.copyOf(clients);
        clients.clear();
        channels.clear();
        written.clear();
        if (file != null)
        {
            file.stop();
        }
        ended.forEach(Client::closeByNode);
    }

    void start()
    {
        isUp = true;
        nextClientId = 1;
    }

    void pause()
    {
        isPaused = true;
    }

    void resume()
    {
        isPaused = false;
        world.at(world.nowNs(), this::work);
    }

    /**
     * CLIENT PAUSE: what would write, or anything, waits, and all that comes behind it on its connection.
     */
    void pauseClients(final boolean areReadsPaused)
    {
        pause = areReadsPaused ? Pause.ALL : Pause.WRITES;
    }

    /**
     * The pause is over: one client after the other goes on.
     */
    void unpauseClients()
    {
        pause = Pause.NONE;
        if (!held.isEmpty())
        {
            final List<Request> late = new ArrayList<>();
            held.values().forEach(late::addAll);
            held.clear();
            late.addAll(requests);
            requests.clear();
            requests.addAll(late);
            world.at(world.nowNs(), this::work);
        }
    }

    void slow(final long eachNs)
    {
        serviceNs = eachNs;
    }

    void refuse(final String error, final String... commandNames)
    {
        if (commandNames.length == 0)
        {
            refusals.put(EVERY_COMMAND, error);
        }
        for (final String name : commandNames)
        {
            refusals.put(name, error);
        }
    }

    void serve()
    {
        refusals.clear();
    }

    void speakNonsense()
    {
        isSpeakingNonsense = true;
    }

    void watchLocks(final LockWatch newWatch)
    {
        lockWatch = newWatch;
    }

    long calls(final String commandName)
    {
        final long[] count = calls.get(commandName);

        return count == null ? 0 : count[0];
    }

    void connected(final Client client)
    {
        client.clientId(nextClientId++);
        clients.add(client);
    }

    void disconnected(final Client client)
    {
        clients.remove(client);
        channels.leave(client);
        written.remove(client);
        held.remove(client);
    }

    void receive(final Client client, final ReceivedCommand command)
    {
        receive(client, command, false);
    }

    /**
     * Executes a command once more, without a reply.
     */
    void repeat(final Client client, final ReceivedCommand command)
    {
        if (isUp)
        {
            receive(client, command, true);
        }
    }

    private void receive(final Client client, final ReceivedCommand command, final boolean isRepeated)
    {
        busyUntilNs = Math.max(busyUntilNs, world.nowNs()) + serviceNs;
        requests.add(new Request(client, command, busyUntilNs, isRepeated));
        if (serviceNs == 0 && busyUntilNs == world.nowNs())
        {
            work();
        }
        else
        {
            world.at(busyUntilNs, this::work);
        }
    }

    private void work()
    {
        while (isUp && !isPaused && !requests.isEmpty() && requests.peek().dueNs() <= world.nowNs())
        {
            final Request request = requests.poll();
            final ReceivedCommand command = request.command();
            final Client client = request.client();
            session.client(client.clientId());
            channels.present(clients.contains(client) ? client : null);
            if (isHeld(request))
            {
                held.computeIfAbsent(client, (any) -> new ArrayList<>()).add(request);
                continue;
            }
            if (!request.isRepeated() && isWaiting(client, command))
            {
                continue;
            }

            final long changes = keys.changes();
            final NodeReply reply = lockWatch == null ? execute(command) : executeWatched(command);
            if (file != null && keys.changes() != changes)
            {
                written.put(client, keys.changes());
            }
            world.note(() -> client + ": " + command + " -> " + reply);
            if (!request.isRepeated())
            {
                client.reply(isSpeakingNonsense ? NodeReply.NONSENSE : reply);
            }
            if (command.name().equals("QUIT") && clients.remove(client))
            {
                channels.leave(client);
                client.closeByNode();
            }
        }
    }

    /*
     * EVAL and EVALSHA wait whatever their script does.
     */
    private boolean isHeld(final Request request)
    {
        return pause != Pause.NONE && (pause == Pause.ALL || held.containsKey(request.client()) ||
            commands.mayWrite(request.command().name()));
    }

    /*
     * Whoever waits for replicas waits until the time is over, or for ever: a node in memory has none.
     */
    private boolean isWaiting(final Client client, final ReceivedCommand command)
    {
        final boolean isForFile = file != null && command.name().equals("WAITAOF");
        final boolean isForReplicas = command.name().equals("WAIT") && command.count() == 3 &&
            command.number(1) > 0;
        if (isForFile)
        {
            file.await(client::reply, written.getOrDefault(client, 0L), command.number(3));
        }
        else if (isForReplicas && command.number(2) > 0)
        {
            world.at(world.nowNs() + command.number(2) * NS_PER_MS, () -> answerNone(client));
        }

        return isForFile || isForReplicas;
    }

    private void answerNone(final Client client)
    {
        if (clients.contains(client))
        {
            client.reply(NodeReply.number(0));
        }
    }

    /*
     * The commands of the lock, recognised by their form: only locks use scripts.
     */
    private NodeReply executeWatched(final ReceivedCommand command)
    {
        switch (command.lockKind())
        {
            case SET:
                return executeSet(command);

            case PASS:
                return executeGiving(command);

            case EXTEND:
                final String key = command.key(command.keyIndex());
                final long ttlMs = keys.ttlMs(key);
                final NodeReply extended = execute(command);
                if (isYes(extended))
                {
                    tellFence(key, command.bytes(command.tokenIndex()));
                }
                lockWatch.onExtend(index, command.bytes(command.tokenIndex()), ttlMs, keys.ttlMs(key),
                    isYes(extended));
                return extended;

            case RELEASE:
                final NodeReply released = execute(command);
                if (released.answer().kind() == Answer.Kind.NUMBER)
                {
                    lockWatch.onRelease(index, command.bytes(command.tokenIndex()), isYes(released));
                }
                return released;

            default:
                return execute(command);
        }
    }

    /*
     * A script may find that the lock is set with its token, and prolong it.
     */
    private NodeReply executeSet(final ReceivedCommand command)
    {
        final byte[] token = command.bytes(command.tokenIndex());
        final String key = command.key(command.keyIndex());
        final boolean isOwn = Arrays.equals(token, owner(key));
        final long beforeMs = keys.ttlMs(key);
        final NodeReply set = executeGiving(command);
        final boolean isGranted = set == NodeReply.OK || isYes(set);
        if (isGranted)
        {
            tellFence(key, token);
        }
        lockWatch.onSet(index, token, keys.ttlMs(key), isGranted);
        if (isOwn && isGranted)
        {
            lockWatch.onExtend(index, token, beforeMs, keys.ttlMs(key), true);
        }

        return set;
    }

    /*
     * Some scripts set the lock for somebody else. A release comes before that.
     */
    private NodeReply executeGiving(final ReceivedCommand command)
    {
        final byte[] token = command.bytes(command.tokenIndex());
        final String key = command.key(command.keyIndex());
        final byte[] before = owner(key);
        final NodeReply reply = execute(command);
        if (command.lockKind() == LockKind.PASS && reply.answer().kind() == Answer.Kind.LIST)
        {
            lockWatch.onRelease(index, token, isYes(reply));
        }
        final byte[] after = owner(key);
        if (after != null && !Arrays.equals(after, before) && !Arrays.equals(after, token))
        {
            tellFence(key, after);
            lockWatch.onGiven(index, after, keys.ttlMs(key));
        }

        return reply;
    }

    private void tellFence(final String key, final byte[] token)
    {
        final byte[] fence = owner(key + FENCE);
        if (fence != null)
        {
            lockWatch.onFence(index, token, MemoryFence.tokenOf(fence));
        }
    }

    private byte[] owner(final String key)
    {
        try
        {
            return keys.string(key);
        }
        catch (final NodeError ex)
        {
            return null;
        }
    }

    /*
     * 1, or the node's time.
     */
    private static boolean isYes(final NodeReply reply)
    {
        final Answer answer = reply.answer();
        final Answer first = answer.kind() == Answer.Kind.LIST ? answer.elements().get(0) : answer;

        return first.kind() == Answer.Kind.NUMBER && first.number() > 0;
    }

    NodeReply execute(final ReceivedCommand command)
    {
        calls.computeIfAbsent(command.name(), (any) -> new long[1])[0]++;
        final String refusal = refusals.isEmpty() ? null :
            refusals.getOrDefault(command.name(), refusals.get(EVERY_COMMAND));
        if (refusal != null)
        {
            return refusal.startsWith("+") ?
                NodeReply.status(refusal.substring(1)) : NodeReply.error(refusal);
        }

        try
        {
            return commands.run(command);
        }
        catch (final NodeError ex)
        {
            return NodeReply.error(ex.getMessage());
        }
    }

    private enum Pause
    {
        NONE,
        WRITES,
        ALL
    }

    private record Request(Client client, ReceivedCommand command, long dueNs, boolean isRepeated)
    {
    }
}
