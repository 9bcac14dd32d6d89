// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;

import dev.redlock.Lease;
import dev.redlock.LimitReachedException;
import dev.redlock.LockOptions;
import dev.redlock.NoQuorumException;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockException;
import dev.redlock.RedlockMisuseException;

/**
 * Locks of ShedLock over a {@link Redlock} client. All durations count from the instant at which the lock was
 * won, or extended, by the clocks of nodes and client: no wall clocks are compared with each other.
 * <ul>
 * <li>{@code lockAtMostFor} is the time to live. It is not extended automatically: a job that takes longer is
 * not protected to its end. It must not exceed {@link RedlockBuilder#longestTtl(Duration)}.</li>
 * <li>{@code lockAtLeastFor}: after a shorter job the nodes keep the key for the rest of it, and for the
 * client's allowance for clocks, and delete it themselves, even if this process ends.</li>
 * <li>The key is {@value #KEY_PREFIX} and the name of the lock, behind the client's prefix.</li>
 * </ul>
 * Whoever finds the lock taken skips the job. Before it does, it tries {@value Attempts#MOST} times within
 * some 50 ms: clients that ask at the same instant can take votes from each other until none has a majority,
 * and then all of them would skip.
 * <p>
 * The client belongs to whoever built it. Close it after the scheduler has stopped: its end releases the
 * locks of jobs that still run, {@code lockAtLeastFor} or not.
 * <p>
 * <b>Threads:</b> any; the client must be in dedicated mode, which is the default.
 */
public final class RedlockLockProvider implements ExtensibleLockProvider
{
    /**
     * What stands before the names of locks: jobs and other uses of one name do not exclude each other.
     */
    public static final String KEY_PREFIX = "shedlock:";

    /*
     * ShedLock has no such bound: each extension is asked for by the job, or by its KeepAliveLockProvider.
     */
    private static final Duration UNBOUNDED = Duration.ofDays(365 * 50);

    private final Redlock redlock;
    private final LockOptions options;

    /**
     * A provider with the default options of the client.
     *
     * @param redlock the client.
     * @throws IllegalArgumentException as {@link #RedlockLockProvider(Redlock, LockOptions)}.
     */
    public RedlockLockProvider(final Redlock redlock)
    {
        this(redlock, redlock.defaults());
    }

    /**
     * A provider.
     *
     * @param redlock the client.
     * @param options such as a minimum of grants, or durable votes; the time to live, the number of attempts
     *                and the maximum hold are replaced.
     * @throws IllegalArgumentException if the options ask for automatic extension.
     */
    public RedlockLockProvider(final Redlock redlock, final LockOptions options)
    {
        if (options.isAutoExtend())
        {
            throw new IllegalArgumentException("the options of ShedLock's locks ask for automatic " +
                "extension but lockAtMostFor must end a lock: pass options without withAutoExtend, and " +
                "wrap the provider in ShedLock's KeepAliveLockProvider if jobs are to hold it for longer");
        }
        this.redlock = requireNonNull(redlock, "redlock");
        this.options = options.withMaxAttempts(1);
    }

    /**
     * Refuses at the start of the application what {@link #lock(LockConfiguration)} would refuse when the job
     * is due. ShedLock does not tell a provider what jobs there are.
     *
     * @param lockAtMostFor the longest in use, {@code defaultLockAtMostFor} included.
     * @return this.
     * @throws IllegalArgumentException as {@link #lock(LockConfiguration)}.
     */
    public RedlockLockProvider checkLockAtMostFor(final Duration lockAtMostFor)
    {
        // The client checks the options of a handle when it makes it; no node is asked.
        try
        {
            redlock.handle(KEY_PREFIX + "the longest", optionsFor(lockAtMostFor)).close();
        }
        catch (final IllegalArgumentException ex)
        {
            throw TtlRefusal.ofCheck(lockAtMostFor, redlock.longestTtl(), ex);
        }

        return this;
    }

    /**
     * Takes a lock if it is free.
     *
     * @param configuration of the lock.
     * @return empty only if somebody else holds the lock.
     * @throws NoQuorumException        if too many nodes failed: it is unknown whether somebody else holds
     *                                  the lock. The job must not run, but nobody should think that it does.
     * @throws LimitReachedException    if a limit of the client was reached.
     * @throws RedlockMisuseException   if the client is closed, or so many nodes are misconfigured that no
     *                                  quorum is possible.
     * @throws IllegalArgumentException if {@code lockAtMostFor} is longer than the client's {@code
     *                                  longestTtl}, or too short for its allowance for clocks.
     * @see RedlockException
     */
    @Override
    public Optional<SimpleLock> lock(final LockConfiguration configuration)
    {
        final String key = KEY_PREFIX + configuration.getName();
        final Duration lockAtMostFor = configuration.getLockAtMostFor();
        final Optional<Lease> won;
        try
        {
            final LockOptions one = optionsFor(lockAtMostFor);
            won = Attempts.untilWon(() -> redlock.tryAcquire(key, one));
        }
        catch (final IllegalArgumentException ex)
        {
            throw TtlRefusal.of(configuration.getName(), lockAtMostFor, redlock.longestTtl(), ex);
        }

        return won.map((lease) -> new JobLock(configuration, lease, redlock.longestTtl(), 1));
    }

    private LockOptions optionsFor(final Duration lockAtMostFor)
    {
        return options.withTtl(lockAtMostFor).withMaxHold(UNBOUNDED, Integer.MAX_VALUE);
    }

    @Override
    public String toString()
    {
        return "ShedLock's locks by " + redlock;
    }
}
