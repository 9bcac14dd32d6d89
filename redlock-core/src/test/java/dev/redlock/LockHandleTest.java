// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.FakeNodes;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * In invoker mode, where nothing happens unless we call.
 */
class LockHandleTest
{
    private final FakeNodes nodes = new FakeNodes(3);
    private final News news = new News();
    private Redlock redlock;
    private LockHandle handle;

    @BeforeEach
    void connect()
    {
        redlock = Redlock.builder().nodes(nodes.uris()).transportOption("nodes", nodes.id())
            .events(news).invoker().build();
        handle = redlock.lock("k", LockOptions.DEFAULT, news);
    }

    @AfterEach
    void close()
    {
        redlock.close();
        nodes.close();
    }

    @Test
    void shouldNotBlameOthersForWhatThisClientHolds()
    {
        assertTrue(handle.tryAcquire() > 0);

        final String message = assertThrows(
            RedlockException.class, () -> redlock.acquire("k", ofNanos(0))).getMessage();
        assertTrue(message.contains("another caller of this client holds it"), message);
        assertFalse(message.contains("somebody else"), message);

        nodes.occupy("taken");
        final String other = assertThrows(
            RedlockException.class, () -> redlock.acquire("taken", ofNanos(0))).getMessage();
        assertTrue(other.contains("somebody else holds it"), other);
    }

    @Test
    void shouldKeepToItsTerms() throws InterruptedException
    {
        assertFalse(handle.isHeld());
        assertEquals(0, handle.term());
        assertEquals(0, handle.remainingNs());

        final long term = handle.tryAcquire();
        assertEquals(term, handle.term());
        assertTrue(handle.isHeld());
        assertTrue(handle.isHeld(term));
        assertFalse(handle.isHeld(term + 1));
        assertTrue(handle.remainingNs() > 0);
        assertTrue(handle.remainingNs(term) > 0);
        assertEquals(Outcome.ALREADY_HELD.code(), handle.acquire(ofHours(1)));
        assertEquals(Outcome.EXTENDED, handle.extend(term));
        assertEquals(Outcome.EXTENDED, handle.extend(term, ofSeconds(60)));
        assertEquals(Outcome.RELEASED, handle.release(term));

        assertTrue(handle.acquireNs(-1) > term);
        assertEquals(Outcome.STALE_TERM, handle.release(term));
        assertEquals(Outcome.STALE_TERM, handle.extend(term));
        assertTrue(handle.isHeld());
        assertEquals("k", handle.key());
    }

    @Test
    void shouldTellItsListener()
    {
        final long term = handle.tryAcquire();
        assertNull(handle.extendAsync(term));
        drive();
        assertNull(handle.releaseAsync(term));
        drive();
        nodes.occupy("k");
        assertNull(handle.acquireAsync(0));
        drive();
        nodes.forget("k");
        handle.tryAcquire();
        nodes.forget("k");
        handle.extend(2);

        assertEquals(
            List.of("acquired 1", "extended 1 EXTENDED", "released 1 RELEASED", "denied CONTENDED",
                "acquired 2", "extended 2 LOST", "lost 2 REFUSED", "event k 2 REFUSED"),
            news.all);
    }

    private void drive()
    {
        final int before = news.all.size();
        while (news.all.size() == before)
        {
            redlock.poll();
        }
    }

    @Test
    void shouldSayHowTheNodesVoted()
    {
        assertEquals(List.of(Cause.NOT_ASKED, Cause.NOT_ASKED, Cause.NOT_ASKED), causes());

        nodes.occupy("k");
        assertEquals(Outcome.CONTENDED.code(), handle.tryAcquire());
        assertEquals(2, causes().stream().filter(cause -> cause == Cause.HELD_BY_ANOTHER).count(),
            "two refusals decide");
        assertEquals("node0:6379 HELD_BY_ANOTHER", handle.votes().get(0).toString());

        nodes.forget("k");
        handle.tryAcquire();
        assertEquals(2, causes().stream().filter(cause -> cause == Cause.GRANTED).count());
    }

    private List<Cause> causes()
    {
        return handle.votes().stream().map(NodeVote::cause).toList();
    }

    @Test
    void shouldCancelWhatIsUnderWay()
    {
        nodes.occupy("k");
        assertNull(handle.acquireAsync(Long.MAX_VALUE));
        assertEquals(Outcome.BUSY, handle.acquireAsync(0));

        handle.cancel();

        assertEquals(List.of("denied CANCELLED"), news.all);
        assertEquals(Outcome.CONTENDED.code(), handle.tryAcquire());
    }

    @Test
    void shouldRefuseTimesThatMakeNoSense()
    {
        final long term = handle.tryAcquire();

        assertEquals("patience is -1s but must not be negative",
            assertThrows(IllegalArgumentException.class, () -> handle.acquire(ofSeconds(-1))).getMessage());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> handle.extend(term, ofNanos(1)))
            .getMessage().startsWith("time to live is 1ns but must be"));
        assertEquals("time to live",
            assertThrows(NullPointerException.class, () -> handle.extend(term, null)).getMessage());
    }

    @Test
    void shouldReleaseWhenItIsClosed()
    {
        handle.tryAcquire();

        handle.close();
        handle.close();

        assertFalse(handle.isHeld());
        assertEquals(Outcome.CLOSED.code(), handle.tryAcquire());
        drive();
        assertEquals(List.of("acquired 1", "released 1 RELEASED"), news.all);
    }

    private static final class News implements LockListener, RedlockEvents
    {
        private final List<String> all = new CopyOnWriteArrayList<>();

        @Override
        public void onAcquired(final LockHandle handle, final long term)
        {
            all.add("acquired " + term);
        }

        @Override
        public void onDenied(final LockHandle handle, final Outcome outcome)
        {
            all.add("denied " + outcome);
        }

        @Override
        public void onExtended(final LockHandle handle, final long term, final Outcome outcome)
        {
            all.add("extended " + term + " " + outcome);
        }

        @Override
        public void onReleased(final LockHandle handle, final long term, final Outcome outcome)
        {
            all.add("released " + term + " " + outcome);
        }

        @Override
        public void onLost(final LockHandle handle, final long term, final LostReason reason)
        {
            all.add("lost " + term + " " + reason);
        }

        @Override
        public void onLeaseLost(final String key, final long term, final LostReason reason)
        {
            all.add("event " + key + " " + term + " " + reason);
        }
    }
}
