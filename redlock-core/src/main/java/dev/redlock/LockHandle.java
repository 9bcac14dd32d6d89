// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.redlock.engine.claim.Claim;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.client.Clients;
import dev.redlock.runtime.client.Handle;
import dev.redlock.spi.ErrorCode;

/**
 * A reusable way to one key. After their first use, methods that acquire, extend or release do not allocate.
 * <p>
 * <b>Terms.</b> Each successful acquisition is a <em>term</em> with a stamp, a positive number that grows.
 * All operations name a term, so a late release or extension of an earlier term does nothing, and says so.
 * Ownership depends on the term alone, never on the thread: callbacks, virtual threads and reactors may pass
 * a term on.
 * <p>
 * <b>Threads.</b> All methods may be called from any thread (in invoker mode: from the owner), but a handle
 * carries one acquisition at a time: acquiring while it is held, or from two threads at once, gives {@link
 * Outcome#ALREADY_HELD} or {@link Outcome#BUSY}, never a success. Use one handle per contender; handles of
 * the same key wait for each other inside the client without asking the nodes.
 * <p>
 * <b>Results.</b> Methods that return a {@code long} return the stamp of a term, or the negative code of an
 * {@link Outcome}: see {@link Outcome#of(long)}.
 */
public final class LockHandle implements AutoCloseable
{
    private final Clients clients;
    private final Handle handle;
    private final LockOptions options;

    LockHandle(
        final Clients clients, final String key, final LockOptions options, final LockListener listener)
    {
        this.clients = clients;
        this.options = options;
        handle = new Handle(clients.of(key), key, options.conclude(), this, listener);
    }

    /**
     * One attempt, one round trip; waits only for its outcome. In dedicated mode it ends with {@link
     * Outcome#TIMED_OUT} at the latest 50 ms after the longer of close timeout and greatest node timeout,
     * even if the engine thread is blocked; likewise {@link #extend(long)} with {@link Outcome#INCONCLUSIVE}
     * and {@link #release(long)} with {@link Outcome#UNKNOWN}. The node timeout is longer by the time of
     * {@link RedlockBuilder#durableVotes} where that is set, and counts four times for a fenced attempt,
     * which may have to propose four tokens. Until the engine handles an attempt or extension
     * that was left in this way, another of its kind gets {@link Outcome#BUSY}, and another release does not
     * wait: {@link Outcome#UNKNOWN}. A lock that a left attempt wins is released.
     *
     * @return the stamp of the new term, or the code of an outcome.
     */
    public long tryAcquire()
    {
        try
        {
            return handle.acquire(0, false);
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError("an uninterruptible wait was interrupted", ex);
        }
    }

    /**
     * Attempts until the lock is won or the time is over, and waits in between. In dedicated mode it ends at
     * most 50 ms late, even if the engine thread is blocked, see {@link #tryAcquire()}. A handle knows no
     * threads: a thread that holds the lock by another handle or a lease waits here like any other, unlike in
     * {@link Redlock#acquire(String, Duration)}.
     *
     * @param within the caller's patience; zero for a single attempt.
     * @return the stamp of the new term, or the code of an outcome.
     * @throws InterruptedException if the thread is interrupted; nothing is held then.
     */
    public long acquire(final Duration within) throws InterruptedException
    {
        return handle.acquire(Durations.toNanos("patience", within), true);
    }

    /**
     * As {@link #acquire(Duration)}, without an object for the time.
     *
     * @param withinNs the caller's patience in nanoseconds; 0 or less for a single attempt.
     * @return the stamp of the new term, or the code of an outcome.
     * @throws InterruptedException if the thread is interrupted; nothing is held then.
     */
    public long acquireNs(final long withinNs) throws InterruptedException
    {
        return handle.acquire(Math.max(0, withinNs), true);
    }

    /**
     * Starts an acquisition; the handle's {@link LockListener} gets the outcome.
     *
     * @param within the caller's patience; zero for a single attempt.
     * @return STARTED, or why not (the listener is not called then).
     */
    public Outcome acquireAsync(final Duration within)
    {
        return handle.acquireAsync(Durations.toNanos("patience", within), Handle.NO_ACTION);
    }

    /**
     * As {@link #acquireAsync(Duration)}, without an object for the time.
     *
     * @param withinNs the caller's patience in nanoseconds; 0 or less for a single attempt.
     * @return STARTED, or why not (the listener is not called then).
     */
    public Outcome acquireAsyncNs(final long withinNs)
    {
        return handle.acquireAsync(Math.max(0, withinNs), Handle.NO_ACTION);
    }

    /**
     * Cancels a running acquisition; it ends with {@link Outcome#CANCELLED} unless it has just ended.
     */
    public void cancel()
    {
        handle.cancel();
    }

    /**
     * Extends a term to the configured time to live from now, and waits for the outcome. Never shortens the
     * validity. Brings a lost key back only under a fencing token, where the node's fence proves that nobody
     * else was granted it since.
     *
     * @param term to extend.
     * @return EXTENDED; LOST; INCONCLUSIVE: the old deadline stands, try again; MAX_HOLD_REACHED; STALE_TERM.
     */
    public Outcome extend(final long term)
    {
        return handle.extend(term, 0);
    }

    /**
     * Extends a term to another time to live from now, and waits for the outcome.
     *
     * @param term to extend.
     * @param ttl  new time to live, in whole milliseconds.
     * @return see {@link #extend(long)}.
     */
    public Outcome extend(final long term, final Duration ttl)
    {
        return handle.extend(term, options.withTtl(ttl).conclude().ttlMs());
    }

    /**
     * Starts an extension; the handle's {@link LockListener} gets the outcome.
     *
     * @param term to extend.
     * @return STARTED, or why not (the listener is not called then).
     */
    public Outcome extendAsync(final long term)
    {
        return handle.extendAsync(term, 0);
    }

    /**
     * Releases a term and waits until a quorum of nodes certainly does not have it. The lock stops being held
     * with the call.
     *
     * @param term to release.
     * @return RELEASED; EXPIRED: the validity had ended before, without waiting for the nodes if this call
     *         found so; UNKNOWN: not confirmed, the client keeps trying; CLOSED: the client was closed
     *         before; STALE_TERM.
     */
    public Outcome release(final long term)
    {
        return handle.release(term);
    }

    /**
     * Releases a term, but has the nodes keep the key for a while: nobody gets the lock before, this handle
     * included. For work that must not begin again too soon ("at least for" of schedulers). Waits until a
     * quorum of nodes has promised that.
     * <p>
     * The lock stops being held with the call, and the handle is free for other acquisitions, which the nodes
     * refuse. They delete the key themselves, so it stays for so long, and no longer, even if this client
     * closes or dies. A node that cannot be reached keeps the key to the end of its older time to live; if it
     * is reached before, it is told, too. The maximum hold does not limit this.
     *
     * @param term to release.
     * @param keep how long from now, in milliseconds, rounded up; zero to release at once.
     * @return RELEASED: a quorum keeps the key so long; EXPIRED: the lease had ended before, so others may
     *         have the lock; UNKNOWN: too few nodes confirmed it, or the client was closed meanwhile, so the
     *         key may become free earlier; CLOSED: the client was closed before; STALE_TERM.
     * @throws IllegalArgumentException if the time is negative, or longer than a day, or than {@link
     *                                  RedlockBuilder#longestTtl}; the lock is still held then.
     */
    public Outcome releaseAfter(final long term, final Duration keep)
    {
        return handle.releaseAfter(term, Durations.toKeepMs(keep));
    }

    /**
     * Releases a term without waiting for the nodes. The {@link LockListener} and the metrics get the
     * outcome, and delivery is ensured as with {@link #release(long)}. The handle can acquire again at once.
     *
     * @param term to release.
     * @return STARTED, or why there was nothing to release.
     */
    public Outcome releaseAsync(final long term)
    {
        return handle.releaseAsync(term);
    }

    /**
     * The present term. Its validity may be over, in invoker mode even unnoticed: ask {@link #isHeld(long)}.
     *
     * @return its stamp, or 0 if there is none.
     */
    public long term()
    {
        return handle.term();
    }

    /**
     * Whether the lock is held now: compares a fresh reading of the clock with the deadline that was fixed
     * before the first byte of the winning round left.
     *
     * @return true if validity is left.
     */
    public boolean isHeld()
    {
        return handle.remainingNs(handle.term()) > 0;
    }

    /**
     * Whether a term is held now.
     *
     * @param term of interest.
     * @return true if it is the present one and validity is left.
     */
    public boolean isHeld(final long term)
    {
        return handle.remainingNs(term) > 0;
    }

    /**
     * Validity that is left, by a fresh reading of the clock. Check it right before every side effect.
     *
     * @return nanoseconds; 0 if nothing is held.
     */
    public long remainingNs()
    {
        return handle.remainingNs(handle.term());
    }

    /**
     * Validity that is left to a term.
     *
     * @param term of interest.
     * @return nanoseconds; 0 if it is not held any more.
     */
    public long remainingNs(final long term)
    {
        return handle.remainingNs(term);
    }

    /**
     * The fencing token of a term, with {@link LockOptions#withFencing()}. Pass it to the resource with every
     * write.
     *
     * @param term of interest.
     * @return positive, at most 2^53 - 1, and higher than that of any earlier holder of the key; 0 if it is
     *         not the latest term, or without fencing.
     */
    public long fencingToken(final long term)
    {
        return handle.fencingToken(term);
    }

    /**
     * The tag of a term: who holds the lock, for a resource that has no place for an ordered number. See
     * {@link Lease#tag()} for what it can and cannot do. Allocates.
     *
     * @param term of interest.
     * @return 32 hexadecimal digits; null if it is not the latest term.
     */
    public @Nullable String tag(final long term)
    {
        return handle.tag(term);
    }

    /**
     * How many nodes' votes stand until the deadline of a term. The lock is held as long as a quorum stands:
     * each vote beyond it is a node that may forget the key without harm. Grows with late answers, and when a
     * node that had failed is asked again, for a fenced lock until its token is older than the fence window;
     * while the answers to an extension come in, it counts only the nodes that have answered.
     * <p>
     * Any thread; never blocks or allocates.
     *
     * @param term of interest.
     * @return the quorum to the number of nodes; 0 if the term is not held any more.
     */
    public int grants(final long term)
    {
        return handle.grants(term);
    }

    /**
     * The votes of the nodes in the last attempt, or in the last extension that was asked for. For use after
     * a call that failed, and by a {@link LockListener} that is told of it; allocates.
     *
     * @return one vote per node, by index.
     */
    public List<NodeVote> votes()
    {
        if (handle.isLeft())
        {
            return clients.nodes().stream().map(LockHandle::voteOfUnasked).toList();
        }

        final Claim claim = handle.claim();
        final List<String> nodes = clients.nodeNames();
        final List<NodeVote> votes = new ArrayList<>(nodes.size());
        for (int i = 0; i < nodes.size(); i++)
        {
            votes.add(new NodeVote(nodes.get(i), claim.cause(i), claim.errorCode(i), claim.errorText(i)));
        }

        return votes;
    }

    /*
     * The engine has not answered, so it is unknown which nodes it has asked.
     */
    private static NodeVote voteOfUnasked(final NodeStatus node)
    {
        final Cause cause = node.isConnected() ? Cause.PENDING : Cause.NOT_CONNECTED;

        return new NodeVote(node.node(), cause, ErrorCode.NONE, "");
    }

    /**
     * The key, for people.
     *
     * @return without the prefix.
     */
    public String key()
    {
        return handle.name();
    }

    /**
     * Cancels what waits and releases what is held, without waiting for the nodes. The handle cannot be used
     * again.
     */
    @Override
    public void close()
    {
        handle.close();
    }

    @Override
    public String toString()
    {
        return handle.toString();
    }

    boolean mayWait()
    {
        return handle.mayWait();
    }

    LockOptions options()
    {
        return options;
    }

    Handle handle()
    {
        return handle;
    }
}
