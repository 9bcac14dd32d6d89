// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

import dev.redlock.engine.settings.DurabilityRule;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.settings.FenceRule;
import dev.redlock.engine.settings.WaitRule;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.proof.simulation.fault.Fault;
import dev.redlock.proof.simulation.fault.Reduction;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Quorum;

/**
 * What one history is made of, drawn from its seed: each is a world of its own kind, so that together they
 * come to places that no single set of probabilities would reach. Its text form names everything.
 * <p>
 * All times follow from the time to live, so that a history is as eventful with a long one as with a short.
 */
final class Swarm
{
    static final long MS = 1_000_000;
    static final String[] KEYS = {"orders", "stock"};

    /*
     * Numbers of nodes, and by how much the quorum exceeds the majority.
     */
    private static final int[][] SIZES =
    {
        {5, 0}, {5, 0}, {5, 0}, {5, 1}, {5, 1}, {4, 0}, {4, 0}, {3, 0}, {3, 0}, {3, 1}, {6, 0}, {7, 0},
        {7, 1}, {1, 0}, {2, 0}
    };
    private static final int[] TTLS_MS = {500, 1000, 2000, 5000, 10_000, 15_000, 30_000};

    /*
     * Two clocks that are off by this much in opposite directions use up nearly all of the allowance.
     */
    private static final long SPECIFIED_PPM = 4_900;
    private static final long PARANOID_PPM = 83_000;

    /*
     * Clocks of fenced locks must agree within the window, which is short where nodes may forget; and where a
     * clock may be set newcomers need others to compare it with.
     */
    private static final long AGREEING_PPM = 100;

    /*
     * Clocks that drift apart as far as PARANOID allows must not make all tokens implausible.
     */
    private static final FenceRule FENCE_RULE = new FenceRule(600_000 * MS, 24L * 3_600_000 * MS);

    /*
     * A quarantine lasts at least two windows, so these are short, and the clocks must not drift so far.
     */
    private static final FenceRule SHORT_RULE = new FenceRule(5_000 * MS, 24L * 3_600_000 * MS);
    private static final FenceRule SHORTEST_RULE = new FenceRule(1_000 * MS, 24L * 3_600_000 * MS);

    /*
     * A step is proved by what a client knew of the clock before: not to a client that is new, or was away
     * for very long; not if a step back hides it; and who is new must not take a young node for an old one.
     */
    private static final long LONGEST_STEPPED_NS = 2_000 * MS;
    private static final Set<Fault> NOT_WITH_STEPS = EnumSet.of(Fault.AMNESIA, Fault.STALE_SNAPSHOT,
        Fault.FLUSHALL, Fault.ROLE_FLAP, Fault.UNSEEN_FLAP, Fault.DEBUG_RELOAD, Fault.CLIENT_CRASH,
        Fault.CLOCK_STEP_BACK, Fault.FROZEN_CLOCK);

    /*
     * In these a client that stands still is told so by its wall clock, which must not be set back meanwhile.
     */
    private static final Set<Fault> NOT_WITH_SUSPENSION = EnumSet.of(Fault.CLIENT_CLOCK_STEP);

    /*
     * What nodes elsewhere say soon after shows that a machine stood still; they must be there to say it.
     */
    private static final Set<Fault> WITH_SHARED_MACHINES =
        EnumSet.of(Fault.DUPLICATION, Fault.SCRIPT_FLUSH, Fault.CLIENT_CRASH);
    private static final int LEAST_NODES_SHARED = 3;

    /*
     * Clocks that gain alike look like a pause of ours, but for a node elsewhere that does not; it must be
     * there to say so.
     */
    private static final int ALIKE_OF_HASTY = 3;

    /*
     * What was under way when the machine stopped shows the first part of the standstill: less than the
     * slack.
     */
    private static final long MOST_SPREAD_SHARED_NS = 6 * MS;

    private static final Set<Fault> FORGETTING = EnumSet.of(
        Fault.AMNESIA, Fault.FLUSHALL, Fault.STALE_SNAPSHOT, Fault.ROLE_FLAP, Fault.UNSEEN_FLAP,
        Fault.DEBUG_RELOAD);
    private static final Set<Fault> OTHER_CLOCK_FAULTS = EnumSet.of(
        Fault.CLOCK_RATE, Fault.CLOCK_STEP_BACK, Fault.FROZEN_CLOCK, Fault.CLIENT_CLOCK_STEP);
    private static final Set<Fault> ORDER_FAULTS = EnumSet.of(
        Fault.AMNESIA, Fault.CLIENT_CRASH, Fault.PARTITION, Fault.CLOCK_STEP_BACK);

    /*
     * A newcomer waits for two seconds and more before it counts votes, and then the lock must be held still.
     * Its wall clock must be right; and a node that forgets must not pass for an old one by its wrong clock.
     */
    private static final long LEAST_VISITED_NS = 5_000 * MS;
    private static final long VISITED_HEARTBEAT_NS = 500 * MS;
    private static final Set<Fault> NOT_WITH_NEWCOMERS = EnumSet.of(Fault.AMNESIA, Fault.STALE_SNAPSHOT,
        Fault.FLUSHALL, Fault.ROLE_FLAP, Fault.UNSEEN_FLAP, Fault.DEBUG_RELOAD, Fault.CLOCK_RATE,
        Fault.CLOCK_STEP_BACK, Fault.FROZEN_CLOCK, Fault.CLIENT_CLOCK_STEP);

    /*
     * Those that wait in line come to places that others do not if a lock is wanted all the time, and if a
     * key that is given outlives one that is taken.
     */
    private static final int[] WAITED_TTLS_MS = {20, 60, 200, 500, 1000, 2000, 5000};
    private static final long LONGEST_WAITED_NS = 400 * MS;
    private static final long LEAST_WAITED_STORM_NS = 8_000 * MS;
    private static final long LATEST_OF_LINES_NS = 4_000 * MS;
    private static final int LATEST_TTLS = 5;
    private static final int MESSAGES_BEFORE = 4;
    private static final long REACTION_NS = MS / 50;
    private static final long LINES = 0x369DEA0F31A53F85L;
    private static final long GUARDS = 0x5851F42D4C957F2DL;
    private static final long KINDS = 0x2545F4914F6CDD1DL;
    private static final int KINDS_OF_GUARDED = 4;
    private static final int HASTY_KIND = 0;
    private static final int SUSPENDED_KIND = 1;
    private static final int OTHER_KIND = 2;
    private static final int SHARED_OF_OTHERS = 3;
    private static final long FILES = 0x632BE59BD9B4E019L;
    private static final int EARLY_OF_DURABLE = 3;
    private static final int STORM_TTLS = 5;
    private static final int MOST_STRIKES = 3;

    final long seed;
    final Envelope envelope;
    final Reduction reduction;
    final Quorum quorum;
    final Drift drift;
    final int clients;
    final int workersPerClient;
    final int keys;
    final long ttlNs;
    final long longestTtlNs;
    final long maxHoldNs;
    final boolean isAutoExtended;
    final long thoughtNs;
    final long holdNs;
    final long delayNs;
    final long spreadNs;
    final long serviceNs;
    final long clockPpm;
    final long stormNs;
    final boolean isMinorityLost;
    final boolean isFenced;
    final DurabilityRule durability;
    final QuarantineLevel level;

    /**
     * Whether a clock may be set forward even for newcomers, because every grant tells the node's time.
     */
    final boolean isClockSet;

    /**
     * Whether nodes beat often enough that leases are filled up, and watched.
     */
    final boolean isTended;

    /**
     * Grants that an acquisition needs; 0 for a quorum.
     */
    final int minGrants;

    /**
     * Whether nodes' clocks are set forward, while all clients know them from before.
     */
    final boolean isStepped;

    /**
     * Whether nodes' clocks run far too fast for a while, and all clients know them from before.
     */
    final boolean isHasty;

    /**
     * Whether most of the clocks run too fast at one rate, all but the last at the most.
     */
    final boolean isHastyAlike;

    /**
     * Whether clients are suspended together with their monotonic clocks, and look at their wall clocks.
     */
    final boolean isSuspended;

    /**
     * Whether each client shares its machine with a node, and machines stand still with all their clocks.
     */
    final boolean isShared;

    /**
     * Whether a node confirms writes that are not on its disk, and is full when clients meet it.
     */
    final boolean isConfirmedEarly;

    /**
     * Whether clients start while nodes are down and a clock is wrong.
     */
    final boolean isVisited;

    /**
     * Whether all clocks are set back, so that later proposals are lower, while nodes lose their fences.
     */
    final boolean isOrderTried;

    /**
     * Mean time between two strikes of a fault anywhere; those that do not strike at all are not in it.
     */
    final Map<Fault, Long> everyNs = new EnumMap<>(Fault.class);

    /**
     * The fault that goes beyond the envelope; null inside.
     */
    final Fault sin;

    /**
     * The seed is mixed: generators with seeds in a row run along the same sequence if these are multiples of
     * its increment, and then the worlds of neighbours are copies of each other, moved by a draw.
     */
    private static SplittableRandom random(final long seed, final Envelope envelope)
    {
        return new SplittableRandom(new SplittableRandom(seed).nextLong() + envelope.ordinal());
    }

    Swarm(final long seed, final Envelope envelope, final Reduction reduction)
    {
        this.seed = seed;
        this.envelope = envelope;
        this.reduction = reduction;
        final SplittableRandom random = random(seed, envelope);
        final int[] size = SIZES[random.nextInt(SIZES.length)];
        quorum = Quorum.of(size[0], Quorum.majority(size[0]) + size[1]);
        final SplittableRandom kinds = new SplittableRandom(seed ^ KINDS);
        final boolean isMeasured = envelope.isGuarded() && kinds.nextInt(3) == 0;
        drift = random.nextInt(4) == 0 ? Drift.PARANOID : isMeasured ? Drift.MEASURED : Drift.SPECIFICATION;
        clients = Math.min(2 + random.nextInt(2), reduction.clients());
        workersPerClient = 1 + random.nextInt(2);
        keys = 1 + random.nextInt(2);
        final SplittableRandom lines = new SplittableRandom(seed ^ LINES);
        ttlNs = drawTtlNs(random, lines);
        longestTtlNs = drawLongestNs(random);
        maxHoldNs = ttlNs * (4 + random.nextInt(8));
        isAutoExtended = random.nextBoolean();
        thoughtNs = drawThoughtNs(random, lines);
        final long anyHoldNs = ttlNs / 10 + random.nextLong(ttlNs);
        holdNs = envelope.isWaiting() ? 1 + lines.nextLong(Math.min(ttlNs, LONGEST_WAITED_NS)) : anyHoldNs;
        // So that the shortest leases last for some round trips.
        delayNs = Math.min(random.nextLong(2 * MS), ttlNs / 20);
        final long drawnSpreadNs = random.nextLong(Math.max(1, Math.min(ttlNs / 50, 40 * MS)));
        serviceNs = random.nextInt(3) == 0 ? Math.min(random.nextLong(MS), ttlNs / 60) : 0;
        final SplittableRandom guards = new SplittableRandom(seed ^ envelope.levels().length * GUARDS);
        level = envelope.levels()[guards.nextInt(envelope.levels().length)];
        final SplittableRandom more = new SplittableRandom(~seed);
        isFenced = more.nextInt(4) == 0;
        isClockSet = isFenced && isGuarded() && guards.nextInt(3) == 0;
        final int ttls = STORM_TTLS + random.nextInt(STORM_TTLS);
        final boolean isToLoseMinority = random.nextBoolean();
        // With very short leases heartbeats would be all that happens.
        isTended = more.nextInt(3) == 0 && !isGuarded() && ttlNs >= TTLS_MS[0] * MS;
        minGrants = isToLoseMinority || envelope != Envelope.INSIDE || more.nextInt(4) != 0 ? 0 :
            quorum.nodeCount() - Math.max(0, quorum.tolerated() - 1);
        durability = envelope != Envelope.DURABLE ? DurabilityRule.NONE :
            new DurabilityRule(ttlNs / MS / 8 * MS, 0, DurabilityRule.BARRIER);
        sin = drawSin(random);
        isStepped = (isMarked() || drift.isMeasured()) && !isClockSet && !drift.equals(Drift.PARANOID) &&
            ttlNs <= LONGEST_STEPPED_NS && new SplittableRandom(~seed).nextBoolean();
        final int kind = !envelope.isGuarded() || isClockSet ? OTHER_KIND :
            kinds.nextInt(KINDS_OF_GUARDED);
        isHasty = kind == HASTY_KIND && !isStepped && tellsTime() && !drift.equals(Drift.PARANOID) &&
            (!isFenced || quorum.tolerated() > 0);
        isSuspended = sin == null && kind == SUSPENDED_KIND;
        isShared = envelope.isGuarded() && kind >= OTHER_KIND && !isClockWrong() &&
            quorum.nodeCount() >= LEAST_NODES_SHARED && kinds.nextInt(SHARED_OF_OTHERS) == 0;
        isHastyAlike = isHasty && !isFenced && quorum.nodeCount() >= LEAST_NODES_SHARED &&
            kinds.nextInt(ALIKE_OF_HASTY) == 0;
        isConfirmedEarly = drawsEarly();
        isVisited = kind >= OTHER_KIND && mayBeVisited();
        isMinorityLost = isToLoseMinority && !isShared && !isHastyAlike && !isConfirmedEarly;
        spreadNs = isShared || isHastyAlike ? drawnSpreadNs % MOST_SPREAD_SHARED_NS : drawnSpreadNs;
        clockPpm = isShared || isVisited || isFenced && isGuarded() ? AGREEING_PPM :
            drift == Drift.PARANOID ? PARANOID_PPM : SPECIFIED_PPM;
        isOrderTried = isFenced && isGuarded() && !isClockWrong() && !isSuspended && !isShared &&
            ttlNs <= LONGEST_STEPPED_NS;
        // A quarantine lasts for seconds, however short leases are.
        final long wholeStormNs = Math.max(ttlNs * ttls, leastStormNs());
        stormNs = reduction.stormTtls() < wholeStormNs / ttlNs ? ttlNs * reduction.stormTtls() : wholeStormNs;
        drawFaults(random, wholeStormNs);
    }

    private long drawTtlNs(final SplittableRandom random, final SplittableRandom lines)
    {
        final long anyNs = TTLS_MS[random.nextInt(TTLS_MS.length)] * MS;
        // Within the shortest ones no clock could be found out.
        final int shortest = envelope.isGuarded() ? 3 : 0;

        return !envelope.isWaiting() ? anyNs :
            WAITED_TTLS_MS[shortest + lines.nextInt(WAITED_TTLS_MS.length - shortest)] * MS;
    }

    private long drawLongestNs(final SplittableRandom random)
    {
        final boolean isLonger = random.nextBoolean();
        final long longestNs = envelope == Envelope.KEEPING ? 4 * ttlNs : isLonger ? 2 * ttlNs : ttlNs;

        return envelope.isWaiting() ? Math.max(longestNs, WaitRule.MOST_MS * MS) : longestNs;
    }

    private long drawThoughtNs(final SplittableRandom random, final SplittableRandom lines)
    {
        final long anyNs = ttlNs / 4 + random.nextLong(2 * ttlNs + clients * workersPerClient * keys * ttlNs);

        return envelope.isWaiting() ? 1 + lines.nextLong(LONGEST_WAITED_NS) : anyNs;
    }

    private long leastStormNs()
    {
        return Math.max(envelope.isWaiting() ? LEAST_WAITED_STORM_NS : 0,
            envelope.isGuarded() ? config().quarantineNs() : 0);
    }

    private boolean drawsEarly()
    {
        return durability.isGiven() && quorum.tolerated() > 0 &&
            new SplittableRandom(seed ^ FILES).nextInt(EARLY_OF_DURABLE) == 0;
    }

    /*
     * To what the history is about.
     */
    private void adaptFaults(final long wholeStormNs)
    {
        if (isFenced && !guardsAgainst(Fault.UNSEEN_FLAP))
        {
            // Where nodes forget nothing, order is looked at; there shall not be fewer of these histories.
            everyNs.remove(Fault.UNSEEN_FLAP);
        }
        if (isFenced && sin != Fault.DEBUG_RELOAD)
        {
            // As above. No level guards against it.
            everyNs.remove(Fault.DEBUG_RELOAD);
        }
        if (isOrderTried)
        {
            everyNs.keySet().removeIf((fault) -> FORGETTING.contains(fault) && !guardsAgainst(fault));
            final long oftenNs = !envelope.isGuarded() ? 2 * ttlNs :
                Math.max(2 * ttlNs, config().quarantineNs() / 4);
            ORDER_FAULTS.forEach((fault) -> everyNs.put(fault, oftenNs));
        }
        if (isShared || isHastyAlike)
        {
            everyNs.keySet().retainAll(WITH_SHARED_MACHINES);
        }
        if (isStepped || isHasty)
        {
            everyNs.keySet().removeAll(NOT_WITH_STEPS);
            everyNs.put(isStepped ? Fault.CLOCK_STEP_FORWARD : Fault.CLOCK_RATE, wholeStormNs / 2);
        }
        if (isSuspended)
        {
            everyNs.keySet().removeAll(NOT_WITH_SUSPENSION);
            everyNs.put(Fault.CLIENT_SUSPEND, wholeStormNs / 4);
        }
        if (isVisited)
        {
            everyNs.keySet().removeAll(NOT_WITH_NEWCOMERS);
            everyNs.put(Fault.NEWCOMER, wholeStormNs / 4);
        }
        if (isShared)
        {
            everyNs.put(Fault.MACHINE_PAUSE, wholeStormNs / 4);
        }
        everyNs.keySet().removeAll(reduction.without());
    }

    private Fault drawSin(final SplittableRandom random)
    {
        final Fault[] sins = envelope.faults().toArray(new Fault[0]);
        final Fault drawn = sins[random.nextInt(sins.length)];

        return envelope == Envelope.BEYOND ? drawn : null;
    }

    private void drawFaults(final SplittableRandom random, final long wholeStormNs)
    {
        for (final Fault fault : Fault.values())
        {
            final boolean isOn = random.nextInt(4) < 1;
            final long fewNs = wholeStormNs / (1 + random.nextInt(MOST_STRIKES));
            final boolean isPossible = fault != Fault.CLIENT_SUSPEND && fault != Fault.MACHINE_PAUSE &&
                fault != Fault.NEWCOMER && (fault != Fault.MESSAGES || envelope.isWaiting()) &&
                (isClockSet ? !OTHER_CLOCK_FAULTS.contains(fault) : fault != Fault.CLOCK_STEP_FORWARD);
            if (fault == sin)
            {
                everyNs.put(fault, wholeStormNs / (fault == Fault.CLIENT_SUSPEND ? 10 : 100));
            }
            else if (isOn && isPossible && !reduction.without().contains(fault))
            {
                everyNs.put(fault, envelope.isGuarded() || !guardsAgainst(fault) ? fewNs :
                    Math.max(fewNs, 2 * config().quarantineNs()));
            }
        }
        adaptFaults(wholeStormNs);
    }

    /**
     * Whether the level guards against a fault, so that it may strike as often as it likes.
     */
    boolean guardsAgainst(final Fault fault)
    {
        return switch (fault)
        {
            case AMNESIA, STALE_SNAPSHOT, UNSEEN_FLAP -> isGuarded();
            case FLUSHALL, ROLE_FLAP -> isMarked();
            case CLOCK_STEP_FORWARD -> isClockSet || isStepped;
            case CLIENT_SUSPEND -> isSuspended;
            default -> false;
        };
    }

    /**
     * Whether nodes keep the fences of their locks, and close all tokens: with a short window a release may
     * come before its token is plausible.
     */
    boolean keepsFences()
    {
        return isFenced && !isGuarded() && !durability.isGiven() &&
            Collections.disjoint(everyNs.keySet(), FORGETTING);
    }

    /**
     * Whether tokens have the order of the locks: nodes keep their fences, or are in quarantine for so long
     * that no lower token is plausible any more.
     */
    boolean keepsOrder()
    {
        return isFenced && !durability.isGiven() && FORGETTING.stream().allMatch(
            (fault) -> guardsAgainst(fault) || !everyNs.containsKey(fault));
    }

    /**
     * Whether nodes that have forgotten something are kept out.
     */
    boolean isGuarded()
    {
        return level != QuarantineLevel.OFF;
    }

    /**
     * Whether nodes' clocks are wrong by more than the drift profile covers.
     */
    boolean isClockWrong()
    {
        return isClockSet || isStepped || isHasty || isVisited;
    }

    /*
     * The nodes that a lock does not need must be just too few to get it.
     */
    private boolean mayBeVisited()
    {
        final boolean isBareMajority = quorum.nodeCount() >= LEAST_NODES_SHARED &&
            quorum.nodeCount() % 2 == 1 && quorum.safetyMargin() == 0;

        return envelope.isGuarded() && !isShared && !isFenced && !isClockWrong() && tellsTime() &&
            ttlNs >= LEAST_VISITED_NS && isBareMajority && !drift.equals(Drift.PARANOID) && clients > 1;
    }

    /**
     * Whether every grant carries the time of its node.
     */
    boolean tellsTime()
    {
        return isFenced || isMarked() || drift.isMeasured();
    }

    /**
     * Whether clients look at their wall clocks to see whether they stood still.
     */
    boolean looksAtWall()
    {
        return isClockSet || isSuspended || isVisited;
    }

    /**
     * Whether it ends with a calm; not if nodes forget as they like inside {@link Envelope#INSIDE}.
     */
    boolean hasCalm()
    {
        return envelope.isGuarded() || envelope.isStrict() && !isGuarded();
    }

    /**
     * Whether nodes have markers.
     */
    boolean isMarked()
    {
        return level == QuarantineLevel.STRICT;
    }

    /**
     * How long after the storm everything has arrived that was late or repeated in it, and is over that it
     * has brought about: a place in line, and a key that was given for it.
     */
    long latestNs()
    {
        return Math.max(LATEST_TTLS * ttlNs, envelope.isWaiting() ? LATEST_OF_LINES_NS : 0);
    }

    /**
     * How long a message takes one way when all is well, and until it has been looked at: behind some others,
     * perhaps.
     */
    long tripNs()
    {
        return delayNs + spreadNs + MESSAGES_BEFORE * (serviceNs + REACTION_NS);
    }

    /**
     * How long a worker waits for a lock at the most.
     */
    long longestWaitNs()
    {
        return envelope.isWaiting() ? Math.max(2 * ttlNs, LEAST_WAITED_STORM_NS / 2) : 2 * ttlNs;
    }

    FenceRule fenceRule()
    {
        return !isGuarded() ? FENCE_RULE : isFenced ? SHORT_RULE : SHORTEST_RULE;
    }

    /**
     * Longer than any promise can bind, by whatever clock.
     */
    long longestPromiseNs()
    {
        return longestTtlNs + longestTtlNs / 10;
    }

    EngineConfig config()
    {
        final long heartbeatNs = isVisited ? VISITED_HEARTBEAT_NS :
            isTended || isHasty || isShared ? ttlNs / 4 :
            isMarked() ? ttlNs : 3 * ttlNs;

        return new EngineConfig.Draft().with((set) ->
        {
            set.quorum = quorum;
            set.quarantine = level;
            set.drift = drift;
            set.maxLocks = 16;
            set.maxInFlightPerNode = 16;
            set.minNodeTimeoutNs = 5 * MS;
            set.maxNodeTimeoutNs = 250 * MS;
            set.heartbeatNs = heartbeatNs;
            set.silenceNs = 3 * ttlNs;
            set.maxReconnectNs = Math.max(500 * MS, Math.min(ttlNs, 2000 * MS));
            set.longestTtlNs = longestTtlNs;
            set.fenceWindowNs = fenceRule().windowNs();
            set.fenceTtlNs = fenceRule().ttlNs();
            set.durability = durability;
            set.waiting = envelope.isWaiting() ? new WaitRule(WaitRule.MAILBOXES, "client") : WaitRule.NONE;
        }).conclude();
    }

    /**
     * How long it may take, at the worst, until clients have found out which of their connections are dead,
     * and have made new ones.
     */
    long recoveryNs()
    {
        final EngineConfig config = config();

        return 2 * (config.silenceNs() + config.heartbeatNs() + config.connectTimeoutNs() +
            2 * config.maxReconnectNs());
    }

    /**
     * How long it takes after a standstill of a machine until the nodes elsewhere have told of it.
     */
    long learningNs()
    {
        return 2 * config().heartbeatNs() + 2 * config().maxNodeTimeoutNs();
    }

    @Override
    public String toString()
    {
        final TreeMap<String, Object> words = new TreeMap<>();
        everyNs.forEach((fault, every) -> words.put(fault.label(), every / MS + " ms"));

        return envelope + (sin == null ? "" : " with " + sin.label()) + ", quorum " + quorum +
            ", drift " + drift.partsPerMillion() + " ppm, clocks within " +
            clockPpm + " ppm, " + clients + " clients of " + workersPerClient + " workers, " + keys +
            " keys, ttl " + ttlNs / MS + " ms, longest " + longestTtlNs / MS + " ms, hold up to " +
            maxHoldNs / MS + " ms" + (isAutoExtended ? " extended" : "") + ", think " + thoughtNs / MS +
            " ms, work " + holdNs / MS + " ms, delay " + delayNs + "+" + spreadNs + " ns, service " +
            serviceNs + " ns, storm " + stormNs / MS + " ms" +
            (isMinorityLost ? ", then without a minority" : "") +
            (isConfirmedEarly ? ", one confirms early" : "") + (isFenced ? ", fenced" : "") +
            (isTended ? ", tended" : "") + (minGrants == 0 ? "" : ", at least " + minGrants + " grants") +
            (isGuarded() ? ", quarantine " + level : "") + (isClockSet ? ", clocks are set" : "") +
            (isStepped ? ", clocks step" : "") + (isHasty ? ", clocks run too fast" : "") +
            (isHastyAlike ? " alike" : "") +
            (isSuspended ? ", clients are suspended" : "") +
            (isVisited ? ", newcomers" : "") +
            (isShared ? ", machines stand still" : "") + (drift.isMeasured() ? ", measured" : "") +
            ", faults every " + words;
    }
}
