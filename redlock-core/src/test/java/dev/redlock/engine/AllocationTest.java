// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.redlock.engine.QuietEar.Told;
import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.KeyLine;
import dev.redlock.engine.node.Admitted;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.Replies;
import dev.redlock.engine.rig.Texts;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.DurabilityRule;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.settings.WaitRule;
import dev.redlock.engine.wire.Commands;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Reply;

/**
 * The engine allocates nothing, whatever the way through it.
 * <p>
 * Measured when the virtual machine has settled: while it compiles, and links what the coverage agent has put
 * in, a few hundred bytes appear once here and there, the later the busier the machine is. Therefore blocks
 * of cycles are run until three in a row are clean. What allocates in every cycle, or at every heartbeat,
 * never gets there.
 */
@Tag("jdk")
class AllocationTest
{
    private static final byte[] MAILBOX = {1, 2, 3, 4};
    private static final int NODES = 5;
    private static final int CYCLES = 2_000;
    private static final long TOLERATED_BYTES = CYCLES / 100;
    private static final int CLEAN_BLOCKS = 3;
    private static final int MAX_BLOCKS = 27;
    private static final long MS = Limits.MS;
    private static final DurabilityRule ON_DISK = new DurabilityRule(100 * MS, 0, "redlock:barrier");
    private static final long START_NS = Long.MAX_VALUE - 20 * Limits.SECOND;
    private static final ThreadMXBean THREADS = (ThreadMXBean)ManagementFactory.getThreadMXBean();

    enum Way
    {
        ACQUIRE_AND_RELEASE,
        RELEASED_AFTER,
        REFUSED,
        SPLIT,
        TIMED_OUT,
        EXTENDED,
        EXTENDED_AUTOMATICALLY,
        RETRIED,
        IN_LINE,
        FENCED,
        WATCHED,
        DURABLE,
        LOST,
        PLACE_KEPT,
        TOLD,
        GIVEN,
        GIVEN_UP;

        private boolean isAtNodes()
        {
            return compareTo(LOST) > 0;
        }
    }

    private final Reply granted = new Reply().set(Reply.Kind.OK);
    private final Reply refused = new Reply().set(Reply.Kind.NIL);
    private final Reply done = new Reply().set(Reply.Kind.NUMBERS).add(1);
    private final Reply absent = new Reply().set(Reply.Kind.NUMBERS).add(0);
    private final Reply grantedByScript = Replies.grantedByScript();
    private final Reply stale = Replies.fence(-1, 7);
    private final Reply place = Replies.place(10_000, 1, 7);
    private final Reply passed = Replies.passed(1, 0);
    private final Reply passedOn = Replies.passed(1, 1);
    private final byte[] given = message("g", " 0 1100 1800000000000000 0 0");
    private final byte[] spent = message("g", " 0 1 1800000000000000 0 0");
    private final byte[] wanted = message("w", "another token of 20b 1800000000000000");
    private final byte[] unasked = message("g", " of nobody");
    private final QuietTransport transport = new QuietTransport(2 * NODES);
    private final QuietEar alice = new QuietEar();
    private final QuietEar bob = new QuietEar();
    private List<Connection> connections;
    private Engine engine;
    private Claim first;
    private Claim second;
    private Claim fenced;
    private Claim watched;
    private Claim durable;
    private long nowNs = START_NS;
    private long ended;

    private static byte[] message(final String kind, final String words)
    {
        return (kind + "12345678901234567890" + words).getBytes(StandardCharsets.US_ASCII);
    }

    /*
     * In a world of its own, as whoever may wait in line goes other ways.
     */
    private void start(final Way way)
    {
        final SplittableRandom random = new SplittableRandom(6);
        final EngineConfig config =
            Limits.of(NODES, (set) -> set.maxLocks = 8192, (set) -> set.durability = ON_DISK,
                (set) -> set.waiting = way.isAtNodes() ? new WaitRule("mail:", "client") : WaitRule.NONE);
        final Commands commands = new Commands(Texts.SCRIPTS, config, null);
        connections = EngineRig.connections(config);
        engine = new Engine(new EngineContext(config, connections, transport, commands, random::nextBytes,
            MAILBOX, 7, Meter.NONE, NodeEvents.NONE), nowNs);
        engine.start(nowNs);
        final Admitted admitted = new Admitted(
            -1, ReleaseMethod.SCRIPT, false, Long.MAX_VALUE, null, false, true, way.isAtNodes(), 0);
        for (int node = 0; node < NODES; node++)
        {
            engine.onUp(node, admitted, nowNs);
            engine.onSideUp(node, nowNs);
        }

        final KeyLine line = new KeyLine();
        final ClaimOptions options =
            Options.ttlMs(300, (set) -> set.minRetryNs = MS, (set) -> set.maxRetryNs = MS,
                (set) -> set.autoExtend = true, (set) -> set.maxHoldNs = Long.MAX_VALUE);
        first = new Claim(engine.config(), transport.prepare(null), line, options, alice);
        second = new Claim(engine.config(), transport.prepare(null), line, options, bob);
        fenced = new Claim(
            engine.config(), transport.prepare(null), new KeyLine(), Options.fenced(), alice);
        watched = new Claim(engine.config(), transport.prepare(null), new KeyLine(),
            Options.ttlMs(10_000, (set) -> set.isWatched = true), alice);
        durable = new Claim(engine.config(), transport.prepare(null), new KeyLine(),
            Options.ttlMs(300, (set) -> set.isDurable = true), alice);
        answerAll(granted);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void shouldAllocateNothing(final Way way)
    {
        start(way);
        final List<Long> allocated = new ArrayList<>();
        int clean = 0;
        while (clean < CLEAN_BLOCKS && allocated.size() < MAX_BLOCKS)
        {
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            go(way, CYCLES);
            final long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
            allocated.add(bytes);
            clean = bytes <= TOLERATED_BYTES ? clean + 1 : 0;
        }

        assertThat(ended).as("cycles that went this way").isEqualTo((long)allocated.size() * CYCLES);
        assertThat(clean).as("clean ones at the end of blocks of %d cycles that allocated %s bytes", CYCLES,
            allocated).isEqualTo(CLEAN_BLOCKS);
    }

    @Test
    void shouldSeeAnAllocation()
    {
        final byte[][] kept = new byte[CYCLES][];
        final long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < CYCLES; i++)
        {
            kept[i] = new byte[1];
        }

        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isGreaterThan(16L * CYCLES - 1);
        assertThat(kept[CYCLES - 1]).hasSize(1);
    }

    private void go(final Way way, final int cycles)
    {
        for (int i = 0; i < cycles; i++)
        {
            if (way.isAtNodes())
            {
                goInLine(way);
            }
            else
            {
                goOnce(way);
            }
            nowNs += MS / 2;
            goOn();
        }
    }

    private void goOnce(final Way way)
    {
        switch (way)
        {
            case REFUSED:
                engine.acquire(first, 0, nowNs);
                answerAll(refused);
                ended += alice.take(Told.DENIED);
                break;

            case SPLIT:
                engine.acquire(first, 0, nowNs);
                answer(2, granted);
                answerAll(refused);
                answerAll(done);
                ended += alice.take(Told.DENIED);
                break;

            case TIMED_OUT:
                engine.acquire(first, 0, nowNs);
                answer(2, granted);
                nowNs += 260 * MS;
                engine.doWork(nowNs);
                nowNs += 20 * MS;
                engine.doWork(nowNs);
                answerAll(done);
                ended += alice.take(Told.DENIED);
                break;

            case RETRIED:
                engine.acquire(first, Limits.SECOND, nowNs);
                answerAll(refused);
                nowNs += 5 * MS;
                goOn();
                releaseFirst();
                ended += alice.take(Told.RELEASED);
                break;

            case FENCED:
                engine.acquire(fenced, 0, nowNs);
                answer(3, stale);
                answerAll(grantedByScript);
                engine.extend(fenced, alice.term, 0, nowNs);
                answerAll(grantedByScript);
                engine.release(fenced, alice.term, 0, nowNs);
                answerAll(done);
                ended += Math.min(alice.take(Told.RELEASED), alice.take(Told.EXTENDED));
                break;

            case WATCHED:
                watch();
                ended += alice.take(Told.RELEASED);
                break;

            case DURABLE:
                goDurably();
                ended += Math.min(alice.take(Told.RELEASED), alice.take(Told.EXTENDED));
                break;

            default:
                engine.acquire(first, 0, nowNs);
                answerAll(granted);
                goOnHolding(way);
                break;
        }
    }

    /*
     * Another has the lock.
     */
    private void goInLine(final Way way)
    {
        if (!first.isTrying())
        {
            standInLine();
        }
        switch (way)
        {
            case PLACE_KEPT:
                ended += keepPlace();
                break;

            case TOLD:
                tell(1, unasked);
                tell(2, wanted);
                tell(NODES, spent);
                answerLine(place, passed);
                ended += keepPlace();
                break;

            case GIVEN:
                tell(3, given);
                answerLine(grantedByScript, passed);
                engine.release(first, alice.term, 0, nowNs);
                answerLine(place, ended % 2 == 0 ? passed : passedOn);
                ended += alice.take(Told.RELEASED);
                break;

            default:
                engine.cancel(first, nowNs);
                answerLine(place, passed);
                ended += alice.take(Told.DENIED);
                break;
        }
    }

    /*
     * After a moment, if it has to leave the key to others first.
     */
    private void standInLine()
    {
        final int before = transport.waits;
        engine.acquire(first, Long.MAX_VALUE / 4, nowNs);
        answerLine(place, passed);
        while (transport.waits == before)
        {
            nowNs += MS;
            engine.doWork(nowNs);
            answerLine(place, passed);
        }
        // The first nodes are asked when others have refused.
        answerLine(place, passed);
    }

    /*
     * Returns 1 if that was asked for.
     */
    private int keepPlace()
    {
        final int before = transport.waits;
        nowNs += 530 * MS;
        engine.doWork(nowNs);
        final int asked = transport.waits - before;
        answerLine(place, passed);

        return asked / NODES;
    }

    /*
     * Of the token that waits, from some nodes.
     */
    private void tell(final int nodes, final byte[] message)
    {
        if (message != unasked)
        {
            System.arraycopy(transport.waiter, 0, message, 1, transport.waiter.length);
        }
        for (int node = 0; node < nodes; node++)
        {
            engine.onMessage(connections.get(node), message, message.length, nowNs);
        }
    }

    private void answerLine(final Reply toWaiting, final Reply toPassing)
    {
        for (int node = 0; node < connections.size(); node++)
        {
            while (transport.hasNext(node))
            {
                final CommandTemplate template = transport.template(node);
                answerNext(node, template.canAnswer(place) ? toWaiting :
                    template.canAnswer(passed) ? toPassing : template.canAnswer(done) ? done : refused);
            }
        }
    }

    private void goOnHolding(final Way way)
    {
        switch (way)
        {
            case EXTENDED:
                engine.extend(first, alice.term, 0, nowNs);
                answerAll(done);
                releaseFirst();
                ended += Math.min(alice.take(Told.RELEASED), alice.take(Told.EXTENDED));
                break;

            case EXTENDED_AUTOMATICALLY:
                nowNs += 102 * MS;
                engine.doWork(nowNs);
                answerAll(done);
                releaseFirst();
                ended += Math.min(alice.take(Told.RELEASED), alice.take(Told.MOVED));
                break;

            case IN_LINE:
                engine.acquire(second, Limits.SECOND, nowNs);
                releaseFirst();
                nowNs += 10 * MS;
                goOn();
                engine.release(second, bob.term, 0, nowNs);
                answerAll(done);
                ended += Math.min(alice.take(Told.RELEASED), bob.take(Told.RELEASED));
                break;

            case RELEASED_AFTER:
                engine.release(first, alice.term, 100, nowNs);
                answerAll(done);
                ended += alice.take(Told.RELEASED);
                break;

            case LOST:
                nowNs += 300 * MS;
                engine.doWork(nowNs);
                answerAll(done);
                ended += alice.take(Told.LOST);
                break;

            default:
                releaseFirst();
                ended += alice.take(Told.RELEASED);
                break;
        }
    }

    /*
     * A node has lost the key at the first heartbeat, and is asked to set it anew at the second.
     */
    private void watch()
    {
        engine.acquire(watched, 0, nowNs);
        answerAll(granted);
        goOnToTheNextBeat();
        while (transport.hasNext(0))
        {
            answerNext(0, absent);
        }
        answerAll(done);
        goOnToTheNextBeat();
        answerAll(done);
        engine.release(watched, alice.term, 0, nowNs);
        answerAll(done);
    }

    private void goDurably()
    {
        engine.acquire(durable, 0, nowNs);
        answerAll(granted);
        goOn();
        engine.extend(durable, alice.term, 0, nowNs);
        answerAll(done);
        goOn();
        engine.release(durable, alice.term, 0, nowNs);
        answerAll(done);
    }

    private void goOnToTheNextBeat()
    {
        nowNs += 510 * MS;
        engine.doWork(nowNs);
    }

    private void releaseFirst()
    {
        engine.release(first, alice.term, 0, nowNs);
        for (int node = 0; node < NODES; node++)
        {
            engine.onReply(connections.get(node), transport.next(node), done, nowNs);
        }
    }

    private void answer(final int nodes, final Reply reply)
    {
        for (int node = 0; node < nodes; node++)
        {
            answerNext(node, reply);
        }
    }

    /*
     * What cannot have this answer has one of its own.
     */
    private void answerNext(final int node, final Reply reply)
    {
        final CommandTemplate template = transport.template(node);
        final Reply fitting = transport.replyToNext(node, reply, timeUs());
        final Reply own = template.canAnswer(refused) ? refused : absent;
        engine.onReply(connections.get(node), transport.next(node),
            template.canAnswer(fitting) ? fitting : own, nowNs);
    }

    private long timeUs()
    {
        return 1_800_000_000_000_000L + (nowNs - START_NS) / 1_000;
    }

    private void goOn()
    {
        engine.doWork(nowNs);
        answerAll(granted);
    }

    /*
     * The second connections, too.
     */
    private void answerAll(final Reply reply)
    {
        for (int node = 0; node < connections.size(); node++)
        {
            while (transport.hasNext(node))
            {
                answerNext(node, reply);
            }
        }
    }
}
