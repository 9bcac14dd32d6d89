// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;
import dev.redlock.test.process.PeerJvm;

/**
 * Processes of a line are killed or stopped: those behind get the lock all the same, and nobody has it with
 * another.
 */
@Timeout(value = 150, unit = TimeUnit.SECONDS)
public abstract class LostMembers extends LineNodes
{
    private static final Duration SOON_ON_A_BUSY_MACHINE = Duration.ofSeconds(60);

    /*
     * Far above what is promised, as a shared machine may stand still, and far below the time to live.
     */
    private static final Duration BOUND = Duration.ofSeconds(8);
    private static final long TTL_MS = 2_000;
    private static final long LONG_MS = 60_000;

    private PeerJvm member(final long ttlMs) throws TimeoutException
    {
        final List<String> args = new ArrayList<>(List.of(transport().name(), Long.toString(ttlMs)));
        args.addAll(nodes.uris());
        final PeerJvm member = closing(PeerJvm.start(LineMember.class, args));
        assertThat(next(member)).isEqualTo(LineMember.READY);

        return member;
    }

    private static String next(final PeerJvm member) throws TimeoutException
    {
        return member.lines().next(SOON_ON_A_BUSY_MACHINE);
    }

    private PeerJvm waiter() throws TimeoutException
    {
        final PeerJvm member = member(LONG_MS);
        member.lines().say(LineMember.ACQUIRE);
        awaitLine(1);

        return member;
    }

    private static void checkReleases(final PeerJvm member) throws TimeoutException
    {
        assertThat(next(member)).isEqualTo(LineMember.ACQUIRED);
        member.lines().say(LineMember.RELEASE);
        assertThat(next(member)).isEqualTo(LineMember.RELEASED);
    }

    private static Lease resultSince(final long startNs, final CompletableFuture<Lease> call)
    {
        final Lease lease = result(call);
        assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(BOUND);

        return lease;
    }

    /**
     * Its nodes know that nobody listens.
     */
    @Test
    void shouldPassOverOneThatWasKilled() throws TimeoutException, InterruptedException
    {
        final Redlock holder = inLine();
        final Lease lease = holder.acquire(KEY, SOON);
        final PeerJvm member = waiter();
        final Redlock next = inLine();
        final CompletableFuture<Lease> future = next.acquireAsync(KEY, SOON);
        awaitLine(2);
        awaitListeners(3);
        member.process().kill();
        awaitListeners(2);
        final long startNs = System.nanoTime();
        assertThat(lease.release()).isEqualTo(Outcome.RELEASED);

        resultSince(startNs, future).release();
        assertThat(count(holder, Counter.LOCKS_PASSED)).isPositive();
        assertThat(fromLine(next)).isPositive();
        nodes.awaitNoKeys();
    }

    /**
     * It is given the lock, and nobody knows that it stands still. It does not have it when it goes on: it
     * has lost its place, and then waits again.
     */
    @Test
    void shouldPassOverOneThatStandsStill() throws TimeoutException, InterruptedException
    {
        final Lease lease = inLine().acquire(KEY, SOON);
        final PeerJvm member = waiter();
        final Redlock next = inLine();
        final CompletableFuture<Lease> future = next.acquireAsync(KEY, SOON);
        awaitLine(2);
        member.process().pause();
        final long startNs = System.nanoTime();
        assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
        final Lease other = resultSince(startNs, future);
        System.out.printf("%s: the lock came %d ms after it was given to one that stands still%n",
            transport().name(), TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs));

        member.process().resume();
        awaitLine(1);
        assertThat(other.isHeld()).isTrue();
        // A minority may have the key of the one that stood still, until that hears of it or the key ends.
        Await.parking().until("one holder, at a majority", SOON, () -> nodes.holders(KEY).values(),
            (holders) -> holders.size() > nodes.count() / 2 && holders.stream().distinct().count() == 1);
        assertThat(other.release()).isEqualTo(Outcome.RELEASED);
        checkReleases(member);
        nodes.awaitNoKeys();
    }

    /**
     * The first looks when the key is over; the others come after it, in their order.
     */
    @Test
    void shouldFindTheLockOfAHolderThatWasKilled() throws TimeoutException
    {
        final PeerJvm member = member(TTL_MS);
        final List<Redlock> others = inLine(2);
        member.lines().say(LineMember.ACQUIRE);
        assertThat(next(member)).isEqualTo(LineMember.ACQUIRED);
        final List<CompletableFuture<Lease>> line = queue(others);
        final long startNs = System.nanoTime();
        member.process().kill();
        final Lease lease = next(line);
        assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(BOUND);
        System.out.printf("%s: the lock came %d ms after its holder was killed%n", transport().name(),
            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs));

        assertThat(count(others, Counter.LOCKS_FOUND)).isPositive();
        handOver(lease, line);
        others.forEach((other) -> assertThat(fromLine(other)).isPositive());
    }

    /**
     * It has the lock from the line, for as long as it wants it, not for the moment of the hand-over.
     */
    @Test
    void shouldFindTheLockOfAHolderThatWasKilledWhenItWasGivenIt()
        throws TimeoutException, InterruptedException
    {
        final Lease lease = inLine().acquire(KEY, SOON);
        final PeerJvm member = member(TTL_MS);
        member.lines().say(LineMember.ACQUIRE);
        awaitLine(1);
        final Redlock next = inLine();
        final CompletableFuture<Lease> future = next.acquireAsync(KEY, SOON);
        awaitLine(2);
        lease.release();
        assertThat(next(member)).isEqualTo(LineMember.ACQUIRED);
        final long startNs = System.nanoTime();
        member.process().kill();

        resultSince(startNs, future).release();
        assertThat(count(next, Counter.LOCKS_FOUND)).isPositive();
        nodes.awaitNoKeys();
    }
}
