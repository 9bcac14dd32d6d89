// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.ProxiedSuite;
import dev.redlock.client.tck.tools.Diary;
import dev.redlock.client.tck.tools.Wiretap;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;
import dev.redlock.test.proxy.Cut;
import dev.redlock.test.proxy.Flow;
import dev.redlock.test.proxy.TcpProxy;

/**
 * All connections are cut with a hundred acquires and some extensions in flight, and healed after twice the
 * time to live of these acquires. MONITOR shows whether anything of the old attempts arrives then. {@link
 * Resent} says what may.
 * <p>
 * Locks alone do not reveal a transport that sends again: the quorum arithmetic hides most of the damage,
 * until it does not.
 */
public abstract class NothingResent extends ProxiedSuite
{
    private static final int ACQUIRES = 100;
    private static final int EXTENSIONS = 20;
    private static final String PREFIX = "once:";

    /*
     * Only for what is in flight at the cut; locks before and after it must not expire meanwhile.
     */
    private static final LockOptions SHORT = LockOptions.DEFAULT.withTtl(Duration.ofMillis(700));

    /*
     * Of a SET with a key of nine bytes, an owner token of twenty and a time to live of three digits.
     */
    private static final int BYTES_OF_AN_ACQUIRE = 80;

    /*
     * Of an EVALSHA with the same key and token, and a time to live of five digits.
     */
    private static final int BYTES_OF_AN_EXTENSION = 124;

    /**
     * How connections end.
     */
    public enum Fault
    {
        /**
         * The nodes have executed everything, and are cut off before any answer comes back.
         */
        RESET_BEFORE_THE_REPLIES,

        /**
         * A half-open connection: it takes everything, delivers nothing, and is reset at the end.
         */
        SWALLOWED_THEN_RESET,

        /**
         * The nodes hang up; what was in flight to them finds nobody.
         */
        KILLED_BY_THE_NODE
    }

    @Test
    void shouldSendNothingAgainAfterAReset() throws InterruptedException
    {
        check(Fault.RESET_BEFORE_THE_REPLIES);
    }

    @Test
    void shouldSendNothingAgainAfterAHalfOpenConnection() throws InterruptedException
    {
        check(Fault.SWALLOWED_THEN_RESET);
    }

    @Test
    void shouldSendNothingAgainWhenTheNodeHangsUp() throws InterruptedException
    {
        check(Fault.KILLED_BY_THE_NODE);
    }

    private void check(final Fault fault) throws InterruptedException
    {
        final List<Resent> told = run(fault);
        final int expected = fault == Fault.RESET_BEFORE_THE_REPLIES ? EXTENSIONS + ACQUIRES : EXTENSIONS;

        assertThat(told).flatExtracting(Resent::found).as("sent again").isEmpty();
        assertThat(told).as("new connections were seen").allMatch(Resent::isReconnected);
        assertThat(told).as("what was executed was seen").allMatch((one) -> one.acted() >= expected);
        nodes.awaitNoKeys();
    }

    /**
     * Performs it, and returns what each node received.
     */
    public final List<Resent> run(final Fault fault) throws InterruptedException
    {
        final List<Wiretap> taps = new ArrayList<>();
        try (Redlock redlock = up(patient(proxies.uris())))
        {
            IntStream.range(0, nodes.count()).forEach((i) -> taps.add(new Wiretap(nodes.server(i))));

            return run(fault, redlock, taps);
        }
        finally
        {
            taps.forEach(Wiretap::close);
        }
    }

    private List<Resent> run(final Fault fault, final Redlock redlock, final List<Wiretap> taps)
        throws InterruptedException
    {
        final List<Resent> told = taps.stream().map((tap) -> new Resent(PREFIX, tap.own())).toList();
        final Diary diary = new Diary();
        final List<LockHandle> held = handles(redlock, "h", EXTENSIONS, LONG, LockListener.NONE);
        final List<LockHandle> wanted = handles(redlock, "w", ACQUIRES, SHORT, diary);
        final List<Long> terms = held.stream().map(LockHandle::tryAcquire).toList();
        assertThat(terms).allMatch((term) -> term > 0);
        // A majority decides; the fault must not hit what is still in flight to the others.
        Await.parking().until("every lease stands on every node", SOON, nodes::keys,
            (keys) -> keys.size() == nodes.count() &&
            keys.values().stream().allMatch((found) -> found.size() == EXTENSIONS));

        final long[] before = progress(fault);
        prepare(fault);
        forEach(held, (i) -> held.get(i).extendAsync(terms.get(i)));
        wanted.forEach((handle) -> assertThat(handle.acquireAsyncNs(0)).isEqualTo(Outcome.STARTED));
        awaitProgress(fault, before);
        all().forEach(TcpProxy::refuse);
        forEach(taps, (i) -> told.get(i).beforeTheCut(taps.get(i).listen("cut")));
        strike(fault, taps);

        Await.parking().untilNs(System.nanoTime() + 2 * SHORT.ttl().toNanos());
        proxies.clear();
        awaitAllUp(redlock);
        Await.parking().until("all attempts ended", SOON, () -> diary.verdicts.size() == ACQUIRES);
        forEach(held, (i) -> held.get(i).release(terms.get(i)));
        Await.parking().until("no owner token out", SOON, redlock.metrics()::tokensOut, (out) -> out == 0);
        forEach(taps, (i) -> told.get(i).afterTheCut(taps.get(i).listen("healed")));

        final List<LockHandle> fresh = handles(redlock, "w", ACQUIRES, LONG, LockListener.NONE);
        final List<Outcome> again = fresh.stream().map((handle) -> Outcome.of(handle.tryAcquire())).toList();
        forEach(taps, (i) -> told.get(i).ofNewAttempts(taps.get(i).listen("new")));
        fresh.forEach((handle) -> handle.release(handle.term()));
        if (told.stream().allMatch((one) -> one.found().isEmpty()))
        {
            assertThat(again).as("new attempts").containsOnly(Outcome.ACQUIRED);
        }

        return told;
    }

    private void prepare(final Fault fault)
    {
        if (fault != Fault.RESET_BEFORE_THE_REPLIES)
        {
            all().forEach((proxy) -> disturb(fault, proxy.requests()));
        }
        if (fault != Fault.KILLED_BY_THE_NODE)
        {
            all().forEach((proxy) -> disturb(fault, proxy.replies()));
        }
    }

    private static void disturb(final Fault fault, final Flow flow)
    {
        if (fault == Fault.SWALLOWED_THEN_RESET)
        {
            flow.dropExisting();
        }
        else
        {
            flow.holdExisting();
        }
    }

    /*
     * How much has got as far as it will.
     */
    private long[] progress(final Fault fault)
    {
        return switch (fault)
        {
            case RESET_BEFORE_THE_REPLIES -> IntStream.range(0, nodes.count())
                    .mapToLong((i) -> nodes.calls(i, "set") * BYTES_OF_AN_ACQUIRE).toArray();
            case SWALLOWED_THEN_RESET ->
                all().stream().mapToLong((proxy) -> proxy.requests().droppedBytes()).toArray();
            default -> all().stream().mapToLong((proxy) -> proxy.requests().heldBytes()).toArray();
        };
    }

    private void awaitProgress(final Fault fault, final long[] before)
    {
        // Where SETs are counted, they come behind the extensions; where bytes are, there are more of them.
        final int expected = ACQUIRES * BYTES_OF_AN_ACQUIRE +
            (fault == Fault.RESET_BEFORE_THE_REPLIES ? 0 : EXTENSIONS * BYTES_OF_AN_EXTENSION);
        Await.parking().until("everything in flight", SOON, () -> progress(fault), (now) ->
            IntStream.range(0, now.length).allMatch((i) -> now[i] - before[i] >= expected));
    }

    private void strike(final Fault fault, final List<Wiretap> taps)
    {
        if (fault == Fault.KILLED_BY_THE_NODE)
        {
            taps.forEach(Wiretap::killTheOthers);
        }
        else
        {
            all().forEach((proxy) -> proxy.cut(Cut.RESET));
        }
    }

    private List<TcpProxy> all()
    {
        return proxies.proxies(IntStream.range(0, nodes.count()).toArray());
    }

    private static void forEach(final List<?> list, final IntConsumer body)
    {
        IntStream.range(0, list.size()).forEach(body);
    }

    private static List<LockHandle> handles(final Redlock redlock, final String name, final int count,
        final LockOptions options, final LockListener listener)
    {
        return IntStream.range(0, count).mapToObj((i) ->
            redlock.handle(String.format("%s%s%03d", PREFIX, name, i), options, listener)).toList();
    }
}
