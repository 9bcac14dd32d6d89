// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.text.DurationText;

/**
 * How a lock is acquired and held. Immutable; every {@code with…} returns a changed copy.
 * <p>
 * <b>Sizing the time to live:</b> add the longest normal work under the lock, the time of an acquisition, and
 * the allowance for clocks (1 % and 2 ms by default). A time to live longer than the work is simpler and
 * safer than automatic extension.
 */
public final class LockOptions
{
    /**
     * 30 s to live; no minimum validity; any number of attempts within the caller's patience, 1 ms plus a
     * growing random part of up to 16 ms apart; no automatic extension; at most 10 minutes of hold with all
     * extensions.
     */
    public static final LockOptions DEFAULT = new LockOptions(new ClaimOptions.Draft());

    private static final Duration SHORTEST_TTL = Duration.ofMillis(1);
    private static final Duration LONGEST_TTL = Duration.ofMillis(ClaimOptions.MAX_TTL_MS);

    private final ClaimOptions.Draft settings;

    /*
     * Made on first use, as settings need not fit each other before. Many handles share one; if two threads
     * each make one, either will do.
     */
    private @Nullable ClaimOptions concluded;

    private LockOptions(final ClaimOptions.Draft settings)
    {
        this.settings = settings;
    }

    /**
     * The time to live of the key on the nodes.
     *
     * @param value 1 ms to a day, in whole milliseconds (rounded down). Raises a shorter maximum hold.
     * @return the changed options.
     */
    public LockOptions withTtl(final Duration value)
    {
        checkTtl(value);

        return with((draft) ->
        {
            draft.ttlNs = value.toNanos();
            draft.maxHoldNs = Math.max(draft.maxHoldNs, draft.ttlNs);
        });
    }

    /**
     * The minimum validity: a lock won with less is given back, with the outcome TOO_LATE.
     *
     * @param value less than the time to live.
     * @return the changed options.
     */
    public LockOptions withMinValidity(final Duration value)
    {
        return with((draft) -> draft.minValidityNs = Durations.toNanos("minimum validity", value));
    }

    /**
     * The most attempts of one acquisition, whatever patience is left.
     *
     * @param value at least 1.
     * @return the changed options.
     */
    public LockOptions withMaxAttempts(final int value)
    {
        return with((draft) -> draft.maxAttempts = value);
    }

    /**
     * The least delay between attempts, if an attempt does not take longer itself; see {@link
     * #withRetrySpread(Duration)} for the random part.
     *
     * @param least 1 ms by default. Raises a shorter spread.
     * @return the changed options.
     */
    public LockOptions withRetryDelay(final Duration least)
    {
        return with((draft) ->
        {
            draft.minRetryNs = Durations.toNanos("retry delay", least);
            draft.maxRetryNs = Math.max(draft.maxRetryNs, draft.minRetryNs);
        });
    }

    /**
     * The random part of the delay between attempts: clients that collide need different delays. Its bound
     * doubles with each attempt up to this value. After attempts that are lost to failing nodes it grows to
     * 250 ms, until a node comes back.
     *
     * @param most 16 ms by default; not less than the least delay.
     * @return the changed options.
     */
    public LockOptions withRetrySpread(final Duration most)
    {
        return with((draft) -> draft.maxRetryNs = Durations.toNanos("retry spread", most));
    }

    /**
     * Lets the client extend the lease at every third of the time to live, for a bounded time; in invoker
     * mode only while the owner polls.
     *
     * @param newMaxHold how far after the acquisition the validity may reach.
     * @return the changed options.
     */
    public LockOptions withAutoExtend(final Duration newMaxHold)
    {
        return with((draft) ->
        {
            draft.autoExtend = true;
            draft.maxHoldNs = Durations.toPositiveNanos("maximum hold", newMaxHold);
        });
    }

    /**
     * Bounds all extensions, manual ones included: otherwise a stuck holder could keep the lock for ever.
     *
     * @param newMaxHold how far after the acquisition the validity may reach; at least the time to live.
     * @param count      most extensions per term; 0 for none.
     * @return the changed options.
     */
    public LockOptions withMaxHold(final Duration newMaxHold, final int count)
    {
        return with((draft) ->
        {
            draft.maxHoldNs = Durations.toPositiveNanos("maximum hold", newMaxHold);
            draft.maxExtensions = count;
        });
    }

    /**
     * Asks for a fencing token with each lock, in the same round trip: a number that grows with each holder
     * of the key. A resource that refuses a number below the highest it has seen is safe from a holder that
     * lost its lock and does not know. Costs the nodes about ten times the work of a plain lock, and a key
     * each, {@code <key>:fence}, that stays for days; see docs/fencing.md.
     * <p>
     * All clients of a key must use it, or none.
     * <p>
     * Tokens are in order as long as at most 2Q - N - 1 nodes have forgotten their fences: none of three or
     * five with a majority. Beyond that, order rests on clocks of the nodes that agree better than the time
     * between two grants: at level {@code OFF} however nodes forget; at {@code RESTART} if their data goes
     * while they run ({@code FLUSHALL}, {@code SWAPDB}, a moment as a replica); at every level,
     * {@code STRICT} too, if {@code <key>:fence} alone is deleted.
     *
     * @return the changed options.
     * @see Lease#fencingToken()
     */
    public LockOptions withFencing()
    {
        return with((draft) -> draft.isFenced = true);
    }

    /**
     * The grants that an acquisition needs, if more than the quorum: a lock that begins with more survives
     * more nodes that forget its key. With fewer it ends with NO_QUORUM or CONTENDED, even if a quorum
     * granted. Once won, the lease lasts as long as a quorum stands: see {@link Lease#grants()}.
     *
     * @param value the quorum to the number of nodes of the client, which refuses others.
     * @return the changed options.
     */
    public LockOptions withMinGrants(final int value)
    {
        if (value < 1)
        {
            throw new IllegalArgumentException("minimum of grants is " + value +
                " but must be at least the quorum; leave it out to need no more than that");
        }

        return with((draft) -> draft.minGrants = value);
    }

    /**
     * Counts a node's grant only once the node has confirmed that it is durable, in the way and the time that
     * {@link RedlockBuilder#durableVotes} or {@link RedlockBuilder#replicatedVotes} says. What is not
     * confirmed in time is a fault, and is released. So is an extension: the lease lasts as long as the
     * confirmed votes. Releases are not waited for; a node that loses one keeps the key for its time to live.
     * <p>
     * Nodes that restart with what is on their disks have not forgotten such a lock, even if power was lost.
     * They have if a disk lies or is exchanged, or a backup is restored. A node that restarts is in
     * quarantine all the same, unless {@link RedlockBuilder#assumeNodesKeepKeys} says otherwise, which is
     * right if all locks of all clients on these nodes have durable votes.
     * <p>
     * An acquisition takes as long as the disks. Other locks of the client wait for nothing.
     *
     * @return the changed options.
     */
    public LockOptions withDurableVotes()
    {
        return with((draft) -> draft.isDurable = true);
    }

    /**
     * Watches the lock while it is held: with each heartbeat, every half second, its nodes are asked whether
     * they still have the key. If it was deleted, flushed or evicted on so many that less than a quorum is
     * left, the loss is told then, not with the next extension or at the end of the term. Under a fencing
     * token a deleted key comes back instead, where nobody else was granted it since. Does not prolong the
     * lease. Costs each node a script per lease and half second.
     *
     * @return the changed options.
     */
    public LockOptions withWatch()
    {
        return with((draft) -> draft.isWatched = true);
    }

    private LockOptions with(final Consumer<ClaimOptions.Draft> change)
    {
        return new LockOptions(settings.with(change));
    }

    private static void checkTtl(final Duration ttl)
    {
        requireNonNull(ttl, "time to live");
        if (ttl.compareTo(SHORTEST_TTL) < 0 || ttl.compareTo(LONGEST_TTL) > 0)
        {
            throw new IllegalArgumentException("time to live is " + Durations.text(ttl) + " but must be " +
                Durations.text(SHORTEST_TTL) + " to " + Durations.text(LONGEST_TTL) +
                ": nodes count in whole milliseconds, and a key that nobody releases stays that long");
        }
    }

    /**
     * The time to live.
     *
     * @return as configured.
     */
    public Duration ttl()
    {
        return Duration.ofNanos(settings.ttlNs);
    }

    /**
     * The minimum validity.
     *
     * @return as configured.
     */
    public Duration minValidity()
    {
        return Duration.ofNanos(settings.minValidityNs);
    }

    /**
     * How far the validity can reach after the acquisition.
     *
     * @return as configured; ten years at the most.
     */
    public Duration maxHold()
    {
        return Duration.ofNanos(settings.maxHoldNs);
    }

    /**
     * Whether the client extends leases automatically.
     *
     * @return true if so.
     */
    public boolean isAutoExtend()
    {
        return settings.autoExtend;
    }

    /**
     * Whether locks come with fencing tokens.
     *
     * @return true if so.
     */
    public boolean isFenced()
    {
        return settings.isFenced;
    }

    /**
     * The grants that an acquisition needs.
     *
     * @return 0 for the quorum.
     */
    public int minGrants()
    {
        return settings.minGrants;
    }

    /**
     * Whether grants count only once they are durable.
     *
     * @return true if so.
     */
    public boolean isDurable()
    {
        return settings.isDurable;
    }

    /**
     * Whether nodes are asked with every heartbeat if they still have the key.
     *
     * @return true if so.
     */
    public boolean isWatched()
    {
        return settings.isWatched;
    }

    /**
     * Checks that the settings fit each other; before, they need not.
     */
    ClaimOptions conclude()
    {
        @Nullable ClaimOptions options = concluded;
        if (options == null)
        {
            options = settings.conclude();
            concluded = options;
        }

        return options;
    }

    @Override
    public String toString()
    {
        return "time to live " + DurationText.of(settings.ttlNs) +
            ", minimum validity " + DurationText.of(settings.minValidityNs) +
            ", at most " + settings.maxAttempts + " attempts, " + DurationText.of(settings.minRetryNs) +
            " and up to " + DurationText.of(settings.maxRetryNs) + " apart, " +
            (settings.autoExtend ? "extended automatically" : "not extended automatically") +
            ", held for " + DurationText.of(settings.maxHoldNs) +
            " and extended " + settings.maxExtensions + " times at the most" +
            (settings.isFenced ? ", fenced" : "") +
            (settings.minGrants > 0 ? ", won with at least " + settings.minGrants + " grants" : "") +
            (settings.isDurable ? ", by durable votes" : "") +
            (settings.isWatched ? ", watched" : "");
    }
}
