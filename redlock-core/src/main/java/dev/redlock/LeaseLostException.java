// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;
import dev.redlock.text.DurationText;

/**
 * The lease of {@link Redlock#call(String, Duration, LockedCall)} or {@link Redlock#run(String, Duration,
 * LockedRun)} had ended before the work did. The work was done, but its last part was not protected: somebody
 * else may have held the lock meanwhile. Check what it did before you repeat it. Use a longer time to live or
 * automatic extension, or let the work stop when {@link Lease#isHeld()} says so.
 */
public final class LeaseLostException extends RedlockException
{
    private static final long serialVersionUID = 1L;
    private static final long NS_PER_MS = 1_000_000;

    private final String key;
    private final long lateNs;
    private final @Nullable LostReason reason;

    LeaseLostException(
        final String key, final String shown, final long lateNs, final @Nullable LostReason reason)
    {
        super("lock " + shown + " was lost " +
            (lateNs == 0 ? "" : DurationText.spaced(rounded(lateNs)) + " ") + "before the work ended" +
            (reason == null ? "" : ": " + reason) + "; nothing protected the work from then on. " +
            "Check what it did; use a longer time to live or automatic extension",
            Outcome.LOST, List.of());
        this.key = key;
        this.lateNs = lateNs;
        this.reason = reason;
    }

    private static long rounded(final long ns)
    {
        return ns < NS_PER_MS ? ns : ns - ns % NS_PER_MS;
    }

    /**
     * The key of the lock.
     *
     * @return without the prefix.
     */
    public String key()
    {
        return key;
    }

    /**
     * How long the work went on without the lock.
     *
     * @return from the end of the lease to the end of the work; zero if nobody knows, as when too few nodes
     *         still had the key.
     */
    public Duration late()
    {
        return Duration.ofNanos(lateNs);
    }

    /**
     * Why the lease ended.
     *
     * @return empty if the work ended before the engine had told.
     */
    public Optional<LostReason> reason()
    {
        return Optional.ofNullable(reason);
    }
}
