// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.client.tck.tools.Diary;
import dev.redlock.client.tck.tools.Relay;
import dev.redlock.client.tck.tools.RelayedNodes;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.quorum.Drift;
import dev.redlock.tck.node.FakeCommand;
import dev.redlock.test.Await;

/**
 * Nodes whose answers are well-formed but impossible for the command. None is a grant, and nothing after it
 * on the same connection counts.
 */
public abstract class WrongAnswers extends RelayedNodes
{
    private static final String KEY = "wrong";

    @Override
    protected int nodeCount()
    {
        return 3;
    }

    /**
     * Somebody else holds the key, and something on the way has begun a transaction: every command is
     * answered by a status, and none is executed.
     */
    @Test
    void shouldGrantNothingByAnotherStatusThanOk() throws InterruptedException
    {
        final Redlock holder = closing(patient(nodes.uris()).name("holder").build());
        final Redlock redlock = closing(client().build());
        final LockHandle held = holder.handle(KEY);
        final LockHandle handle = redlock.handle(KEY);
        awaitAllUp(redlock);
        assertThat(held.acquire(SOON)).isPositive();
        relays.forEach(relay -> relay.says((command, server) ->
            command.name().equals("SET") ? bytes("+QUEUED\r\n") : server.get()));
        assertThat(Outcome.of(handle.tryAcquire())).as("%s", handle.votes()).isEqualTo(Outcome.NO_QUORUM);
        awaitHungUp();
        relays.forEach(Relay::isHonest);
        assertThat(held.release(held.term())).isEqualTo(Outcome.RELEASED);
        awaitAllUp(redlock);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * A script grants a lock by the node's time alone. Something on the way answers it with the time in
     * milliseconds, and no other guard is on.
     */
    @Test
    void shouldGrantNothingByANumberThatIsNoTime() throws InterruptedException
    {
        final Redlock redlock =
            closing(client().quarantine(QuarantineLevel.OFF).drift(Drift.MEASURED).build());
        final LockHandle handle = redlock.handle(KEY);
        awaitAllUp(redlock);
        relays.forEach(relay -> relay.says((command, server) ->
            command.name().startsWith("EVAL") ? bytes(":1700000000000\r\n") : server.get()));
        assertThat(Outcome.of(handle.tryAcquire())).as("%s", handle.votes()).isEqualTo(Outcome.NO_QUORUM);
        awaitHungUp();
        relays.forEach(Relay::isHonest);
        awaitAllUp(redlock);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * Two commands are in flight. The first gets an answer that no SET has, so it is unknown which question
     * the second answer belongs to, though it came in the same packet.
     */
    @Test
    void shouldIgnoreEverythingAfterAnImpossibleAnswer() throws InterruptedException
    {
        final Diary diary = new Diary();
        final Redlock redlock = up(client());
        final LockHandle first = redlock.handle("first", LONG, diary);
        final LockHandle second = redlock.handle("second", LONG, diary);
        relays.forEach(relay -> relay.says((command, server) ->
            !command.name().equals("SET") ? server.get() :
            bytes(command.text(1).equals("first") ? "" : "*1\r\n:1\r\n+OK\r\n")));
        assertThat(first.acquireAsyncNs(0)).isEqualTo(Outcome.STARTED);
        assertThat(second.acquireAsyncNs(0)).isEqualTo(Outcome.STARTED);
        Await.parking().until("two verdicts", SOON, () -> diary.verdicts, all -> all.size() == 2);
        assertThat(diary.verdicts).containsOnly(Outcome.NO_QUORUM);
        awaitHungUp();
        relays.forEach(Relay::isHonest);
        awaitAllUp(redlock);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * From one moment on a node gives each command the answer of the previous one. So it grants a key that
     * somebody else holds; a client that believed it must learn so, and none may believe it again.
     */
    @Test
    void shouldNoticeByTheNextHeartbeatThatAnswersAreShifted() throws InterruptedException
    {
        final Diary diary = new Diary();
        final Redlock holder = closing(patient(nodes.uris()).name("holder").build());
        final Redlock redlock = closing(client().build());
        final LockHandle held = holder.handle(KEY);
        final LockHandle handle = redlock.handle(KEY, LONG, diary);
        awaitAllUp(redlock);
        awaitAllUp(holder);
        assertThat(held.acquire(SOON)).isPositive();
        awaitHolders(nodes, KEY, Set.of(0, 1, 2));
        relays.forEach(relay -> relay.says(new Shifted()));
        final long term = handle.tryAcquire();
        Await.parking().until("told what it is worth", SOON,
            () -> term < 0 || diary.lost.contains(term) && !handle.isHeld(term));
        awaitHungUp();
        relays.forEach(Relay::isHonest);
        awaitAllUp(redlock);
        assertThat(Outcome.of(handle.tryAcquire())).isEqualTo(Outcome.CONTENDED);
        assertThat(held.release(held.term())).isEqualTo(Outcome.RELEASED);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * All answers of one heartbeat are swallowed. From then on each is answered by the next, of the same
     * kind, and only their content shows it.
     */
    @Test
    @Tag("proof")
    void shouldNoticeThatAHeartbeatIsAnsweredByTheNext() throws InterruptedException
    {
        final Redlock redlock = up(client());
        relays.forEach(relay -> relay.says(new Late()));
        awaitHungUp();
        relays.forEach(Relay::isHonest);
        awaitAllUp(redlock);
        checkCleanCycle(redlock, nodes);
    }

    private RedlockBuilder client()
    {
        return patient(relays.stream().map(Relay::uri).toList());
    }

    private void awaitHungUp()
    {
        Await.parking().until("three nodes hung up on", SOON, this::statusesTold, all -> all.stream()
            .filter(status -> status.detail().startsWith("PROTOCOL")).map(NodeStatus::node).distinct()
            .count() == relays.size());
    }

    /**
     * Answers the first SET with OK, and every command of that connection that follows as the one before.
     */
    private static final class Shifted implements Relay.Tongue
    {
        private final Map<Integer, byte[]> kept = new HashMap<>();

        @Override
        public byte[] answer(final FakeCommand command, final Supplier<byte[]> server)
        {
            final int connection = command.connection();
            if (kept.isEmpty() && !command.name().equals("SET"))
            {
                return server.get();
            }

            final byte[] before = kept.isEmpty() ? bytes("+OK\r\n") : kept.get(connection);
            final byte[] answer = server.get();
            if (before != null)
            {
                kept.put(connection, answer);
            }

            return before == null ? answer : before;
        }
    }

    /**
     * Swallows what comes within one heartbeat on the present connection.
     */
    private static final class Late implements Relay.Tongue
    {
        private int connection = -1;
        private String first;
        private boolean isOver;

        @Override
        public byte[] answer(final FakeCommand command, final Supplier<byte[]> server)
        {
            final byte[] answer = server.get();
            if (connection < 0)
            {
                connection = command.connection();
                first = command.name();
            }
            else if (command.name().equals(first))
            {
                isOver = true;
            }

            return isOver || connection != command.connection() ? answer : bytes("");
        }
    }

    private static byte[] bytes(final String text)
    {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
