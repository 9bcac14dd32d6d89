// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.Replies;
import dev.redlock.engine.rig.ScriptedTransport.Link;
import dev.redlock.engine.rig.Sent;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.quorum.Quorum;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;

/**
 * One history in which everything that can happen happens at random: callers call, nodes say anything in any
 * order or nothing at all, connections end and come back, nodes forget, limits are met, the thread stalls.
 * What must hold is watched by the rig.
 */
final class RandomWalk
{
    private static final long MS = Limits.MS;
    private static final int STEPS = 150;
    private static final String[] KEYS = {"orders", "stock", "shelf"};
    private static final ErrorCode[] CODES = ErrorCode.values();
    private static final ReleaseMethod[] METHODS = ReleaseMethod.values();

    final EngineRig rig;
    private final SplittableRandom random;
    private final int grantPercent;
    private final int trouble;
    private final List<Caller> callers = new ArrayList<>();
    private Sent answered;

    RandomWalk(final long seed)
    {
        random = new SplittableRandom(seed);
        grantPercent = 50 + random.nextInt(48);
        trouble = random.nextInt(15);
        final int nodes = 1 + random.nextInt(6);
        final int majority = Quorum.majority(nodes);
        final int required = majority + (oneIn(3) ? random.nextInt(nodes - majority + 1) : 0);
        rig = EngineRig.of(Limits.of(Quorum.of(nodes, required), (set) -> set.minNodeTimeoutNs = 5 * MS,
            (set) -> set.maxNodeTimeoutNs = 60 * MS, (set) -> set.maxLocks = oneIn(4) ? 2 : 32,
            (set) -> set.maxInFlightPerNode = oneIn(4) ? 16 : 64), seed);
        for (int i = 0; i < 6; i++)
        {
            callers.add(rig.caller("caller " + i, KEYS[random.nextInt(KEYS.length)], options()));
        }
    }

    private ClaimOptions options()
    {
        final long ttlMs = 10 + random.nextInt(oneIn(2) ? 100 : 1_500);

        return Options.ttlMs(ttlMs, (set) -> set.minRetryNs = random.nextLong(5 * MS),
            (set) -> set.maxRetryNs = 5 * MS + random.nextLong(50 * MS),
            (set) -> set.maxHoldNs = (ttlMs + random.nextInt(3_000)) * MS,
            (set) -> set.minValidityNs = oneIn(3) ? ttlMs * MS / 2 : 0,
            (set) -> set.maxExtensions = random.nextInt(6),
            (set) -> set.maxAttempts = 1 + random.nextInt(6), (set) -> set.autoExtend = oneIn(2));
    }

    private boolean oneIn(final int chances)
    {
        return random.nextInt(chances) == 0;
    }

    void run()
    {
        for (int i = 0; i < STEPS; i++)
        {
            final int dice = random.nextInt(100);
            if (dice < trouble)
            {
                disturb(random.nextInt(rig.nodeCount()));
            }
            else if (dice < 35)
            {
                call(callers.get(random.nextInt(callers.size())));
            }
            else if (dice < 50)
            {
                letTimePass();
            }
            else
            {
                for (int answers = random.nextInt(6); answers >= 0; answers--)
                {
                    answer(random.nextInt(rig.nodeCount()));
                }
            }
        }
        if (oneIn(8))
        {
            rig.closes();
            callers.forEach(this::call);
        }
        rig.settle();
    }

    private void call(final Caller caller)
    {
        switch (random.nextInt(8))
        {
            case 0, 1 -> rig.acquires(caller);
            case 2, 3 -> rig.acquires(caller, 1 + random.nextLong(500 * MS));
            case 4 ->
            {
                if (!caller.awaitsExtension())
                {
                    rig.extendsLease(caller, termOf(caller), oneIn(2) ? 0 : 1 + random.nextInt(2_000));
                }
            }
            case 5 -> rig.cancels(caller);
            case 6 -> rig.releasesAfter(caller, termOf(caller), oneIn(2) ? 0 : 1 + random.nextInt(2_000));
            default ->
            {
                if (oneIn(4))
                {
                    rig.sheds(caller);
                }
                else if (caller.holds())
                {
                    rig.extendsLease(caller);
                }
            }
        }
    }

    private long termOf(final Caller caller)
    {
        return oneIn(8) ? caller.term() + random.nextInt(3) - 1 : caller.term();
    }

    private void answer(final int node)
    {
        final List<Sent> open = rig.transport.open(node);
        if (!open.isEmpty() && rig.transport.link(node) == Link.UP)
        {
            answered = open.get(oneIn(20) ? random.nextInt(open.size()) : 0);
            rig.answers(answered, replyTo(answered));
        }
        else if (answered != null && oneIn(10))
        {
            rig.babbles(answered.node, answered.correlationId, replyTo(answered));
        }
    }

    private Reply replyTo(final Sent sent)
    {
        final int dice = random.nextInt(100);

        if (sent.isHeartbeat())
        {
            return dice < 99 ? Replies.beat(sent, rig.elapsedNs() / 1_000) : Replies.strange();
        }
        if (dice < grantPercent)
        {
            return Replies.granted(sent);
        }

        return switch (random.nextInt(12))
        {
            case 0, 1 -> Replies.error(ErrorCode.NOSCRIPT);
            case 2, 3 -> Replies.error(CODES[1 + random.nextInt(CODES.length - 1)]);
            case 4 -> oneIn(8) ? Replies.strange() : Replies.number(random.nextInt(5) - 2);
            default -> Replies.refused(sent);
        };
    }

    private void letTimePass()
    {
        switch (random.nextInt(6))
        {
            case 0 -> rig.stall(random.nextLong(oneIn(8) ? 2_000 * MS : 20 * MS));
            case 1 -> rig.workAt(rig.nowNs() - random.nextLong(3 * MS));
            case 2 -> rig.advance(random.nextLong(oneIn(8) ? 2_000 * MS : 100 * MS));
            default -> rig.advance(random.nextLong(5 * MS));
        }
    }

    private void disturb(final int node)
    {
        final Link link = rig.transport.link(node);

        if (link == Link.CONNECTING)
        {
            if (oneIn(4))
            {
                rig.goesDown(node, DownReason.UNREACHABLE, oneIn(4));
            }
            else
            {
                rig.comesUp(node, METHODS[random.nextInt(METHODS.length)], oneIn(3));
            }
        }
        else if (link == Link.UP)
        {
            switch (random.nextInt(4))
            {
                case 0 -> rig.goesDown(node);
                case 1 -> rig.transport.backPressured(node, oneIn(2));
                case 2 -> rig.silence(node, oneIn(2));
                default ->
                {
                }
            }
        }
    }
}
