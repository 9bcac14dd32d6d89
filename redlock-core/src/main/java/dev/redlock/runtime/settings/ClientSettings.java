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

import dev.redlock.admission.Agreement;
import dev.redlock.admission.ClientLabel;
import dev.redlock.admission.Deployment;
import dev.redlock.admission.MarkerRule;
import dev.redlock.engine.EngineContext;
import dev.redlock.engine.settings.DurabilityRule;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.settings.FenceRule;
import dev.redlock.engine.settings.TokenSource;
import dev.redlock.outcome.DurationText;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Quorum;
import dev.redlock.runtime.login.AskedCredentials;
import dev.redlock.runtime.tokens.CtrTokenSource;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Credentials;
import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.TlsOptions;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.TransportProvider;

/**
 * Everything that a client is made from, with sound defaults. The builder of the API fills in one of these,
 * has it checked, and makes clients from it. Each has a copy of its own, which it hands to nobody.
 */
public final class ClientSettings implements Cloneable
{
    /**
     * The engine keeps the time of a call. If it is this late, because a callback blocks it or it gets no
     * core, the caller leaves.
     */
    public static final long GRACE_NS = 50_000_000L;

    private static final long NS_PER_MS = 1_000_000;
    private static final long US_PER_MS = 1_000;
    private static final int BYTES_OF_A_LOCK = 350;
    private static final int BYTES_OF_A_LOCK_PER_NODE = 12;
    private static final int BYTES_IN_FLIGHT = 64;
    private static final int BYTES_OF_A_MB = 1_000_000;

    /** Thread name, and the beginning of what nodes show in CLIENT LIST. */
    public String name = "redlock";

    public List<NodeAddress> nodes = new ArrayList<>();

    /** Of all nodes whose address has none; null for none. */
    public Credentials credentials;
    public TlsOptions tls = TlsOptions.PLATFORM;

    /** Chooses the transport, when the client is made. */
    public Supplier<TransportProvider> transport = () -> Transports.choose(null);
    public Map<String, String> transportOptions = new HashMap<>();

    /** Whether the caller's thread drives the engine. */
    public boolean isInvoker;

    /** Engines that share the keys. */
    public int engines = 1;

    /** Makes the engine threads; null for those that the transport likes best. */
    public ThreadFactory threadFactory;

    /** What an engine thread does when it has nothing to do; null to block in the selector. */
    public Supplier<? extends IdleStrategy> idleStrategies;

    /** Whether the supplier has only one to give. */
    public boolean isIdleStrategyOne;

    /** How long a caller may look for its answer before it parks; 0 for a few looks only. */
    public long longestLookNs = 200_000;

    /** Votes needed; null for a majority. */
    public Integer quorum;
    public Drift drift = Drift.SPECIFICATION;

    /** Attempts, leases, and releases not yet confirmed by all nodes. */
    public int maxLocks = 8192;
    public int maxHandles = 65_536;
    public int maxInFlightPerNode = 4096;

    /** Commands on their way to the engine; a power of two. */
    public int ringCapacity = 4096;

    /** Put before every key. */
    public byte[] keyPrefix = {};

    /** Longest key, prefix included. */
    public int maxKeyBytes = 64 * 1024;

    /** How far a fencing token may be from a node's time, and how long its node keeps it. */
    public long fenceWindowNs = FenceRule.DEFAULT.windowNs();
    public long fenceTtlNs = FenceRule.DEFAULT.ttlNs();

    /** The longest time to live that any client of the deployment uses. */
    public long longestTtlNs = 60_000_000_000L;
    public QuarantineLevel quarantine = QuarantineLevel.RESTART;

    /** Whether nodes that are met first have never been used. */
    public boolean areNodesFresh;

    /** Whether a node that restarts has all keys that it had. */
    public boolean areKeysKept;

    /** Whether a node that takes over another's data has all keys that are still needed. */
    public boolean doFailoversKeepKeys;

    /** How long a durable vote may take, 0 for none; on so many replicas, 0 for the node's own disk. */
    public long durableVotesNs;
    public int voteReplicas;

    /** Whether the default options of locks ask for durable votes. */
    public boolean areLocksDurable;
    public long minNodeTimeoutNs = 50_000_000;
    public long maxNodeTimeoutNs = 250_000_000;
    public long connectTimeoutNs = 2_000_000_000;

    /** For a quorum of nodes to come up. */
    public long startTimeoutNs = 2_500_000_000L;

    /** For releases to be confirmed at the end. */
    public long closeTimeoutNs = 1_000_000_000;
    public NanoClock clock = SystemNanoClock.INSTANCE;

    /** Null for the system's, or for one that goes with the monotonic clock if that is not the system's. */
    public EpochClock wallClock;
    public Supplier<TokenSource> tokens = CtrTokenSource::new;

    /** Of random delays. */
    public LongSupplier seed = () -> new SecureRandom().nextLong();

    private EngineConfig engine;

    /**
     * Checks how the settings fit each other.
     *
     * @throws IllegalArgumentException if they do not; the message has the value, the rule and the remedy.
     */
    public void check()
    {
        checkNodes();
        checkLimits();
        checkNodeTimeouts();
        checkModes();
    }

    private void checkNodes()
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
    private void checkLimits()
    {
        final long perEngine = maxLocks * (BYTES_OF_A_LOCK + (long)BYTES_OF_A_LOCK_PER_NODE * nodes.size()) +
            (long)maxInFlightPerNode * nodes.size() * BYTES_IN_FLIGHT;
        final long neededMb = engines * perEngine / BYTES_OF_A_MB;
        final long heapMb = Runtime.getRuntime().maxMemory() / BYTES_OF_A_MB;
        if (neededMb > heapMb / 2)
        {
            throw new IllegalArgumentException("maxLocks is " + maxLocks + " and maxInFlightPerNode is " +
                maxInFlightPerNode + ", for which about " + neededMb + " MB are reserved at the start, but " +
                "the limit is half of the heap of " + heapMb + " MB: lower one of them, or give the JVM " +
                "more memory (-Xmx)");
        }
    }

    private void checkNodeTimeouts()
    {
        if (maxNodeTimeoutNs < minNodeTimeoutNs)
        {
            throw new IllegalArgumentException("maxNodeTimeout is " + DurationText.of(maxNodeTimeoutNs) +
                " but must not be less than minNodeTimeout, which is " + DurationText.of(minNodeTimeoutNs) +
                ": set both");
        }
    }

    private void checkModes()
    {
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
    }

    /**
     * What one of the engines is made from: a copy with a name of its own.
     */
    public ClientSettings ofEngine(final int index)
    {
        try
        {
            final ClientSettings copy = (ClientSettings)clone();
            copy.name = engines == 1 ? name : name + "-" + index;
            copy.nodes = nodes.stream().map(this::withCredentials).toList();
            copy.transportOptions = Map.copyOf(transportOptions);
            copy.engine = engineConfig();

            return copy;
        }
        catch (final CloneNotSupportedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    /**
     * The nodes and the votes needed.
     *
     * @return a majority by default.
     * @throws IllegalArgumentException if the quorum is less, or more than all.
     */
    public Quorum votes()
    {
        return quorum == null ? Quorum.majorityOf(nodes.size()) : new Quorum(nodes.size(), quorum);
    }

    /**
     * How nodes confirm that votes are durable.
     *
     * @return {@link DurabilityRule#NONE} if they do not.
     * @throws IllegalArgumentException if it is out of bounds.
     */
    public DurabilityRule durability()
    {
        return durableVotesNs == 0 ? DurabilityRule.NONE : new DurabilityRule(durableVotesNs, voteReplicas,
            new String(keyPrefix, StandardCharsets.UTF_8) + DurabilityRule.BARRIER);
    }

    private EngineConfig engineConfig()
    {
        return EngineConfig.builder(votes()).drift(drift)
            .maxAttempts(maxLocks).inFlightPerNode(maxInFlightPerNode)
            .minNodeTimeoutNs(minNodeTimeoutNs).maxNodeTimeoutNs(maxNodeTimeoutNs)
            .connectTimeoutNs(connectTimeoutNs).fence(new FenceRule(fenceWindowNs, fenceTtlNs))
            .quarantine(quarantine).longestTtlNs(longestTtlNs).areNodesFresh(areNodesFresh)
            .durability(durability()).build();
    }

    /**
     * Limits and times of the engine; null before {@link #ofEngine(int)}.
     */
    public EngineConfig engine()
    {
        return engine;
    }

    /**
     * What is expected of the markers of the nodes; null unless the quarantine is strict.
     */
    public MarkerRule markerRule()
    {
        return quarantine == QuarantineLevel.STRICT ? declarationRule() : null;
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
            votes.nodeCount(), votes.required(), longestTtlNs / NS_PER_MS);
    }

    /**
     * The wall clock. Whoever brings a monotonic clock that stops or jumps, for a test, and no wall clock,
     * wants no pauses to be seen in that.
     */
    public EpochClock wall()
    {
        final NanoClock monotonic = clock;
        final EpochClock ofMonotonic = () -> TimeUnit.NANOSECONDS.toMillis(monotonic.nanoTime());

        return wallClock != null ? wallClock :
            monotonic == SystemNanoClock.INSTANCE ? SystemEpochClock.INSTANCE : ofMonotonic;
    }

    /**
     * What nodes and other clients are told of this one.
     */
    public ClientLabel label()
    {
        final String version = ClientSettings.class.getPackage().getImplementationVersion();

        final Agreement agreement = Agreement.of(nodes, votes().required(), DurationText.of(longestTtlNs),
            quarantine.name().toLowerCase(Locale.ROOT), keyPrefix);

        return new ClientLabel(name, version == null ? "unreleased" : version, agreement);
    }

    /**
     * How long a call that names no patience of its own waits for the engine: the longer one of close timeout
     * and greatest node timeout (for a durable vote longer by what it may take), and the grace.
     */
    public long callTimeoutNs()
    {
        return Math.max(closeTimeoutNs, maxNodeTimeoutNs + durableVotesNs) + GRACE_NS;
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
            EngineContext.connections(engine, nodes), templates, engine.inFlightPerNode());
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
        moved.forEach((now, then) -> byPlace.put(placeOf(now), withCredentials(then)));
        final List<NodeAddress> places = nodes.stream().map(node ->
            Objects.requireNonNullElse(byPlace.remove(placeOf(node)), node)).toList();
        if (!byPlace.isEmpty())
        {
            throw new IllegalArgumentException("a node that is said to have moved is none of the nodes: " +
                byPlace.keySet().iterator().next() + "; name it as in the list, its new address first");
        }

        return places;
    }

    private NodeAddress withCredentials(final NodeAddress node)
    {
        return AskedCredentials.of(credentials == null || node.credentials() != Credentials.NONE ? node :
            node.with(credentials), clock, connectTimeoutNs);
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

        return new TransportContext(connections, templates, sized, tls, transportOptions);
    }
}
