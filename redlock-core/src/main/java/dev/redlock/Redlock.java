// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import dev.redlock.outcome.Counter;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.Clients;
import dev.redlock.runtime.LockOwners;
import dev.redlock.runtime.Log;

/*
 * Longer than most files: this is the way in, and more than half of it is its contract.
 */

/**
 * A client for locks over N independent Redis or Valkey masters, by the Redlock algorithm.
 *
 * <h2>Assumptions</h2>
 * <ol>
 * <li>The clocks of nodes and client run at rates that differ by less than the configured drift, and are not
 * stepped.</li>
 * <li>A node that restarts remembers its keys, or stays out for the longest time to live in use.</li>
 * <li>All clients of a key name the same nodes and the same database, and use this library with the same
 * quorum.</li>
 * <li>The holder stops its work when the validity ends.</li>
 * </ol>
 *
 * <h2>Guarantees</h2>
 * <ol>
 * <li>Under assumptions 1 to 4 at most one client holds a key at any moment.</li>
 * <li>A fault, a silence or an error is never taken for a grant.</li>
 * <li>No key outlives its time to live on any node, and normally none outlives its attempt or lease.</li>
 * <li>Every call ends within its patience, or within the timeouts of the nodes.</li>
 * </ol>
 * It does not promise fairness between clients, reentrancy, or safety of a resource from a holder that was
 * paused beyond its validity. See docs/algorithm.md, also for when not to use this lock.
 * <p>
 * <b>Threads:</b> any, in the default dedicated mode. In invoker mode the client belongs to the thread that
 * built it.
 */
public final class Redlock implements AutoCloseable
{
    /*
     * A close may take 100 ms beyond its timeout: half for the engine, most of the rest for its last log
     * lines.
     */
    private static final long FLUSH_NS = 80_000_000L;

    private final Clients clients;
    private final LockOptions defaults;
    private final Metrics metrics;
    private final LockOwners<Lease> lockOwners = new LockOwners<>(lease -> !lease.isHeld());
    private final Log log;
    private final Operators operators;

    Redlock(final Clients clients, final LockOptions defaults, final Log log)
    {
        this.clients = clients;
        this.defaults = defaults;
        this.log = log;
        log.onDropped(() -> clients.first().meter().countOutside(Counter.LOG_LINES_DROPPED));
        final List<String> nodeNames = clients.nodeNames();
        metrics = new Metrics(clients.meters(), nodeNames, clients.first().engine().drift());
        operators = new Operators(clients.operatorDesk(), nodeNames.size());
    }

    /**
     * A client with the default settings.
     *
     * @param uris {@code redis://[user[:password]@]host[:port][/db]}, {@code rediss://…} or {@code
     *             unix:///path}.
     * @return connected to a quorum of the nodes.
     * @throws RedlockException if there is no quorum; the message says why, node by node.
     */
    public static Redlock connect(final String... uris)
    {
        return builder().nodes(uris).build();
    }

    /**
     * Starts to configure a client.
     *
     * @return a builder with sound defaults.
     */
    public static RedlockBuilder builder()
    {
        return new RedlockBuilder();
    }

    /**
     * A reusable handle with the client's default options.
     *
     * @param key of the lock.
     * @return a handle; close it after use.
     */
    public LockHandle handle(final String key)
    {
        return handle(key, defaults);
    }

    /**
     * A reusable handle.
     *
     * @param key     of the lock.
     * @param options how to acquire and hold.
     * @return a handle; close it after use.
     */
    public LockHandle handle(final String key, final LockOptions options)
    {
        return handle(key, options, LockListener.NONE);
    }

    /**
     * A reusable handle with a listener.
     *
     * @param key      of the lock.
     * @param options  how to acquire and hold.
     * @param listener told what happens to the handle, on the engine thread.
     * @return a handle; close it after use.
     * @throws RedlockException if the client is closed.
     */
    public LockHandle handle(final String key, final LockOptions options, final LockListener listener)
    {
        if (clients.of(requireNonNull(key, "key")).isClosed())
        {
            throw RedlockException.closed(key);
        }

        return new LockHandle(clients, key, requireNonNull(options, "options"),
            requireNonNull(listener, "listener"));
    }

    /**
     * A view in the shape of {@link java.util.concurrent.locks.Lock}, with the client's default options.
     *
     * @param key of the lock.
     * @return the view; it may be shared by threads.
     */
    public RedlockLock asLock(final String key)
    {
        return asLock(key, defaults);
    }

    /**
     * A view in the shape of {@link java.util.concurrent.locks.Lock}; its documentation says what differs.
     *
     * @param key     of the lock.
     * @param options how to acquire and hold.
     * @return the view; it may be shared by threads.
     */
    public RedlockLock asLock(final String key, final LockOptions options)
    {
        return new RedlockLock(this, requireNonNull(key, "key"), requireNonNull(options, "options"));
    }

    /**
     * One attempt at a lock, with the default options.
     *
     * @param key of the lock.
     * @return the lease, or empty if the lock was not obtained; {@link LockHandle} and {@link
     *         #acquire(String, Duration)} say why.
     */
    public Optional<Lease> tryAcquire(final String key)
    {
        return tryAcquire(key, defaults);
    }

    /**
     * One attempt at a lock.
     *
     * @param key     of the lock.
     * @param options how to acquire and hold.
     * @return the lease, or empty if the lock was not obtained; {@link LockHandle} and {@link
     *         #acquire(String, Duration, LockOptions)} say why.
     */
    public Optional<Lease> tryAcquire(final String key, final LockOptions options)
    {
        final Result result = attemptUninterruptibly(key, options, 0);
        if (result.outcome() == Outcome.CLOSED)
        {
            throw RedlockException.closed(key);
        }

        return Optional.ofNullable(result.lease());
    }

    /**
     * Acquires a lock with the default options, or throws.
     *
     * @param key    of the lock.
     * @param within the caller's patience.
     * @return the lease; release it by closing it.
     * @throws RedlockException     if the lock was not obtained; the message says why, node by node.
     * @throws InterruptedException if the thread is interrupted; nothing is held then.
     */
    public Lease acquire(final String key, final Duration within) throws InterruptedException
    {
        return acquire(key, within, defaults);
    }

    /**
     * Acquires a lock, or throws.
     *
     * @param key     of the lock.
     * @param within  the caller's patience.
     * @param options how to acquire and hold.
     * @return the lease; release it by closing it.
     * @throws RedlockException     if the lock was not obtained; the message says why, node by node.
     * @throws InterruptedException if the thread is interrupted; nothing is held then.
     */
    public Lease acquire(final String key, final Duration within, final LockOptions options)
        throws InterruptedException
    {
        final Result result = attempt(key, options, Durations.toNanos("patience", within), true);
        if (result.lease() == null)
        {
            throw RedlockException.notObtained(key, result.outcome(), result.votes(), clients.first());
        }

        return result.lease();
    }

    /**
     * Acquires a lock with the default options without waiting for it.
     *
     * @param key    of the lock.
     * @param within the patience.
     * @return see {@link #acquireAsync(String, Duration, LockOptions)}.
     */
    public CompletableFuture<Lease> acquireAsync(final String key, final Duration within)
    {
        return acquireAsync(key, within, defaults);
    }

    /**
     * Acquires a lock without waiting for it.
     * <p>
     * To give up, cancel the future or let it time out; a lock that is won later is released.
     *
     * @param key     of the lock.
     * @param within  the patience.
     * @param options how to acquire and hold.
     * @return the lease, or a {@link RedlockException}. Completed on the engine thread: give long dependent
     *         actions an executor.
     */
    public CompletableFuture<Lease> acquireAsync(
        final String key, final Duration within, final LockOptions options)
    {
        final long withinNs = Durations.toNanos("patience", within);
        if (clients.of(requireNonNull(key, "key")).isClosed())
        {
            return CompletableFuture.failedFuture(RedlockException.closed(key));
        }

        final CompletableFuture<Lease> future = new CompletableFuture<>();
        final CompletableFuture<LostReason> lost = new CompletableFuture<>();
        final LockHandle handle = handle(key, options, new LossListener(lost));
        final Outcome objection = handle.handle().acquireAsync(
            withinNs, result -> complete(future, handle, result, lost));
        if (objection == null)
        {
            future.whenComplete((lease, failure) -> handle.cancel());
        }
        else
        {
            complete(future, handle, objection.code(), lost);
        }

        return future;
    }

    private void complete(
        final CompletableFuture<Lease> future,
        final LockHandle handle,
        final long result,
        final CompletableFuture<LostReason> lost)
    {
        if (result > 0)
        {
            if (!future.complete(new Lease(handle, result, lost)))
            {
                handle.close();
            }
        }
        else
        {
            final List<NodeVote> votes = handle.votes();
            handle.close();
            future.completeExceptionally(
                RedlockException.notObtained(handle.key(), Outcome.of(result), votes, clients.first()));
        }
    }

    Result attemptUninterruptibly(final String key, final LockOptions options, final long withinNs)
    {
        try
        {
            return attempt(key, options, withinNs, false);
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError("an uninterruptible wait was interrupted", ex);
        }
    }

    Result attempt(
        final String key, final LockOptions options, final long withinNs, final boolean isInterruptible)
        throws InterruptedException
    {
        final CompletableFuture<LostReason> lost = new CompletableFuture<>();
        final LockHandle handle = handle(key, options, new LossListener(lost));
        boolean isHeld = false;
        try
        {
            final long result = handle.handle().acquire(withinNs, isInterruptible);
            isHeld = result > 0;

            return isHeld ?
                new Result(Outcome.ACQUIRED, new Lease(handle, result, lost), List.of()) :
                new Result(Outcome.of(result), null, handle.votes());
        }
        finally
        {
            if (!isHeld)
            {
                handle.close();
            }
        }
    }

    /**
     * One duty cycle, in invoker mode: takes replies, keeps deadlines, extends leases. Calls that wait do
     * this themselves; call it in between to keep automatic extension and connections alive.
     *
     * @return amount of work done; 0 if there was nothing to do.
     */
    public int poll()
    {
        return clients.first().poll();
    }

    /**
     * The state of the nodes.
     *
     * @return one status per node, by index.
     */
    public List<NodeStatus> nodes()
    {
        return clients.nodes();
    }

    /**
     * Counters and histograms.
     *
     * @return live.
     */
    public Metrics metrics()
    {
        return metrics;
    }

    /**
     * Questions of operators to single nodes, on connections of their own.
     *
     * @return the same one every time.
     */
    public Operators operators()
    {
        return operators;
    }

    /**
     * The bytes of a key as the nodes see it.
     *
     * @param key of the lock.
     * @return with the prefix.
     */
    public byte[] keyBytes(final String key)
    {
        return clients.first().keyBytes(requireNonNull(key, "key"));
    }

    /**
     * Denies waiting calls, releases held locks, waits a bounded time for the nodes to confirm, and frees all
     * resources. Returns at most 100 ms after the close timeout, even if a callback of the application blocks
     * the engine thread; what is left is then reported, and freed when that callback returns. Any thread that
     * may wait can call it at any time; a second call has no effect, even while the first still runs.
     */
    @Override
    public void close()
    {
        final long deadlineNs = log.deadlineNs(clients.first().closeTimeoutNs() + FLUSH_NS);
        final int left = clients.close();
        if (left > 0)
        {
            log.write(System.Logger.Level.WARNING,
                "closed with {0} releases unconfirmed; their keys end with their time to live", left);
        }
        log.flush(deadlineNs);
    }

    LockOwners<Lease> lockOwners()
    {
        return lockOwners;
    }

    void pause()
    {
        clients.first().pause();
    }

    record Result(Outcome outcome, Lease lease, List<NodeVote> votes)
    {
    }

    private record LossListener(CompletableFuture<LostReason> lost) implements LockListener
    {
        @Override
        public void onLost(final LockHandle handle, final long term, final LostReason reason)
        {
            handle.close();
            lost.complete(reason);
        }
    }
}
