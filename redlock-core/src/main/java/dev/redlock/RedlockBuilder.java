// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.news.ClientEvents;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Quorum;
import dev.redlock.runtime.client.Client;
import dev.redlock.runtime.client.Clients;
import dev.redlock.runtime.client.KeyText;
import dev.redlock.runtime.events.Log;
import dev.redlock.runtime.nodes.NodeSet;
import dev.redlock.runtime.settings.ClientSettings;
import dev.redlock.runtime.settings.Transports;
import dev.redlock.spi.TransportProvider;
import dev.redlock.spi.address.Credentials;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.text.DurationText;
import dev.redlock.text.SocketWords;

/*
 * Only collects: defaults and rules of the settings are in ClientSettings and EngineConfig.
 */

/**
 * Configures a client. All settings but the nodes have sound defaults. Not thread-safe.
 */
public final class RedlockBuilder
{
    private static final String FRESH = "client ''{0}'' assumes that its nodes have never been used " +
        "(assumeNodesFresh (in Spring Boot redlock.assume-nodes-fresh), or --assume-nodes-fresh): if one " +
        "was restarted a short time ago, two clients may hold one lock; this is for tests and " +
        "demonstrations only";

    private static final String UNDECLARED = "client ''{0}'' is to take its nodes as fresh " +
        "(assumeNodesFresh (in Spring Boot redlock.assume-nodes-fresh), or --assume-nodes-fresh), but " +
        "could not declare them: {1}";

    private ClientSettings.Draft settings = new ClientSettings.Draft();
    private LockOptions defaults = LockOptions.DEFAULT;
    private @Nullable RedlockEvents events;
    private final List<RedlockEvents> otherEvents = new ArrayList<>();
    private boolean startsWithoutQuorum;

    RedlockBuilder()
    {
    }

    private RedlockBuilder with(final Consumer<ClientSettings.Draft> change)
    {
        settings = settings.with(change);

        return this;
    }

    private RedlockBuilder withEngine(final Consumer<EngineConfig.Draft> change)
    {
        final EngineConfig.Draft engine = settings.engine.with(change);

        return with((draft) -> draft.engine = engine);
    }

    /**
     * Adds nodes.
     *
     * @param uris {@code redis://[user[:password]@]host[:port][/db]}, {@code rediss://…} or {@code
     *             unix:///path}.
     * @return this.
     */
    public RedlockBuilder nodes(final String... uris)
    {
        for (final String uri : Objects.requireNonNull(uris, "uris"))
        {
            node(NodeAddress.parse(Objects.requireNonNull(uri, "uri of a node")));
        }

        return this;
    }

    /**
     * Adds a node.
     *
     * @param node its address.
     * @return this.
     */
    public RedlockBuilder node(final NodeAddress node)
    {
        final List<NodeAddress> nodes = new ArrayList<>(settings.nodes);
        nodes.add(Objects.requireNonNull(node, "node"));

        return with((draft) -> draft.nodes = nodes);
    }

    /**
     * The client's name: for its thread, and for its connections on the nodes. There, what all clients of the
     * same keys must agree on follows it, so that {@code CLIENT LIST} shows it, and {@code redlock probe}
     * finds those that do not: {@code orders@host-1:42} becomes {@code
     * orders@host-1:42(3of5,1m,restart,1a2b3c4d,e3b0c442)}, with quorum and number of nodes, {@link
     * #longestTtl}, {@link #quarantine}, a digest of the nodes' addresses without passwords, and one of
     * {@link #keyPrefix}. A name with host and process, as here, tells where to look. {@link
     * Operators#waiters} shows it of a client that waits in line.
     *
     * @param value without spaces.
     * @return this.
     */
    public RedlockBuilder name(final String value)
    {
        return with((draft) -> draft.name = Objects.requireNonNull(value, "name"));
    }

    /**
     * Votes needed. More than a majority tolerates nodes that forget or expire keys early: 2Q - N - 1 of
     * them.
     *
     * @param value a majority of the nodes (the default) to all of them.
     * @return this.
     */
    public RedlockBuilder quorum(final int value)
    {
        return with((draft) -> draft.quorum = value);
    }

    /**
     * The allowance for clocks; see {@link Drift}.
     *
     * @param value the specification's 1 % and 2 ms by default.
     * @return this.
     */
    public RedlockBuilder drift(final Drift value)
    {
        return withEngine((draft) -> draft.drift = value);
    }

    /**
     * Default options of locks.
     *
     * @param value the defaults.
     * @return this.
     */
    public RedlockBuilder defaults(final LockOptions value)
    {
        with((draft) -> draft.defaults = Objects.requireNonNull(value, "defaults").conclude());
        defaults = value;

        return this;
    }

    /**
     * Credentials for all nodes whose address has none.
     *
     * @param value asked for each connection.
     * @return this.
     */
    public RedlockBuilder credentials(final Credentials value)
    {
        return with((draft) -> draft.credentials = Objects.requireNonNull(value, "credentials"));
    }

    /**
     * Settings of TLS connections.
     *
     * @param value trust and client certificate.
     * @return this.
     */
    public RedlockBuilder tls(final TlsOptions value)
    {
        return with((draft) -> draft.tls = Objects.requireNonNull(value, "tls"));
    }

    /**
     * Chooses the transport by name. Needed only if there are several on the class path.
     *
     * @param value such as {@code netty}.
     * @return this.
     */
    public RedlockBuilder transport(final String value)
    {
        Objects.requireNonNull(value, "transport");

        return with((draft) -> draft.transport = () -> Transports.choose(value));
    }

    /**
     * Sets the transport itself, such as one that uses resources of the application. Replaces a choice by
     * name.
     *
     * @param provider opens the transport when the client is built; it may serve several clients.
     * @return this.
     */
    public RedlockBuilder transport(final TransportProvider provider)
    {
        Objects.requireNonNull(provider, "transport");

        return with((draft) -> draft.transport = () -> provider);
    }

    /**
     * Sets an option of the transport, such as {@code io=nio}.
     *
     * @param option its name.
     * @param value  its value.
     * @return this.
     */
    public RedlockBuilder transportOption(final String option, final String value)
    {
        final Map<String, String> options = new HashMap<>(settings.transportOptions);
        options.put(
            Objects.requireNonNull(option, "option"), Objects.requireNonNull(value, "value of " + option));

        return with((draft) -> draft.transportOptions = options);
    }

    /**
     * Invoker mode: the thread that builds the client drives it; no hand-over, lowest latency. Automatic
     * extension then works only while that thread polls or waits in a call.
     *
     * @return this.
     */
    public RedlockBuilder invoker()
    {
        return with((draft) -> draft.isInvoker = true);
    }

    /**
     * What the engine thread does when there is nothing to do. Without it the thread blocks in the selector
     * and costs nothing when idle; a busy or yielding strategy has the lower latency. In invoker mode it is
     * what a waiting caller does between two looks for answers that are due; without it the caller spins.
     *
     * @param value of Agrona; one per client, as it may have state.
     * @return this.
     */
    public RedlockBuilder idleStrategy(final IdleStrategy value)
    {
        Objects.requireNonNull(value, "idleStrategy");

        return idleStrategy(() -> value, true);
    }

    /**
     * As {@link #idleStrategy(IdleStrategy)}, one per engine.
     *
     * @param supply makes a new one on every call.
     * @return this.
     */
    public RedlockBuilder idleStrategy(final Supplier<? extends IdleStrategy> supply)
    {
        return idleStrategy(Objects.requireNonNull(supply, "supply of idle strategies"), false);
    }

    private RedlockBuilder idleStrategy(final Supplier<? extends IdleStrategy> supply, final boolean isOne)
    {
        return with((draft) ->
        {
            draft.idleStrategies = supply;
            draft.isIdleStrategyOne = isOne;
        });
    }

    /**
     * How long a caller may look for its answer, and yield its core after each look, before it parks: in
     * dedicated mode, where that has been faster than to be woken, and as long as no other caller waits (one
     * for each four processors may). One call in 61 tries the other way. To look takes processor time; if
     * this is zero, callers park after four looks, whatever is faster.
     *
     * @param value 200 us by default; 1 ms at the most.
     * @return this.
     */
    public RedlockBuilder longestLook(final Duration value)
    {
        return with((draft) -> draft.longestLookNs = Durations.toNanos("longestLook", value));
    }

    /**
     * Makes the engine threads, to give them an affinity, a priority, or a name. The client starts each once;
     * name and daemon status are the factory's: one that is not a daemon keeps the JVM alive until the client
     * is closed. What is thrown on an engine thread goes to {@link RedlockEvents#onError}, not to a handler
     * of the thread. By default the transport chooses the type of thread, a daemon with the client's name.
     *
     * @param factory asked for one thread per engine while the client is built.
     * @return this.
     */
    public RedlockBuilder threadFactory(final ThreadFactory factory)
    {
        return with((draft) -> draft.threadFactory = Objects.requireNonNull(factory, "threadFactory"));
    }

    /**
     * Several engines share the keys, each with its own thread and connections, on machines with cores to
     * spare. Limits count per engine, and events may come from several threads at a time.
     *
     * @param count 1 by default, at most 64.
     * @return this.
     */
    public RedlockBuilder engines(final int count)
    {
        return with((draft) -> draft.engines = count);
    }

    /**
     * Prefix of every key on the nodes. Callers name keys without it; messages have both names.
     *
     * @param value such as {@code lock:}.
     * @return this.
     */
    public RedlockBuilder keyPrefix(final String value)
    {
        final byte[] prefix = KeyText.bytes("key prefix", Objects.requireNonNull(value, "keyPrefix"));

        return with((draft) -> draft.keyPrefix = prefix);
    }

    /**
     * The most attempts and leases at a time, with releases that not all nodes have confirmed yet. Beyond it
     * a call waits if it has patience, otherwise it gets BACK_PRESSURED. The client reserves about 400 bytes
     * for each when it is built, and refuses a limit that needs more than half of the heap.
     *
     * @param count 8,192 by default, per engine.
     * @return this.
     */
    public RedlockBuilder maxLocks(final int count)
    {
        return withEngine((draft) -> draft.maxLocks = count);
    }

    /**
     * The most handles that may be open at a time; {@link Redlock#handle(String)} throws beyond it.
     *
     * @param count 65,536 by default, per engine.
     * @return this.
     */
    public RedlockBuilder maxHandles(final int count)
    {
        return with((draft) -> draft.maxHandles = count);
    }

    /**
     * The most operations in flight per node. Beyond it a call waits if it has patience, otherwise it gets
     * BACK_PRESSURED.
     *
     * @param count 4,096 by default; a power of two, at least 16.
     * @return this.
     */
    public RedlockBuilder maxInFlightPerNode(final int count)
    {
        return withEngine((draft) -> draft.maxInFlightPerNode = count);
    }

    /**
     * The least timeout of a node, which follows its measured round trips. It matters only while silent nodes
     * decide: it is the shortest such wait, and the time that a healthy node on a busy machine may take.
     *
     * @param value 50 ms by default; not more than {@link #maxNodeTimeout(Duration)}.
     * @return this.
     */
    public RedlockBuilder minNodeTimeout(final Duration value)
    {
        return withEngine((draft) -> draft.minNodeTimeoutNs = Durations.toNanos("minNodeTimeout", value));
    }

    /**
     * The greatest timeout of a node, however slow its round trips were. It is never more than a quarter of
     * the time to live.
     *
     * @param value a second by default; not less than {@link #minNodeTimeout(Duration)}.
     * @return this.
     */
    public RedlockBuilder maxNodeTimeout(final Duration value)
    {
        return withEngine((draft) -> draft.maxNodeTimeoutNs = Durations.toNanos("maxNodeTimeout", value));
    }

    /**
     * Has whoever waits for a lock that another client holds wait in line at the nodes, rather than try again
     * now and then: a release gives the lock to the first in line and wakes it, so locks go on in the order
     * in which clients came, and a lock that is held costs two commands a second, for each client that waits,
     * on each node. Locks with durable votes are tried again as without it; so is everything while a node
     * that is up does not let us subscribe, or speaks no RESP3, and the rest of a call once a node has
     * answered a ticket with an error.
     * A client that waits so holds one of its {@link #maxLocks(int) locks} meanwhile.
     * <p>
     * The nodes' user needs, besides what locks need, {@code +subscribe +publish +pubsub|numsub +zadd +zrem
     * +zrange +zrank +zcard +hset +hget +hdel}, and the channels whose names begin with the key prefix and
     * {@code mail:}. Whoever may publish on these at a quorum of nodes can make a client believe that it
     * holds a lock. Off by default, while clients that only try again may be about: between those that wait
     * in line they rarely find a lock free.
     * <p>
     * {@link #build()} throws an {@link IllegalArgumentException} if {@link #longestTtl(Duration)} is below
     * 1.1 s, or the key prefix longer than 55 bytes.
     *
     * @return this.
     */
    public RedlockBuilder waitInLine()
    {
        return with((draft) -> draft.waitsInLine = true);
    }

    /**
     * Lets locks ask for durable votes, {@link LockOptions#withDurableVotes()}: a node's grant counts only
     * once the node has confirmed that it is on its disk ({@code WAITAOF}). For that each node has a second
     * connection, which alone waits. A node that cannot is refused, as one with a wrong password is: it needs
     * Redis 7.2 or Valkey, {@code appendonly yes}, and the right {@code +waitaof}.
     * <p>
     * With {@code appendfsync everysec} a vote takes a little more than a second, rarely two; with {@code
     * always} a second round trip; with {@code no} it is never confirmed, so that a node that says so to
     * {@code CONFIG GET}, where its user may ask, is refused, too. So is one that confirms votes before they
     * are on its disk, as Valkey does with {@code everysec}: it needs {@code always}.
     *
     * @param atMost how long to wait for a vote, 1 ms to a minute; 2 s suits {@code everysec}. The time to
     *               live of such locks must be at least three times as long.
     * @return this.
     * @throws IllegalArgumentException if {@link #replicatedVotes} was called: a client has one or the
     *                                  other.
     */
    public RedlockBuilder durableVotes(final Duration atMost)
    {
        return durableVotes(0, atMost);
    }

    /**
     * As {@link #durableVotes(Duration)}, but a vote is confirmed by replicas of the node that have it in
     * memory ({@code WAIT}), for nodes without a file of their own. The best effort for a node that a replica
     * may replace, and no more: replicas have confirmed nothing about their disks, another one may be
     * promoted, and a master that was cut off still answers its clients.
     *
     * @param replicas how many must have it: all that may be promoted.
     * @param atMost   as for {@link #durableVotes(Duration)}.
     * @return this.
     * @throws IllegalArgumentException if {@link #durableVotes(Duration)} was called: a client has one or
     *                                  the other.
     */
    public RedlockBuilder replicatedVotes(final int replicas, final Duration atMost)
    {
        if (replicas < 1)
        {
            throw new IllegalArgumentException("replicas is " + replicas + " but must be at least 1");
        }

        return durableVotes(replicas, atMost);
    }

    private RedlockBuilder durableVotes(final int replicas, final Duration atMost)
    {
        final long atMostNs = Durations.toPositiveNanos("durable votes", atMost);
        if (settings.durableVotesNs != 0 && (settings.voteReplicas == 0) != (replicas == 0))
        {
            throw new IllegalArgumentException(votesText(replicas, atMostNs) + " comes after " +
                votesText(settings.voteReplicas, settings.durableVotesNs) + ", but votes are confirmed " +
                "either by the node's disk or by its replicas: leave out one of the two");
        }

        return with((draft) ->
        {
            draft.durableVotesNs = atMostNs;
            draft.voteReplicas = replicas;
        });
    }

    private static String votesText(final int replicas, final long atMostNs)
    {
        return replicas == 0 ? "durableVotes(" + DurationText.of(atMostNs) + ")" :
            "replicatedVotes(" + replicas + ", " + DurationText.of(atMostNs) + ")";
    }

    /**
     * How far a fencing token may be from a node's time, for locks {@link LockOptions#withFencing()}. Nodes
     * further away from the middle one do not grant them.
     *
     * @param value 10 s by default, at least 100 ms and less than half of {@link #fenceTtl(Duration)}; the
     *              same for all clients.
     * @return this.
     */
    public RedlockBuilder fenceWindow(final Duration value)
    {
        return withEngine((draft) -> draft.fenceWindowNs = Durations.toNanos("fenceWindow", value));
    }

    /**
     * How long nodes keep the last fencing token of a key that nobody uses. What they have forgotten they
     * cannot compare, so it must be longer than any clock can go back.
     *
     * @param value 7 days by default, more than two of {@link #fenceWindow(Duration)}, at most 1000 days; the
     *              same for all clients.
     * @return this.
     */
    public RedlockBuilder fenceTtl(final Duration value)
    {
        return withEngine((draft) -> draft.fenceTtlNs = Durations.toNanos("fenceTtl", value));
    }

    /**
     * The longest time to live that any client of these keys uses, {@link LockOptions#withTtl}, {@code
     * extend} and {@code releaseAfter} included. A node that may have forgotten locks does not vote for so
     * long, see {@link #quarantine}.
     *
     * @param value 60 s by default, 1 ms to a day; the same for all clients.
     * @return this.
     */
    public RedlockBuilder longestTtl(final Duration value)
    {
        return withEngine((draft) -> draft.longestTtlNs = Durations.toNanos("longestTtl", value));
    }

    /**
     * How carefully votes of nodes that may have forgotten locks are kept out.
     *
     * @param level {@link QuarantineLevel#RESTART} by default; the same for all clients of these keys.
     * @return this.
     */
    public RedlockBuilder quarantine(final QuarantineLevel level)
    {
        return withEngine((draft) -> draft.quarantine = level);
    }

    /**
     * For tests and demonstrations: nodes that this client meets for the first time have never been used, so
     * they vote at once, however young they are. A node that restarts later is in quarantine as usual.
     * <p>
     * At {@link QuarantineLevel#STRICT} it also declares the nodes, as {@link Operators#declareNodes} with
     * {@code inUse} does, before it connects to them. If that fails, as when one does not answer, a warning
     * says why, and nodes without a marker are refused.
     *
     * @return this.
     */
    public RedlockBuilder assumeNodesFresh()
    {
        return withEngine((draft) -> draft.areNodesFresh = true);
    }

    /**
     * The promise that each node still has all its keys after a restart, after a loss of power, too. Then it
     * votes at once. Redis keeps them with {@code appendonly yes}, {@code appendfsync always} and {@code
     * no-appendfsync-on-rewrite no}, on a disk that does not lie; with {@code appendonly yes} and {@code
     * appendfsync everysec}, too, if all locks of all clients have {@link #durableVotes(Duration)}. What a
     * node says of these settings is checked, and a warning if it is less; but not if {@link #defaults} ask
     * for durable votes on the disk. A node that was a replica meanwhile, or has lost its data in another
     * way, is in quarantine as usual, if it shows that. An append-only file does not show that its node was a
     * replica. So it is also the promise that no node restarts within {@link #longestTtl} of having been one,
     * unless {@link #assumeFailoversKeepKeys} is true of it.
     *
     * @return this.
     */
    public RedlockBuilder assumeNodesKeepKeys()
    {
        return with((draft) -> draft.areKeysKept = true);
    }

    /**
     * The promise, where nodes have replicas which are promoted on purpose, that a node which takes over has
     * all keys of locks that are still held: with {@link #replicatedVotes(int, Duration)} for all locks of
     * all clients, on as many replicas as there are, or because whoever promotes one starts no client before
     * {@link #longestTtl} has passed since.
     * <p>
     * Without it, a client that meets a node for the first time does not count its votes for {@link
     * #longestTtl}, if the node says that it was a replica once, or began with the snapshot of a master with
     * replicas ({@code master_replid2}, {@code second_repl_offset}): it does not say when that was. With it,
     * such a node is judged by the age of its process, or of its marker at {@link QuarantineLevel#STRICT}. A
     * client that knew the node before has it in quarantine either way.
     *
     * @return this.
     */
    public RedlockBuilder assumeFailoversKeepKeys()
    {
        return with((draft) -> draft.doFailoversKeepKeys = true);
    }

    /**
     * How long a connection may take to come up.
     *
     * @param value 2 s by default, at least 1 ms.
     * @return this.
     */
    public RedlockBuilder connectTimeout(final Duration value)
    {
        return withEngine((draft) -> draft.connectTimeoutNs = Durations.toNanos("connectTimeout", value));
    }

    /**
     * How long {@link #build()} waits for a quorum.
     *
     * @param value 2.5 s by default; zero to not wait, which only makes sense with {@link
     *              #startWithoutQuorum()}: no node is up at once, so {@code build()} always throws without.
     * @return this.
     */
    public RedlockBuilder startTimeout(final Duration value)
    {
        return with((draft) -> draft.startTimeoutNs = Durations.toNanos("startTimeout", value));
    }

    /**
     * How long {@link Redlock#close()} waits for releases to be confirmed. Also bounds calls without
     * patience, see {@link LockHandle#tryAcquire()}.
     *
     * @param value 1 s by default; zero to not wait.
     * @return this.
     */
    public RedlockBuilder closeTimeout(final Duration value)
    {
        return with((draft) -> draft.closeTimeoutNs = Durations.toNanos("closeTimeout", value));
    }

    /**
     * Lets {@link #build()} return without a quorum: the client connects to nodes when they come up or are
     * corrected, and until then attempts end with NO_QUORUM.
     *
     * @return this.
     */
    public RedlockBuilder startWithoutQuorum()
    {
        startsWithoutQuorum = true;

        return this;
    }

    /**
     * The receiver of news, instead of the default {@link LoggedEvents}: warnings about nodes are no longer
     * logged then, unless the receiver extends that class. {@link #addEvents} keeps it.
     *
     * @param value called on the engine thread.
     * @return this.
     */
    public RedlockBuilder events(final RedlockEvents value)
    {
        events = Objects.requireNonNull(value, "events");

        return this;
    }

    /**
     * Another receiver of news, beside the one that logs, or that of {@link #events}. Each hears all, in the
     * order in which they were added; what one throws keeps nothing from the others.
     *
     * @param value called on the engine thread.
     * @return this.
     */
    public RedlockBuilder addEvents(final RedlockEvents value)
    {
        otherEvents.add(Objects.requireNonNull(value, "events"));

        return this;
    }

    /**
     * The wall clock; for tests. It only shows that the monotonic clock stood still, when the process or its
     * machine was suspended: then leases end earlier.
     *
     * @param value the system's by default; with another monotonic clock, one that never differs from that.
     * @return this.
     */
    public RedlockBuilder wallClock(final EpochClock value)
    {
        return with((draft) -> draft.wall = Objects.requireNonNull(value, "wallClock"));
    }

    /**
     * The monotonic clock; for tests.
     *
     * @param value the system's by default.
     * @return this.
     */
    public RedlockBuilder clock(final NanoClock value)
    {
        return with((draft) -> draft.clock = Objects.requireNonNull(value, "clock"));
    }

    /**
     * Makes the client: opens the transport, connects, and waits for a quorum of nodes. A node that is down
     * or misconfigured is reported and tried again; it stops nothing while a quorum works. An interrupt does
     * not end the wait, which takes the start timeout at most; the thread stays interrupted.
     *
     * @return the client.
     * @throws NoQuorumException        if no quorum comes up in time; the message says why, node by node.
     * @throws RedlockMisuseException   if so many nodes are misconfigured that no quorum is possible.
     * @throws LimitReachedException    if this process lacks what a transport takes, such as a descriptor.
     * @throws IllegalArgumentException if a setting is wrong; the message has the value, the rule and the
     *                                  remedy.
     */
    public Redlock build()
    {
        final List<ClientSettings> ofEngines =
            IntStream.range(0, settings.engines).mapToObj(settings::ofEngine).toList();
        final RedlockEvents news = events == null ? new LoggedEvents() : events;
        final Log log = news instanceof LoggedEvents logged ? logged.log() : new Log();
        final List<ClientEvents> receivers = new ArrayList<>(List.of(news));
        receivers.addAll(otherEvents);
        receivers.stream().filter(LoggedEvents.class::isInstance).map(LoggedEvents.class::cast)
            .forEach(logged -> logged.serve(settings.keyPrefix));
        final List<Client> started = new ArrayList<>(ofEngines.size());
        boolean isGood = false;
        Emergency.rehearse();
        try
        {
            for (final ClientSettings ofEngine : ofEngines)
            {
                started.add(start(ofEngine, started.isEmpty(), List.copyOf(receivers)));
            }
            final Clients clients = new Clients(started);
            final String undeclared = clients.first().undeclared();
            if (undeclared != null)
            {
                log.write(System.Logger.Level.WARNING, UNDECLARED, settings.name, undeclared);
            }
            final List<NodeStatus> statuses = clients.awaitNodes();
            if (!startsWithoutQuorum)
            {
                check(statuses, clients.first().engine().quorum(), undeclared);
            }
            if (settings.engine.areNodesFresh)
            {
                log.write(System.Logger.Level.WARNING, FRESH, settings.name);
            }
            final Redlock redlock = new Redlock(clients, settings.name, defaults, log);
            isGood = true;

            return redlock;
        }
        finally
        {
            if (!isGood && !started.isEmpty())
            {
                new Clients(started).close();
                log.flush(log.deadlineNs(settings.closeTimeoutNs));
            }
        }
    }

    private static Client start(
        final ClientSettings ofEngine, final boolean isFirst, final List<ClientEvents> receivers)
    {
        try
        {
            return new Client(ofEngine, isFirst, receivers);
        }
        catch (final UncheckedIOException ex)
        {
            final LimitReachedException failure = new LimitReachedException(
                "the client cannot be built: " + ex.getMessage(), Outcome.NO_QUORUM, List.of());
            failure.initCause(ex);
            throw failure;
        }
    }

    /*
     * A node in quarantine will vote without anybody's help. A misconfigured one has been reported like any
     * other node that is not up.
     */
    private void check(
        final List<NodeStatus> statuses, final Quorum quorum, final @Nullable String undeclared)
    {
        if (quorum.isMetBy(NodeSet.of(statuses, NodeStatus::isConnected)))
        {
            return;
        }

        final String cause = undeclared == null ? "" :
            ". As fresh nodes, by assumeNodesFresh (in Spring Boot redlock.assume-nodes-fresh), they " +
            "were to be declared now, which failed: " + undeclared;
        final String wrong = Misconfiguration.of(statuses, quorum);
        if (wrong != null)
        {
            throw new RedlockMisuseException(wrong + cause, Outcome.NO_QUORUM, List.of());
        }

        final List<NodeStatus> missing =
            statuses.stream().filter(status -> !status.isConnected()).toList();
        throw new NoQuorumException("only " + (statuses.size() - missing.size()) + " of " + statuses.size() +
            " nodes came up, but " + quorum.required() + " are needed: " + join(missing) + "; " +
            (missing.stream().anyMatch(RedlockBuilder::isStarted) ? "put that right" : "start the nodes") +
            ", or build with startWithoutQuorum() (in Spring Boot redlock.start-without-quorum=true) and " +
            "let the client wait for them" + cause,
            Outcome.NO_QUORUM, List.of());
    }

    /*
     * It answers, or nobody knows, as our own process cannot ask it.
     */
    private static boolean isStarted(final NodeStatus status)
    {
        return status.state() == NodeStatus.State.REFUSED || status.isConfigurationError() ||
            status.detail().contains(NodeEvents.ANSWERS) || status.detail().contains(SocketWords.OURS);
    }

    private String join(final List<NodeStatus> statuses)
    {
        return String.join("; ", statuses.stream().map(this::text).toList());
    }

    private String text(final NodeStatus status)
    {
        return status.state() == NodeStatus.State.UNKNOWN ? status.node() + " was still connecting after " +
            DurationText.spaced(settings.startTimeoutNs) : status.toString();
    }
}
