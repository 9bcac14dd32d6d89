// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.NoQuorumException;
import dev.redlock.NodeVote;
import dev.redlock.Redlock;
import dev.redlock.RedlockMisuseException;
import dev.redlock.client.tck.suite.FaultSuite;
import dev.redlock.client.tck.suite.RealNodes;
import dev.redlock.client.tck.tools.FileServers;
import dev.redlock.engine.settings.DurabilityRule;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;

/**
 * Votes that count only once the node, or its replicas, have confirmed them. The first half needs a server
 * with WAITAOF: the default one, or the one that the property {@code redlock.waitaof.server} names.
 */
public abstract class DurableLocks extends FaultSuite
{
    private static final String KEY = "durable";
    private static final String BARRIER = DurabilityRule.BARRIER;
    private static final int WRITES = 5;
    private static final Duration AT_MOST = Duration.ofSeconds(2);
    private static final LockOptions DURABLE = LONG.withDurableVotes();
    private static final int CYCLES = 20;
    private static final int ROUNDS = Integer.getInteger("redlock.waitaof.rounds", 7);
    private static final int MOST_TIMES_SLOWER = 10;
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final Duration HANGS = Duration.ofSeconds(1);

    private RealNodes nodes;

    @Test
    void shouldSayAtTheStartWhatAServerLacks()
    {
        nodes = closing(RealNodes.start(1));
        assertThatThrownBy(() -> patient(nodes.uris()).durableVotes(AT_MOST).build())
            .isInstanceOf(RedlockMisuseException.class)
            .hasMessageContaining(
                nodes.place(0) + " REFUSED: cannot confirm that its votes are durable: it ")
            .hasMessageContaining("or leave out durable votes");
    }

    @Test
    void shouldRefuseLocksThatAskForWhatTheClientDoesNotDo()
    {
        nodes = closing(RealNodes.start(3));
        final Redlock redlock = up(patient(nodes.uris()));
        assertThatThrownBy(() -> redlock.handle(KEY, DURABLE)).hasMessageContaining("durableVotes(…)");
    }

    /**
     * The file is looked at before anything else is written.
     */
    @Test
    void shouldHoldALockThatMostNodesHaveOnTheirDisks() throws InterruptedException
    {
        nodes = closing(FileServers.startConfirming());
        final Redlock redlock = up(patient(nodes.uris()).durableVotes(AT_MOST));
        final LockHandle handle = redlock.handle(KEY, DURABLE);
        final long term = handle.acquire(SOON);
        assertThat(handle.isHeld(term)).isTrue();
        assertThat(Stream.of(0, 1, 2).filter(this::isOnDisk).count()).isGreaterThanOrEqualTo(2);
        assertThat(handle.extend(term)).isEqualTo(Outcome.EXTENDED);
        assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
    }

    private boolean isOnDisk(final int index)
    {
        return file(index).contains(KEY);
    }

    private String file(final int index)
    {
        try (Stream<Path> files = Files.walk(nodes.server(index).directory()))
        {
            return files.filter((file) -> file.toString().endsWith(".aof")).map(DurableLocks::text)
                .collect(Collectors.joining());
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private static String text(final Path file)
    {
        try
        {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    /**
     * A node that is full takes extensions, of durable locks like those of others.
     */
    @Test
    void shouldExtendADurableLeaseOnNodesThatAreFull() throws InterruptedException
    {
        nodes = closing(FileServers.startConfirming());
        final Redlock redlock = up(patient(nodes.uris()).durableVotes(AT_MOST));
        final LockHandle handle = redlock.handle(KEY, DURABLE);
        final LockHandle plain = redlock.handle("plain", LONG);
        final long term = handle.acquire(SOON);
        final long plainTerm = plain.acquire(SOON);
        assertThat(handle.isHeld(term)).isTrue();

        fill();
        assertThat(plain.extend(plainTerm)).isEqualTo(Outcome.EXTENDED);
        assertThat(handle.extend(term)).as("with votes %s", handle.votes()).isEqualTo(Outcome.EXTENDED);
        assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
    }

    private void fill()
    {
        nodes.callAll("CONFIG", "SET", "maxmemory", "1");
        assertThatThrownBy(() -> nodes.call(0, "SET", "more", "x")).hasMessageContaining("OOM");
    }

    /**
     * There the command of the barrier does nothing, and the question behind it is answered at once.
     */
    @Test
    void shouldCountOnlyWhatIsOnTheDiskWhereTheKeyOfTheBarrierIsGone() throws InterruptedException
    {
        nodes = closing(FileServers.startConfirming());
        final Redlock redlock = up(patient(nodes.uris()).durableVotes(AT_MOST));
        final LockHandle handle = redlock.handle(KEY, DURABLE);
        handle.release(handle.acquire(SOON));
        nodes.callAll("DEL", BARRIER);

        try (LockHandle other = redlock.handle("another one", DURABLE))
        {
            assertThat(other.isHeld(other.acquire(SOON))).isTrue();
            assertThat(IntStream.range(0, nodes.count()).filter((i) -> file(i).contains("another one")))
                .hasSizeGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void shouldBelieveNoConfirmationOfAFullNodeBeforeItWasTried() throws InterruptedException
    {
        nodes = closing(FileServers.start(FileServers.EVERY_SECOND));
        final boolean isEarly = FileServers.doConfirmEarly(nodes);
        fill();
        final Redlock redlock = up(patient(nodes.uris()).durableVotes(AT_MOST));
        Await.parking().until("what they lack", SOON, redlock::nodes, (all) -> all.stream().allMatch((node) ->
            node.detail().contains("cannot be tried whether it waits for its disk")));
        nodes.callAll("CONFIG", "SET", "maxmemory", "0");

        final LockHandle handle = redlock.handle(KEY, DURABLE);
        if (isEarly)
        {
            Await.parking().until("their fault", SOON, redlock::nodes, (all) -> all.stream().allMatch(
                (node) -> node.detail().contains("it confirms writes before they are on its disk")));
            assertThatThrownBy(() -> redlock.tryAcquire(KEY, DURABLE)).isInstanceOf(NoQuorumException.class);
        }
        else
        {
            assertThat(handle.isHeld(handle.acquire(SOON))).isTrue();
        }
        try (LockHandle plain = redlock.handle("plain", LONG))
        {
            assertThat(plain.isHeld(plain.acquire(SOON))).isTrue();
        }
    }

    /**
     * What confirmations rest on: the barrier is in the file each time, on a full server, too, and only where
     * it answers 1. Needs no WAITAOF.
     */
    @Test
    void shouldFindEachBarrierInTheFile()
    {
        nodes = closing(RealNodes.start(1, (index) -> FileServers.server().appendOnly("always")));
        final DurabilityRule rule = new DurabilityRule(AT_MOST.toNanos(), 0, BARRIER);
        assertThat(nodes.call(0, rule.barrierCommand())).isEqualTo(0L);
        assertThat(barriers()).isZero();
        assertThat(nodes.call(0, rule.barrierAnew())).isEqualTo("OK");
        final int first = barriers();
        for (int i = 1; i <= WRITES; i++)
        {
            assertThat(nodes.call(0, rule.barrierCommand())).isEqualTo(1L);
            assertThat(barriers()).isEqualTo(first + i);
        }
        fill();
        assertThat(nodes.call(0, rule.barrierCommand())).isEqualTo(1L);
        assertThat(barriers()).isEqualTo(first + WRITES + 1);
    }

    private int barriers()
    {
        return file(0).split(BARRIER, -1).length - 1;
    }

    /**
     * The nodes die in turn and come back with their files. What they had granted was durable, so they may
     * vote at once.
     */
    @Test
    void shouldOutlastTheDeathOfAllNodesInTurn() throws InterruptedException
    {
        nodes = closing(FileServers.startConfirming());
        final Redlock redlock =
            up(patient(nodes.uris()).durableVotes(AT_MOST).assumeNodesKeepKeys().defaults(DURABLE));
        assertThat(redlock.nodes()).extracting(NodeStatus::detail).containsOnly("");
        final LockHandle handle = redlock.handle(KEY);
        final long term = handle.acquire(SOON);
        for (int i = 0; i < nodes.count(); i++)
        {
            nodes.server(i).kill();
            awaitState(redlock, i, NodeStatus.State.DOWN);
            nodes.server(i).start();
            awaitState(redlock, i, NodeStatus.State.UP);
            assertThat(handle.extend(term)).isEqualTo(Outcome.EXTENDED);
        }
        assertThat(handle.isHeld(term)).isTrue();
    }

    @Test
    void shouldRefuseAServerThatNeverConfirms()
    {
        nodes = closing(FileServers.start("no"));
        assertThatThrownBy(() -> patient(nodes.uris()).durableVotes(AT_MOST).build())
            .isInstanceOf(RedlockMisuseException.class).hasMessageContaining("appendfsync no");
    }

    /**
     * Valkey 8.0.1, 8.1.1 and 9.1.2 do, with everysec: a loss of power would take votes that had counted.
     */
    @Test
    void shouldRefuseAServerThatConfirmsWhatIsNotOnItsDisk()
    {
        nodes = closing(FileServers.start(FileServers.EVERY_SECOND));
        if (FileServers.doConfirmEarly(nodes))
        {
            assertThatThrownBy(() -> patient(nodes.uris()).durableVotes(AT_MOST).build())
                .isInstanceOf(RedlockMisuseException.class)
                .hasMessageContaining("before they are on its disk");
            nodes.callAll("CONFIG", "SET", "appendfsync", "always");
        }

        up(patient(nodes.uris()).durableVotes(AT_MOST));
    }

    @Test
    void shouldNotTakeAnUnacknowledgedWaitForAVote()
    {
        final Redlock redlock = startAndHang(AT_MOST);
        final LockHandle handle = redlock.handle(KEY, DURABLE);
        checkThatOthersGoOn(redlock, handle);
        assertThatThrownBy(() -> redlock.tryAcquire(KEY, DURABLE)).isInstanceOf(NoQuorumException.class)
            .hasMessageContaining(
                "with appendfsync no they never do, with everysec after a little more than a second");
    }

    /**
     * What others pay for a wait that hangs on all nodes: they are measured without one and with one in turn,
     * on the same client. The ratio is for the record, as a machine that stalls may spoil it.
     */
    @Test
    @Tag("proof")
    @Tag("client")
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    void shouldNotSlowDownOthersWhileAWaitHangs()
    {
        final Redlock redlock = startAndHang(HANGS);
        final LockHandle handle = redlock.handle(KEY, DURABLE);
        final LockHandle other = redlock.handle("other", LONG);
        final List<Histogram> usual = new ArrayList<>();
        final List<Histogram> meanwhile = new ArrayList<>();
        measure(other, untilOver(WARM_UP));
        for (int i = 0; i < ROUNDS; i++)
        {
            usual.add(measure(other, untilOver(HANGS)));
            final CompletableFuture<Long> attempt = CompletableFuture.supplyAsync(handle::tryAcquire);
            Await.parking().until("a wait on all nodes", SOON, () -> areAllBlocked() || attempt.isDone());
            meanwhile.add(measure(other, attempt::isDone));
            assertThat(Outcome.of(attempt.join())).isEqualTo(Outcome.NO_QUORUM);
        }

        System.out.printf(Locale.ROOT, "acquire of others, medians of %d rounds: without a wait p50 %.0f, " +
            "p99 %.0f us; while one hangs p50 %.0f, p99 %.0f us: p99 %.2f times%n", ROUNDS,
            medianUs(usual, 50), medianUs(usual, 99), medianUs(meanwhile, 50), medianUs(meanwhile, 99),
            medianUs(meanwhile, 99) / medianUs(usual, 99));
        assertThat(meanwhile.stream().mapToLong(Histogram::getTotalCount).sum())
            .as("locks while another waited").isGreaterThanOrEqualTo((long)ROUNDS * CYCLES);
        assertThat(medianUs(meanwhile, 50)).isLessThan(MOST_TIMES_SLOWER * medianUs(usual, 50));
    }

    private boolean areAllBlocked()
    {
        return nodes.callAll("INFO", "clients").stream()
            .noneMatch((info) -> info.toString().contains("blocked_clients:0"));
    }

    private static BooleanSupplier untilOver(final Duration duration)
    {
        final long endNs = System.nanoTime() + duration.toNanos();

        return () -> System.nanoTime() - endNs >= 0;
    }

    private static Histogram measure(final LockHandle handle, final BooleanSupplier isOver)
    {
        final Histogram durations = new Histogram(3);
        while (!isOver.getAsBoolean())
        {
            final long startNs = System.nanoTime();
            final long term = handle.tryAcquire();
            durations.recordValue(System.nanoTime() - startNs);
            assertThat(Outcome.of(term)).isEqualTo(Outcome.ACQUIRED);
            handle.release(term);
        }
        System.out.printf(Locale.ROOT, "%6d locks, p50 %.0f us, p99 %.0f us%n", durations.getTotalCount(),
            medianUs(List.of(durations), 50), medianUs(List.of(durations), 99));

        return durations;
    }

    private static double medianUs(final List<Histogram> rounds, final double percentile)
    {
        return rounds.stream().mapToLong((durations) -> durations.getValueAtPercentile(percentile)).sorted()
            .skip(rounds.size() / 2).findFirst().orElseThrow() / 1e3;
    }

    /**
     * On any server: a replica that stands still does not confirm.
     */
    @Test
    @Tag("proof")
    @Tag("client")
    void shouldCountOnReplicas() throws InterruptedException
    {
        nodes = closing(RealNodes.start(2));
        nodes.call(0, "CONFIG", "SET", "repl-diskless-sync-delay", "0");
        final int port = nodes.server(0).port();
        nodes.call(1, "REPLICAOF", "127.0.0.1", Integer.toString(port));
        final Redlock redlock = up(patient(nodes.uris().subList(0, 1)).replicatedVotes(1, AT_MOST));
        final LockHandle handle = redlock.handle(KEY, DURABLE);
        final long term = handle.acquire(SOON);
        assertThat(handle.isHeld(term)).as("held, with votes %s", handle.votes()).isTrue();
        assertThat(nodes.value(1, KEY)).as("on the replica").isNotNull();
        assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);

        nodes.server(1).pause();
        checkThatOthersGoOn(redlock, handle);
        nodes.server(1).resume();
        assertThat(handle.acquire(SOON)).isPositive();
    }

    @Test
    void shouldSayThatReplicasAreMissing()
    {
        nodes = closing(RealNodes.start(1));
        final Redlock redlock = up(patient(nodes.uris()).replicatedVotes(1, Duration.ofMillis(1)));
        assertThat(redlock.nodes().get(0).detail()).contains("too few replicas for replicatedVotes, 0 of 1 ");
        assertThatThrownBy(() -> redlock.tryAcquire(KEY, DURABLE)).isInstanceOf(NoQuorumException.class)
            .hasMessageContaining("look at their replicas (replicatedVotes asks for 1 on each node)");
    }

    /*
     * While a wait hangs, for as long as it may, others go on; then it was no vote, and nothing stays.
     */
    private void checkThatOthersGoOn(final Redlock redlock, final LockHandle handle)
    {
        final CompletableFuture<Long> attempt = CompletableFuture.supplyAsync(handle::tryAcquire);
        try (LockHandle other = redlock.handle("other", LONG))
        {
            int cycles = 0;
            while (!attempt.isDone())
            {
                final long term = other.tryAcquire();
                assertThat(term).as("a lock that asks for nothing").isPositive();
                other.release(term);
                cycles++;
            }
            assertThat(cycles).as("locks while another waited").isGreaterThanOrEqualTo(CYCLES);
        }
        assertThat(Outcome.of(attempt.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join()))
            .isEqualTo(Outcome.NO_QUORUM);
        assertThat(handle.votes()).extracting(NodeVote::cause).contains(Cause.NOT_DURABLE);
        assertThat(redlock.metrics().count(Counter.VOTES_NOT_DURABLE)).isPositive();
        assertThat(redlock.metrics().count(Counter.HALF_OPEN)).isZero();
        Await.parking().until("its releases", SOON, redlock.metrics()::tokensOut, out -> out == 0);
        assertThat(nodes.value(0, KEY)).as("what stays of it").isNull();
    }

    /*
     * From now on all waits hang for as long as they may: the system writes the files when it likes.
     */
    private Redlock startAndHang(final Duration atMost)
    {
        nodes = closing(FileServers.startConfirming());
        final Redlock redlock = up(patient(nodes.uris()).durableVotes(atMost));
        nodes.callAll("CONFIG", "SET", "appendfsync", "no");

        return redlock;
    }
}
