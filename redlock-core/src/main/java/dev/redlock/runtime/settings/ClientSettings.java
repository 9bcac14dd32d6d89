// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.settings;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;

import dev.redlock.admission.login.ClientLabel;
import dev.redlock.admission.marker.Agreement;
import dev.redlock.admission.marker.Deployment;
import dev.redlock.admission.marker.MarkerRule;
import dev.redlock.engine.EngineContext;
import dev.redlock.engine.port.TokenSource;
import dev.redlock.engine.settings.AbstractDraft;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.DurabilityRule;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.settings.WaitRule;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.quorum.Quorum;
import dev.redlock.runtime.login.AskedCredentials;
import dev.redlock.runtime.login.AskedManagers;
import dev.redlock.runtime.tokens.CtrTokenSource;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Connection;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.TransportProvider;
import dev.redlock.spi.address.Credentials;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.text.DurationText;
import dev.redlock.text.Printable;

/**
 * Everything that a client is made from, as its {@link Draft} has checked it. Each engine has its own.
 *
 * @param name                thread name, and the beginning of what nodes show in CLIENT LIST.
 * @param nodes               at least one, none twice.
 * @param credentials         of all nodes whose address has none; null for none.
 * @param tls                 trust and client certificate.
 * @param transport           chooses the transport, when the client is made.
 * @param transportOptions    by name.
 * @param isInvoker           whether the caller's thread drives the engine.
 * @param engines             that share the keys.
 * @param threadFactory       makes the engine threads; null for those that the transport likes best.
 * @param idleStrategies      what an engine thread does when it has nothing to do; null to block in the
 *                            selector.
 * @param isIdleStrategyOne   whether the supplier has only one to give.
 * @param longestLookNs       how long a caller may look for its answer before it parks; 0 for a few looks
 *                            only.
 * @param maxHandles          open at a time.
 * @param keyPrefix           put before every key.
 * @param maxKeyBytes         longest key, prefix included.
 * @param areKeysKept         whether a node that restarts has all keys that it had.
 * @param doFailoversKeepKeys whether a node that takes over another's data has all keys that are still
 *                            needed.
 * @param defaults            options of locks that name none.
 * @param startTimeoutNs      for a quorum of nodes to come up.
 * @param closeTimeoutNs      for releases to be confirmed at the end.
 * @param clock               the monotonic one.
 * @param wall                the wall clock. The constructor takes null for the system's, or for one that
 *                            goes with the monotonic clock if that is not the system's.
 * @param tokens              makes the source of owner tokens.
 * @param seed                of random delays.
 * @param engine              limits and times of the engine.
 */
public record ClientSettings(String name, List<NodeAddress> nodes, Credentials credentials, TlsOptions tls,
    Supplier<TransportProvider> transport, Map<String, String> transportOptions, boolean isInvoker,
    int engines, ThreadFactory threadFactory, Supplier<? extends IdleStrategy> idleStrategies,
    boolean isIdleStrategyOne, long longestLookNs, int maxHandles, byte[] keyPrefix, int maxKeyBytes,
    boolean areKeysKept, boolean doFailoversKeepKeys, ClaimOptions defaults,
    long startTimeoutNs, long closeTimeoutNs, NanoClock clock, EpochClock wall, Supplier<TokenSource> tokens,
    LongSupplier seed, EngineConfig engine)
{
    /**
     * The engine keeps the time of a call. If it is this late, because a callback blocks it or it gets no
     * core, the caller leaves.
     */
    public static final long GRACE_NS = 50_000_000L;

    private static final long NS_PER_MS = 1_000_000;
    private static final long US_PER_MS = 1_000;
    private static final int BYTES_OF_A_LOCK = 440;
    private static final int BYTES_OF_A_LOCK_PER_NODE = 12;
    private static final int BYTES_IN_FLIGHT = 64;
    private static final int BYTES_OF_A_MB = 1_000_000;
    private static final int SHOWN_OF_A_LONG_NAME = 40;
    private static final int MOST_ENGINES = 64;
    private static final long LONGEST_LOOK_NS = NS_PER_MS;

    /**
     * Refuses what does not fit together.
     */
    public ClientSettings
    {
        checkLimits(engines, nodes.size(), engine);
        if (isInvoker && threadFactory != null)
        {
            throw new IllegalArgumentException("invoker mode has no engine thread to make: the thread that " +
                "builds the client drives it; leave out threadFactory() or invoker()");
        }
        if (idleStrategies != null && isIdleStrategyOne && engines > 1)
        {
            throw new IllegalArgumentException("one idle strategy was given for " + engines +
                " engines, but most strategies keep state per thread: give idleStrategy() a supplier, such " +
                "as a constructor");
        }
        if (isInvoker && engines > 1)
        {
            throw new IllegalArgumentException("invoker mode has one engine, which the calling thread " +
                "drives, but there are to be " + engines + ": leave out engines() or invoker()");
        }
        engine.check(defaults);
        nodes = nodes.stream().map((node) -> withCredentials(node, credentials, clock, engine)).toList();
        transportOptions = Map.copyOf(transportOptions);
        wall = wall == null ? wallOf(clock) : wall;
    }

    /*
     * Whoever brings a monotonic clock that stops or jumps, for a test,
     * wants no pauses to be seen in that.
     */
    private static EpochClock wallOf(final NanoClock clock)
    {
        return clock == SystemNanoClock.INSTANCE ? SystemEpochClock.INSTANCE :
            () -> TimeUnit.NANOSECONDS.toMillis(clock.nanoTime());
    }

    private static NodeAddress withCredentials(final NodeAddress node, final Credentials credentials,
        final NanoClock clock, final EngineConfig engine)
    {
        return AskedCredentials.of(credentials == null || node.credentials() != Credentials.NONE ? node :
            node.with(credentials), clock, engine.connectTimeoutNs());
    }

    private static void checkNodes(final List<NodeAddress> nodes)
    {
        if (nodes.isEmpty())
        {
            throw new IllegalArgumentException(
                "no nodes: name them with nodes(\"redis://host:port\", …); " +
                "five independent masters are the usual choice");
        }

        final Set<String> seen = new HashSet<>();
        for (final NodeAddress node : nodes)
        {
            if (!seen.add(placeOf(node)))
            {
                throw new IllegalArgumentException("node " + node.display() + " is named twice: a node has " +
                    "one vote, and a second address adds no fault tolerance; name it once");
            }
        }
    }

    /*
     * All memory is reserved at the start, so limits that do not fit then never will.
     */
    private static void checkLimits(final int engines, final int nodes, final EngineConfig engine)
    {
        final long perEngine =
            engine.maxLocks() * (BYTES_OF_A_LOCK + (long)BYTES_OF_A_LOCK_PER_NODE * nodes) +
            (long)engine.maxInFlightPerNode() * nodes * BYTES_IN_FLIGHT;
        final long neededMb = engines * perEngine / BYTES_OF_A_MB;
        final long heapMb = Runtime.getRuntime().maxMemory() / BYTES_OF_A_MB;
        if (neededMb > heapMb / 2)
        {
            throw new IllegalArgumentException("maxLocks is " + engine.maxLocks() +
                " and maxInFlightPerNode is " + engine.maxInFlightPerNode() + ", for which about " +
                neededMb + " MB are reserved at the start, but the limit is half of the heap of " + heapMb +
                " MB: lower one of them, or give the JVM more memory (-Xmx)");
        }
    }

    /**
     * What is expected of the markers of the nodes; null unless the quarantine is strict.
     */
    public MarkerRule markerRule()
    {
        return engine.quarantine() == QuarantineLevel.STRICT ? declarationRule() : null;
    }

    /**
     * What the markers of the nodes are declared with.
     */
    public MarkerRule declarationRule()
    {
        final SecureRandom random = new SecureRandom();

        return new MarkerRule(MarkerRule.key(keyPrefix), deployment(),
            () -> System.currentTimeMillis() * US_PER_MS, random::nextLong);
    }

    private Deployment deployment()
    {
        final Quorum votes = engine.quorum();

        return Deployment.ofUnknownNodes(
            votes.nodeCount(), votes.required(), engine.longestTtlNs() / NS_PER_MS);
    }

    /**
     * What nodes and other clients are told of this one.
     */
    public ClientLabel label()
    {
        final String version = ClientSettings.class.getPackage().getImplementationVersion();

        final Agreement agreement = Agreement.of(nodes, engine.quorum().required(),
            DurationText.of(engine.longestTtlNs()), engine.quarantine().name().toLowerCase(Locale.ROOT),
            keyPrefix);

        return new ClientLabel(name, version == null ? "unreleased" : version, agreement);
    }

    /**
     * How long a call that names no patience of its own waits for the engine: the longer one of close timeout
     * and greatest node timeout (for a durable vote longer by what it may take), and the grace.
     *
     * @param rounds which may follow each other before the engine has an answer; each has that time.
     */
    public long callTimeoutNs(final int rounds)
    {
        final long roundNs = engine.maxNodeTimeoutNs() + engine.durability().atMostNs();

        return GRACE_NS + Math.max(closeTimeoutNs, rounds * roundNs);
    }

    /**
     * What the supplier of the application gives for one thread.
     */
    public IdleStrategy newIdleStrategy()
    {
        return Objects.requireNonNull(idleStrategies.get(), "idle strategy from the supplier");
    }

    /**
     * What the transport of an engine is opened with.
     */
    public TransportContext transportContext(final List<CommandTemplate> templates)
    {
        return transportContext(
            EngineContext.connections(engine, nodes), templates, engine.maxInFlightPerNode());
    }

    /**
     * What a transport without templates is opened with.
     *
     * @param former where nodes have been: they come behind the nodes.
     */
    public TransportContext transportContext(final List<NodeAddress> former, final int inFlight)
    {
        final List<NodeAddress> places = new ArrayList<>(nodes);
        places.addAll(former);

        return transportContext(Connection.toEach(places, Connection.Role.INQUIRING), List.of(), inFlight);
    }

    /**
     * Where each node was when it was declared.
     *
     * @param moved address of then by address of now, of those that have moved.
     * @return one per node, by index.
     * @throws IllegalArgumentException if one that has moved is none of the nodes.
     */
    public List<NodeAddress> placesOf(final Map<NodeAddress, NodeAddress> moved)
    {
        final Map<String, NodeAddress> byPlace = new HashMap<>();
        moved.forEach((now, then) ->
            byPlace.put(placeOf(now), withCredentials(then, credentials, clock, engine)));
        final List<NodeAddress> places = nodes.stream().map(node ->
            Objects.requireNonNullElse(byPlace.remove(placeOf(node)), node)).toList();
        if (!byPlace.isEmpty())
        {
            throw new IllegalArgumentException("a node that is said to have moved is none of the nodes: " +
                byPlace.keySet().iterator().next() + "; name it as in the list, its new address first");
        }

        return places;
    }

    private static String placeOf(final NodeAddress node)
    {
        return node.socketPath() != null ? node.socketPath() : node.host() + ":" + node.port();
    }

    private TransportContext transportContext(
        final List<Connection> connections, final List<CommandTemplate> templates, final int inFlight)
    {
        final TransportLimits limits = TransportLimits.DEFAULT;
        final TransportLimits sized = new TransportLimits(inFlight, limits.unsentBytes(),
            limits.lineBytes(), limits.bulkBytes(), limits.elements(), limits.depth());

        return new TransportContext(connections, templates, sized,
            AskedManagers.of(tls, connections, clock, engine.connectTimeoutNs()), transportOptions);
    }

    /**
     * The name alone: the rest may have passwords in it.
     */
    @Override
    public String toString()
    {
        return "settings of '" + name + "'";
    }

    /**
     * The settings and their defaults. Only nodes have none.
     */
    public static final class Draft extends AbstractDraft<Draft, ClientSettings>
    {
        public String name = "redlock";
        public List<NodeAddress> nodes = List.of();
        public Credentials credentials;
        public TlsOptions tls = TlsOptions.PLATFORM;
        public Supplier<TransportProvider> transport = () -> Transports.choose(null);
        public Map<String, String> transportOptions = Map.of();
        public boolean isInvoker;
        public int engines = 1;
        public ThreadFactory threadFactory;
        public Supplier<? extends IdleStrategy> idleStrategies;
        public boolean isIdleStrategyOne;
        public long longestLookNs = 200_000;
        public int maxHandles = 65_536;
        public byte[] keyPrefix = {};
        public int maxKeyBytes = 64 * 1024;
        public boolean areKeysKept;
        public boolean doFailoversKeepKeys;
        public ClaimOptions defaults = new ClaimOptions.Draft().conclude();
        public long startTimeoutNs = 2_500_000_000L;
        public long closeTimeoutNs = 1_000_000_000;
        public NanoClock clock = SystemNanoClock.INSTANCE;
        public EpochClock wall;
        public Supplier<TokenSource> tokens = CtrTokenSource::new;
        public LongSupplier seed = () -> new SecureRandom().nextLong();

        /** Replaced and never changed: copies of this draft share it. */
        public EngineConfig.Draft engine = new EngineConfig.Draft();

        /** Votes needed; null for a majority. */
        public Integer quorum;

        /** How long a durable vote may take, 0 for none; on so many replicas, 0 for the node's own disk. */
        public long durableVotesNs;
        public int voteReplicas;

        /** Whether claims wait in line at the nodes, rather than try again. */
        public boolean waitsInLine;

        /**
         * What one of the engines is made from: it has a name of its own.
         */
        public ClientSettings ofEngine(final int index)
        {
            return with((draft) -> draft.name = engines == 1 ? name : name + "-" + index).conclude();
        }

        @Override
        protected void check()
        {
            if (name.isEmpty() || name.chars().anyMatch((c) -> c <= ' ' || c > '~'))
            {
                throw new IllegalArgumentException("client name '" +
                    Printable.of(name, SHOWN_OF_A_LONG_NAME) + "' must be printable ASCII without spaces, " +
                    "and not empty: nodes refuse others");
            }
            if (engines < 1 || engines > MOST_ENGINES)
            {
                throw new IllegalArgumentException("number of engines is " + engines + " but must be 1 to " +
                    MOST_ENGINES + ": one is enough for most, and each has a thread, and a connection per " +
                    "node");
            }
            if (longestLookNs > LONGEST_LOOK_NS)
            {
                throw new IllegalArgumentException("longestLook is " + DurationText.of(longestLookNs) +
                    " but must be at most " + DurationText.of(LONGEST_LOOK_NS) +
                    ": a caller that looks takes a core from those that work for it");
            }
            if (keyPrefix.length >= maxKeyBytes)
            {
                throw new IllegalArgumentException("key prefix is " + keyPrefix.length + " bytes long but " +
                    "must leave room for the rest of a key, which has " + maxKeyBytes + " bytes at the most");
            }
            if (maxHandles < 1)
            {
                throw new IllegalArgumentException("maxHandles is " + maxHandles + " but must be at least 1");
            }
        }

        private void checkLine()
        {
            final long leastNs = WaitRule.MOST_MS * NS_PER_MS;
            if (engine.longestTtlNs < leastNs)
            {
                throw new IllegalArgumentException("longestTtl is " + DurationText.of(engine.longestTtlNs) +
                    " but must be at least " + DurationText.of(leastNs) + " to wait in line: so long a " +
                    "node gives a lock to whoever is first; raise it in all clients, or leave out " +
                    "waitInLine()");
            }
            final int mostBytes =
                WaitRule.MOST_CHANNEL_BYTES - WaitRule.MAILBOXES.length() - WaitRule.MAILBOX_BYTES;
            if (keyPrefix.length > mostBytes)
            {
                throw new IllegalArgumentException("key prefix is " + keyPrefix.length + " bytes long but " +
                    "must have at most " + mostBytes + " to wait in line, as it begins the names of " +
                    "channels; use a shorter one, or leave out waitInLine()");
            }
        }

        @Override
        protected ClientSettings make()
        {
            checkNodes(nodes);
            if (waitsInLine)
            {
                checkLine();
            }
            final EngineConfig config = engine.with((draft) ->
            {
                draft.quorum =
                    quorum == null ? Quorum.majorityOf(nodes.size()) : Quorum.of(nodes.size(), quorum);
                draft.durability = durableVotesNs == 0 ? DurabilityRule.NONE :
                    new DurabilityRule(durableVotesNs, voteReplicas,
                        new String(keyPrefix, StandardCharsets.UTF_8) + DurabilityRule.BARRIER);
                draft.waiting = waitsInLine ?
                    new WaitRule(new String(keyPrefix, StandardCharsets.UTF_8) + WaitRule.MAILBOXES, name) :
                    WaitRule.NONE;
            }).conclude();

            return new ClientSettings(name, nodes, credentials, tls, transport, transportOptions, isInvoker,
                engines, threadFactory, idleStrategies, isIdleStrategyOne, longestLookNs, maxHandles,
                keyPrefix, maxKeyBytes, areKeysKept, doFailoversKeepKeys, defaults, startTimeoutNs,
                closeTimeoutNs, clock, wall, tokens, seed, config);
        }
    }
}
