// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.runtime.client.Clients;
import dev.redlock.runtime.client.LockOwners;
import dev.redlock.runtime.events.Log;
import dev.redlock.text.DurationText;

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
 * paused beyond its validity. See docs/safety.md, also for when not to use this lock.
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
    private static final int MOST_SHOWN_KEYS = 20;

    private final Clients clients;
    private final String name;
    private final Acquirer acquirer;
    private final LockOptions defaults;
    private final Metrics metrics;
    private final LockOwners<Lease> lockOwners = new LockOwners<>(lease -> !lease.isHeld());
    private final Log log;
    private final Operators operators;

    Redlock(final Clients clients, final String name, final LockOptions defaults, final Log log)
    {
        this.clients = clients;
        this.name = name;
        acquirer = new Acquirer(clients);
        this.defaults = defaults;
        this.log = log;
        log.onDropped(() -> clients.first().meter().countOutside(Counter.LOG_LINES_DROPPED));
        final List<String> nodeNames = clients.nodeNames();
        metrics = new Metrics(clients.meters(), nodeNames, clients.first().engine().drift());
        operators = new Operators(clients);
    }

    /**
     * A client with the default settings.
     *
     * @param uris {@code redis://[user[:password]@]host[:port][/db]}, {@code rediss://…} or {@code
     *             unix:///path}.
     * @return connected to a quorum of the nodes.
     * @throws NoQuorumException      if no quorum comes up in time; the message says why, node by node.
     * @throws RedlockMisuseException if so many nodes are misconfigured that no quorum is possible.
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
     * The options of calls that name none, to change for one: {@code redlock.defaults().withTtl(…)}.
     *
     * @return as configured by {@link RedlockBuilder#defaults(LockOptions)}.
     */
    public LockOptions defaults()
    {
        return defaults;
    }

    /**
     * The longest time to live that this client may ask for; a longer one is refused.
     *
     * @return as configured by {@link RedlockBuilder#longestTtl(Duration)}.
     */
    public Duration longestTtl()
    {
        return Duration.ofNanos(clients.first().engine().longestTtlNs());
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
     * @throws LimitReachedException  if too many handles are open.
     * @throws RedlockMisuseException if the client is closed.
     */
    public LockHandle handle(final String key, final LockOptions options, final LockListener listener)
    {
        return acquirer.handle(key, options, listener);
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
     * @return the lease; empty if somebody else holds the lock, here or elsewhere.
     * @throws RedlockException if it failed for another reason, by kind: see {@link #tryAcquire(String,
     *                          LockOptions)}.
     */
    public Optional<Lease> tryAcquire(final String key)
    {
        return tryAcquire(key, defaults);
    }

    /**
     * One attempt at a lock, one round trip. For work that is skipped while somebody else does it:
     * <pre>{@code
     * try (Lease lease = redlock.tryAcquire("nightly").orElse(null))
     * {
     *     if (lease != null)
     *     {
     *         report();
     *     }
     * }
     * }</pre>
     *
     * @param key     of the lock.
     * @param options how to acquire and hold.
     * @return the lease; empty if somebody else holds the lock, here or elsewhere.
     * @throws NoQuorumException      if too many nodes failed, or were too slow for the time to live.
     * @throws LimitReachedException  if a limit of this client was reached.
     * @throws RedlockMisuseException if the client is closed, or so many nodes are misconfigured that no
     *                                quorum is possible.
     */
    public Optional<Lease> tryAcquire(final String key, final LockOptions options)
    {
        return acquirer.attemptOnce(key, options).unlessContended();
    }

    /**
     * Acquires a lock with the default options, or throws.
     *
     * @param key    of the lock.
     * @param within the caller's patience; zero for a single attempt.
     * @return the lease; release it by closing it.
     * @throws RedlockException     as {@link #acquire(String, Duration, LockOptions)}.
     * @throws InterruptedException if the thread is interrupted; nothing is held then.
     */
    public Lease acquire(final String key, final Duration within) throws InterruptedException
    {
        return acquire(key, within, defaults);
    }

    /**
     * Acquires a lock with the default options but for the time to live, or throws.
     *
     * @param key    of the lock.
     * @param within the caller's patience; zero for a single attempt.
     * @param ttl    the time to live, see {@link LockOptions#withTtl(Duration)}.
     * @return the lease; release it by closing it.
     * @throws RedlockException     as {@link #acquire(String, Duration, LockOptions)}.
     * @throws InterruptedException if the thread is interrupted; nothing is held then.
     */
    public Lease acquire(final String key, final Duration within, final Duration ttl)
        throws InterruptedException
    {
        return acquire(key, within, defaults.withTtl(ttl));
    }

    /**
     * Acquires a lock, or throws.
     *
     * @param key     of the lock.
     * @param within  the caller's patience; zero for a single attempt.
     * @param options how to acquire and hold.
     * @return the lease; release it by closing it.
     * @throws LockContendedException if somebody else held the lock all the time.
     * @throws NoQuorumException      if too many nodes failed, or were too slow for the time to live.
     * @throws LimitReachedException  if a limit of this client was reached.
     * @throws RedlockMisuseException if the client is closed, or so many nodes are misconfigured that no
     *                                quorum is possible, or this thread would wait for itself, see
     *                                {@link Lease#bindToThread()}.
     * @throws InterruptedException   if the thread is interrupted; nothing is held then.
     */
    public Lease acquire(final String key, final Duration within, final LockOptions options)
        throws InterruptedException
    {
        return acquirer.attempt(key, options, Durations.toNanos("patience", within)).orThrow();
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
     * Acquires a lock with the default options but for the time to live, without waiting for it.
     *
     * @param key    of the lock.
     * @param within the patience.
     * @param ttl    the time to live, see {@link LockOptions#withTtl(Duration)}.
     * @return see {@link #acquireAsync(String, Duration, LockOptions)}.
     */
    public CompletableFuture<Lease> acquireAsync(final String key, final Duration within, final Duration ttl)
    {
        return acquireAsync(key, within, defaults.withTtl(ttl));
    }

    /**
     * Acquires a lock without waiting for it.
     * <p>
     * To give up, cancel the future or let it time out, on any thread; a lock that is won later is released.
     * In invoker mode both take effect when the owner calls next. A {@code cancel} that returns false came
     * too late: whoever drops the future then drops a lease, which has to be released.
     *
     * @param key     of the lock.
     * @param within  the patience.
     * @param options how to acquire and hold.
     * @return the lease, or a {@link RedlockException} of its kind. Completed on the engine thread: give long
     *         dependent actions an executor.
     */
    public CompletableFuture<Lease> acquireAsync(
        final String key, final Duration within, final LockOptions options)
    {
        return acquirer.start(key, options, Durations.toNanos("patience", within));
    }

    /**
     * Does work under a lock, with the default options, and returns its result.
     *
     * @param key    of the lock.
     * @param within the caller's patience; zero for a single attempt.
     * @param work   is given the lease.
     * @param <T>    type of the result.
     * @param <X>    what the work may throw.
     * @return what the work returned.
     * @throws X                    of the work.
     * @throws RedlockException     as {@link #call(String, Duration, LockOptions, LockedCall)}.
     * @throws InterruptedException if the thread is interrupted while it waits for the lock.
     */
    public <T extends @Nullable Object, X extends Exception> T call(
        final String key, final Duration within, final LockedCall<T, X> work) throws X, InterruptedException
    {
        return call(key, within, defaults, work);
    }

    /**
     * Does work under a lock, and returns its result. The lock is released after the work, however it ends.
     * Like all methods that wait, it must not be called in callbacks.
     *
     * @param key     of the lock.
     * @param within  the caller's patience; zero for a single attempt.
     * @param options how to acquire and hold.
     * @param work    is given the lease.
     * @param <T>     type of the result.
     * @param <X>     what the work may throw.
     * @return what the work returned.
     * @throws X                    of the work; if the lease had ended before, with the {@link
     *                              LeaseLostException} as a suppressed exception.
     * @throws LeaseLostException   if the lease had ended before the work did: the work was not protected to
     *                              its end.
     * @throws RedlockException     of another kind if the lock was not obtained, as {@link #acquire(String,
     *                              Duration, LockOptions)}; the work was not begun then.
     * @throws InterruptedException if the thread is interrupted while it waits for the lock; the work was not
     *                              begun then.
     */
    public <T extends @Nullable Object, X extends Exception> T call(final String key, final Duration within,
        final LockOptions options, final LockedCall<T, X> work) throws X, InterruptedException
    {
        requireNonNull(work, "work");
        try (Lease.Protection protection = new Lease.Protection())
        {
            return work.call(protection.by(acquire(key, within, options)));
        }
    }

    /**
     * Does work without a result under a lock, with the default options.
     *
     * @param key    of the lock.
     * @param within the caller's patience; zero for a single attempt.
     * @param work   is given the lease.
     * @param <X>    what the work may throw.
     * @throws X                    of the work.
     * @throws RedlockException     as {@link #call(String, Duration, LockOptions, LockedCall)}.
     * @throws InterruptedException if the thread is interrupted while it waits for the lock.
     */
    public <X extends Exception> void run(final String key, final Duration within, final LockedRun<X> work)
        throws X, InterruptedException
    {
        run(key, within, defaults, work);
    }

    /**
     * Does work without a result under a lock.
     *
     * @param key     of the lock.
     * @param within  the caller's patience; zero for a single attempt.
     * @param options how to acquire and hold.
     * @param work    is given the lease.
     * @param <X>     what the work may throw.
     * @throws X                    of the work.
     * @throws RedlockException     as {@link #call(String, Duration, LockOptions, LockedCall)}.
     * @throws InterruptedException if the thread is interrupted while it waits for the lock.
     */
    public <X extends Exception> void run(final String key, final Duration within, final LockOptions options,
        final LockedRun<X> work) throws X, InterruptedException
    {
        requireNonNull(work, "work");
        this.<@Nullable Object, X>call(key, within, options, lease ->
        {
            work.run(lease);

            return null;
        });
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
     * The votes that an acquisition needs: a majority of the nodes, unless {@link RedlockBuilder#quorum(int)}
     * asks for more.
     *
     * @return how many of {@link #nodes()}.
     */
    public int quorum()
    {
        return clients.first().engine().quorum().required();
    }

    /**
     * How many nodes may forget a lock, or let it expire early, at a time, unnoticed and without harm to
     * exclusion: 2Q - N - 1 of N nodes with a quorum of Q. {@link RedlockBuilder#quorum(int)} raises it, at
     * the price of nodes that may be down, N - Q.
     *
     * @return 0 for a majority of an odd number of nodes.
     */
    public int safetyMargin()
    {
        return clients.first().engine().quorum().safetyMargin();
    }

    /**
     * Makes this client fast before it is needed: acquires and releases a lock that nobody else wants, {@code
     * redlock:warm-up:} and a random name behind the client's prefix, until the JIT compiler has compiled the
     * way there and back. That is 10,000 times (per engine), or as often as the time allows; about two
     * seconds with nodes nearby. Also primes connections and caches. Does not touch other keys. With fenced
     * default options the fence of that key stays on the nodes, as every fence does. Ends early when the
     * thread is interrupted, which stays so.
     * <p>
     * Counters and histograms count these acquisitions, the slow first ones above all.
     *
     * @param atMost the longest time.
     * @throws NoQuorumException if too few nodes work; the message says why, node by node.
     * @throws RedlockException  if the lock was not obtained for another reason.
     */
    public void warmUp(final Duration atMost)
    {
        new WarmUp(clients, acquirer, defaults).run(Durations.toNanos("longest time to warm up", atMost));
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
        close(-1);
    }

    /**
     * As {@link #close()}, but work that runs under a lock may end first, and <b>no lock is released while it
     * may still be needed</b>: others wait for its time to live. Denies waiting calls and new ones at once;
     * leases that are held stay so, and are extended automatically where that was asked for, until their
     * owners have released them all, or the time is over. What is held then ends for its holder as by {@link
     * #close()}, but stays on the nodes; a line in the log has the keys. Whoever may still work under these
     * locks is as safe as their times to live are long.
     * <p>
     * For the end of an application, after its threads were told to end. In invoker mode only the thread that
     * closes could release, so it waits for none. An interrupt does not end the wait; the thread stays
     * interrupted.
     *
     * @param atMost how long to wait for leases to be released, before releases are waited for.
     * @return the keys of the locks that were held to the end, as operators need them; empty if all work has
     *         ended.
     */
    public List<String> closeAfterWork(final Duration atMost)
    {
        return close(Durations.toNanos("atMost", atMost));
    }

    /**
     * Denies waiting calls and new ones from now on, as a closed client does. Leases that are held stay so;
     * they can be extended and released. {@link #close()} or {@link #closeAfterWork(Duration)} must follow.
     */
    public void denyNew()
    {
        clients.denyNew();
    }

    private List<String> close(final long workNs)
    {
        final List<String> kept = new ArrayList<>();
        final long deadlineNs =
            log.deadlineNs(Math.max(0, workNs) + clients.first().closeTimeoutNs() + FLUSH_NS);
        final int left = clients.closeAfterWork(workNs, kept);
        if (!kept.isEmpty())
        {
            log.write(System.Logger.Level.WARNING,
                "closed while {0} locks were held, as their owners had not released them within {1}: {2}. " +
                "They were not released, as work may go on under them, and end with their time to live",
                kept.size(), DurationText.spaced(workNs), shown(kept));
        }
        if (left > 0)
        {
            log.write(System.Logger.Level.WARNING,
                "closed before the nodes confirmed all releases; not confirmed: {0}. Those keys end with " +
                "their time to live", left);
        }
        log.flush(deadlineNs);

        return List.copyOf(kept);
    }

    private static String shown(final List<String> keys)
    {
        return String.join(", ", keys.subList(0, Math.min(keys.size(), MOST_SHOWN_KEYS))) +
            (keys.size() > MOST_SHOWN_KEYS ? ", …" : "");
    }

    /**
     * For logs and debuggers.
     *
     * @return its name, how many of its nodes vote, and how many are in quarantine, if any.
     */
    @Override
    public String toString()
    {
        final List<NodeStatus> nodes = nodes();
        final long voting = nodes.stream().filter(node -> node.state() == NodeStatus.State.UP).count();
        final long waiting = nodes.stream().filter(NodeStatus::isConnected).count() - voting;

        return "client '" + name + "', " + voting + " of " + nodes.size() + " nodes vote" +
            (waiting == 0 ? "" : ", " + waiting + " in quarantine");
    }

    Acquirer acquirer()
    {
        return acquirer;
    }

    String shown(final String key)
    {
        return clients.first().shown(key);
    }

    LockOwners<Lease> lockOwners()
    {
        return lockOwners;
    }

    boolean pause()
    {
        return clients.first().pause();
    }
}
