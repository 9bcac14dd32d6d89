// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * A lock that is held, for try-with-resources. One term: it cannot be acquired again. Any thread may use it.
 * <p>
 * Convenient, but it allocates; {@link LockHandle} does not.
 */
public final class Lease implements AutoCloseable
{
    private final LockHandle handle;
    private final long term;
    private final Loss loss;
    private final long fencingToken;
    private final long grantedNs;

    Lease(final LockHandle handle, final long term, final Loss loss)
    {
        this.handle = handle;
        this.term = term;
        this.loss = loss;
        fencingToken = handle.fencingToken(term);
        grantedNs = handle.handle().nanoTime();
    }

    /**
     * Whether the lock is still held.
     *
     * @return true if validity is left, by a fresh reading of the clock.
     */
    public boolean isHeld()
    {
        return handle.isHeld(term);
    }

    /**
     * Validity that is left. Check it right before every side effect.
     *
     * @return zero if nothing is left.
     */
    public Duration remaining()
    {
        return Duration.ofNanos(handle.remainingNs(term));
    }

    /**
     * Validity that is left, without allocation.
     *
     * @return nanoseconds; 0 if nothing is left.
     */
    public long remainingNs()
    {
        return handle.remainingNs(term);
    }

    /**
     * Time since the lease was granted, by the client's monotonic clock: no step of a wall clock changes it,
     * and it stands still while the machine is suspended. It goes on after the end of the lease.
     *
     * @return nanoseconds.
     */
    public long ageNs()
    {
        return handle.handle().nanoTime() - grantedNs;
    }

    /**
     * Throws unless the lock is still held: {@link #isHeld()} for code that ends with an exception, such as
     * work that cannot be a lambda of {@link Redlock#call(String, Duration, LockedCall)}. Any thread, and
     * callbacks too: it reads the clock and waits for nothing.
     *
     * @throws LeaseLostException if the lease has ended, by a release too.
     */
    public void checkHeld()
    {
        if (!isHeld())
        {
            throw lost(handle.handle().overdueNs(), false);
        }
    }

    private LeaseLostException lost(final long overdueNs, final boolean isRefused)
    {
        final @Nullable LostReason told = loss.reason();
        final @Nullable LostReason reason = told != null ? told :
            isRefused ? LostReason.REFUSED : overdueNs >= 0 ? LostReason.EXPIRED : null;

        return new LeaseLostException(
            key(), handle.handle().shownName(), Math.max(0, overdueNs + loss.remainedNs()), reason);
    }

    /**
     * The fencing token of this lease, with {@link LockOptions#withFencing()}. Pass it to the resource with
     * every write: a resource that refuses a token below the highest it has seen is safe from holders that
     * do not know that they lost the lock.
     *
     * @return positive, at most 2^53 - 1, and higher than that of any earlier holder of the key; 0 without
     *         fencing. The same after the end of the lease.
     */
    public long fencingToken()
    {
        return fencingToken;
    }

    /**
     * The tag of this lease: equal to itself and to no other, for compare-and-set at a resource that has no
     * place for an ordered number (Salvatore Sanfilippo, "Is Redlock safe?", 2016). First write the tag, then
     * read, then write on condition that the tag is still there.
     * <p>
     * <b>Limits:</b> tags know no order. The resource cannot tell a delayed holder from its successor: the
     * last tag wins, even if its holder had lost the lock before it wrote it. The successor's conditional
     * write fails then. So only one of them goes on from what it has read, but not always the later one.
     * Where the later one must win use {@link #fencingToken()}.
     * <p>
     * It is the beginning of the SHA-256 of the owner token, so it may be stored and logged: nobody can
     * release the lock with it. Computed at each call.
     *
     * @return 32 hexadecimal digits in lower case, the same also after the end of the lease.
     */
    public String tag()
    {
        return Objects.requireNonNull(handle.tag(term));
    }

    /**
     * How many nodes' votes carry this lease to its deadline.
     *
     * @return see {@link LockHandle#grants(long)}.
     */
    public int grants()
    {
        return handle.grants(term);
    }

    /**
     * Extends to the configured time to live from now, and waits for the outcome.
     *
     * @return see {@link LockHandle#extend(long)}.
     */
    public Outcome extend()
    {
        return handle.extend(term);
    }

    /**
     * Extends to another time to live from now, and waits for the outcome.
     *
     * @param ttl new time to live.
     * @return see {@link LockHandle#extend(long)}.
     */
    public Outcome extend(final Duration ttl)
    {
        return handle.extend(term, ttl);
    }

    /**
     * Says that the lease belongs to the present thread, which alone will release it. As long as it is held,
     * this thread would wait for itself with any other acquisition of the same key, by {@link
     * Redlock#acquire(String, Duration)}, {@link Redlock#call(String, Duration, LockedCall)} or {@link
     * RedlockLock}: it gets a {@link RedlockMisuseException} at once. The latter two bind their leases
     * themselves. For integrations, and for code that never hands its lease on. A lease that has ended is not
     * bound. Never waits, and throws nothing.
     *
     * @return this.
     */
    public Lease bindToThread()
    {
        handle.handle().bindToThread(term);

        return this;
    }

    /**
     * Says that another thread will release the lease, as of work that goes on: whoever acquires the same key
     * waits for that work, and not for itself. Call it on the thread that the lease belongs to, before it is
     * handed over. Never waits, and throws nothing.
     *
     * @return this.
     */
    public Lease unbindFromThread()
    {
        handle.handle().unbindFromThread();

        return this;
    }

    /**
     * Completes when the lease ends without a release, as soon as the engine knows. At the validity deadline
     * that is about a millisecond after {@link #isHeld()} says so, or later if its thread gets no core.
     * A release that finds the validity over completes it, too, before it returns. Dependent actions without
     * an executor run on the engine thread and must be short.
     *
     * @return the reason of the loss; never completes if the lease is released in time.
     */
    public CompletionStage<LostReason> lost()
    {
        return loss.stage();
    }

    /**
     * The key.
     *
     * @return without the prefix.
     */
    public String key()
    {
        return handle.key();
    }

    /**
     * Releases, and waits until a quorum of nodes certainly does not have our key.
     *
     * @return see {@link LockHandle#release(long)}.
     */
    public Outcome release()
    {
        final Outcome outcome = handle.release(term);
        handle.close();

        return outcome;
    }

    /**
     * Releases, but has the nodes keep the key for a while.
     *
     * @param keep how long from now; zero to release at once.
     * @return see {@link LockHandle#releaseAfter(long, Duration)}.
     * @throws IllegalArgumentException if the time is negative, or too long; the lock is still held then.
     */
    public Outcome releaseAfter(final Duration keep)
    {
        final Outcome outcome = handle.releaseAfter(term, keep);
        handle.close();

        return outcome;
    }

    /**
     * Releases without waiting for the nodes.
     *
     * @return see {@link LockHandle#releaseAsync(long)}.
     */
    public Outcome releaseAsync()
    {
        final Outcome outcome = handle.releaseAsync(term);
        handle.close();

        return outcome;
    }

    /**
     * Releases like {@link #release()}, or, in a callback, which must not wait, like {@link #releaseAsync()}.
     * Does nothing after a release or a loss.
     */
    @Override
    public void close()
    {
        if (handle.mayWait())
        {
            release();
        }
        else
        {
            releaseAsync();
        }
    }

    @Override
    public String toString()
    {
        return handle.toString();
    }

    /**
     * A lease around work. Its end releases, and throws if the lease had ended before, unless the work has
     * released it itself. It is made before the lease is won, as there may be no memory for it afterwards.
     */
    static final class Protection implements AutoCloseable
    {
        private @Nullable Lease lease;

        Lease by(final Lease won)
        {
            lease = won;

            return won.bindToThread();
        }

        @Override
        public void close()
        {
            if (lease != null)
            {
                end(lease);
            }
        }

        private static void end(final Lease lease)
        {
            final boolean wasHeld = lease.isHeld();
            final long overdueNs = lease.handle.handle().overdueNs();
            final Outcome outcome = lease.release();
            // The nodes may know better than the clock: too few of them had the key.
            final boolean wasLost = outcome == Outcome.EXPIRED && lease.handle.handle().overdueNs() < 0;
            if (wasLost || !wasHeld && outcome != Outcome.STALE_TERM)
            {
                throw lease.lost(overdueNs, wasLost);
            }
        }
    }
}
