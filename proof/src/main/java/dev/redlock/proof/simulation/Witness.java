// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import org.agrona.concurrent.NanoClock;

import dev.redlock.proof.simulation.judge.Invariant;
import dev.redlock.proof.simulation.judge.Overlap;
import dev.redlock.test.memory.time.MemoryClock;

/**
 * What one worker believes about its lock, held against the truth.
 */
final class Witness
{
    private final Court court;
    private final String name;
    private final String keyName;
    private final int key;
    private final MemoryClock clock;
    private final LongSupplier engineNs;
    private final NanoClock leaseClock;
    private final BooleanSupplier isAsleep;
    private long heldTerm;
    private long lastTerm;
    private long lostTerm;
    private long untilNs;
    private long validUntilNs;
    private long begunNs;
    private long heldFromNs;
    private long askedNs;
    private long askedTtlNs;
    private long lateTerm;
    private long keptUntilNs;
    private boolean hasSlept;
    private int token;
    private long fencingToken;
    private int acquiredBefore;

    /**
     * @param clock      of the worker's process.
     * @param engineNs   what that clock said when its engine looked last.
     * @param leaseClock by which a handle there says what is left.
     * @param isAsleep   whether nobody there can ask.
     */
    Witness(final Court court, final String name, final int key, final MemoryClock clock,
        final LongSupplier engineNs, final NanoClock leaseClock, final BooleanSupplier isAsleep)
    {
        this.court = court;
        this.name = name;
        this.key = key;
        keyName = Swarm.KEYS[key];
        this.clock = clock;
        this.engineNs = engineNs;
        this.leaseClock = leaseClock;
        this.isAsleep = isAsleep;
        court.witnesses.add(this);
    }

    /**
     * The term that it holds; 0 for none.
     */
    long term()
    {
        return heldTerm;
    }

    long leftNs()
    {
        return heldTerm == 0 ? 0 : untilNs - court.network.nowNs();
    }

    void isGiven(final long newValidUntilNs)
    {
        if (newValidUntilNs - engineNs.getAsLong() <= 0)
        {
            court.referee.complain(Invariant.I4, name + " was given a lock whose validity was over");
        }
    }

    void holds(final long term, final long newBegunNs, final long newValidUntilNs, final int newToken,
        final long newFencingToken)
    {
        begunNs = newBegunNs;
        fencingToken = newFencingToken;
        heldTerm = term;
        lastTerm = term;
        heldFromNs = engineNs.getAsLong();
        token = newToken;
        believe(newValidUntilNs);
        if (isBelieving())
        {
            court.book.claimToken(token, fencingToken, name);
            takeFencingToken();
            acquiredBefore = ++court.acquired[key];
            court.acquiredNs[key] = court.network.nowNs();
            if (court.network.nowNs() < court.keptUntilNs[key])
            {
                court.referee.complain(Invariant.I7, name + " has acquired " + keyName +
                    ", which a quorum had promised to keep until " + court.keptUntilNs[key] + " ns");
            }
        }
        else if (isAsleep.getAsBoolean())
        {
            acquiredBefore = court.acquired[key];
        }
    }

    /*
     * Whoever stood still between the grants and the news of them, for longer than the lock was valid, may
     * hear of it after the next holder.
     */
    private void takeFencingToken()
    {
        if (court.swarm.keepsOrder() && fencingToken <= court.fencingTokens[key])
        {
            court.referee.complain(Invariant.I2, name + " has acquired " + keyName + " with fencing token " +
                fencingToken + ", after " + court.fencingTokens[key]);
        }
        court.fencingTokens[key] = Math.max(court.fencingTokens[key], fencingToken);
    }

    void stillHolds(final long newValidUntilNs)
    {
        if (validUntilNs - engineNs.getAsLong() <= 0)
        {
            court.referee.complain(Invariant.I3, name + " is told that it still holds " + keyName +
                " when its validity was over");
        }
        believe(newValidUntilNs);
    }

    void letGo()
    {
        heldTerm = 0;
        court.checker.letGo(keyName, name);
    }

    /**
     * It asks for a release of what it has let go, and perhaps that it is kept for a while.
     */
    void releases(final long term, final long keepNs, final long nowNs)
    {
        keptUntilNs = keepNs == 0 ? 0 : court.network.nowNs() + court.book.leastNs(keepNs);
        lateTerm = validUntilNs - nowNs <= 0 ? term : lateTerm;
    }

    /**
     * It has had it for some time, and is about to let it go.
     */
    void hasHeld(final long nowNs)
    {
        final long ttlNs = court.swarm.ttlNs;
        court.lines.hasHeld(name, nowNs - heldFromNs, validUntilNs - heldFromNs,
            ttlNs - court.swarm.drift.of(ttlNs));
    }

    boolean isOver(final long nowNs)
    {
        return validUntilNs - nowNs <= 0;
    }

    void hasReleased(final long term)
    {
        if (term == lateTerm)
        {
            court.referee.complain(Invariant.I4, name + " was told that it held " + keyName +
                " until it released it, but its validity was over before");
        }
        if (court.acquired[key] != acquiredBefore && court.acquiredNs[key] < keptUntilNs)
        {
            court.referee.complain(Invariant.I7, name + " was told that " + keyName +
                " is kept after its release, but somebody else has acquired it since");
        }
        court.keptUntilNs[key] = Math.max(court.keptUntilNs[key], keptUntilNs);
    }

    void hasLost(final long term)
    {
        if (term != lastTerm)
        {
            court.referee.complain(Invariant.I6, name + " was told that it lost term " + term +
                " when it had term " + lastTerm);
        }
        if (term == lostTerm)
        {
            court.referee.complain(Invariant.I6, name + " was told twice that it lost term " + term);
        }
        lostTerm = term;
    }

    /**
     * It asks for an extension.
     */
    void asks(final long term, final long ttlNs, final long nowNs)
    {
        if (heldTerm == term)
        {
            askedTtlNs = ttlNs;
            askedNs = nowNs;
        }
    }

    /*
     * Whoever has slept, or knows a node whose clock is wrong, has given up some more to be safe.
     */
    void hasExtended(final long term)
    {
        final boolean isPlain = !hasSlept && !court.swarm.isClockWrong();
        if (heldTerm == term && isPlain && validUntilNs - leastExtendedNs() < 0)
        {
            court.referee.complain(Invariant.I4, name + " has extended " + keyName + " until " +
                validUntilNs + " ns, but should have until " + leastExtendedNs() + " ns");
        }
        if (isBelieving() && court.acquired[key] != acquiredBefore)
        {
            court.referee.complain(Invariant.I3, name + " has extended " + keyName +
                ", which somebody else has acquired since");
        }
    }

    /**
     * It is told that it has nothing to extend since that was lost.
     */
    void hasNotExtended(final long term)
    {
        if (term != lostTerm)
        {
            court.referee.complain(Invariant.I6, name + " was told that it cannot extend term " + term +
                ", which is lost, but not of the loss");
        }
    }

    /*
     * Unless the longest hold is near, which cuts it. That begins with the attempt, which may have stood
     * still and then proposed another fencing token.
     */
    private long leastExtendedNs()
    {
        final Swarm swarm = court.swarm;
        final boolean isCut = askedNs + askedTtlNs - begunNs > swarm.maxHoldNs - swarm.ttlNs;

        return isCut ? askedNs : askedNs + askedTtlNs - swarm.drift.of(askedTtlNs);
    }

    /**
     * It is asked again what it claims.
     */
    void insist()
    {
        if (heldTerm != 0 && !isAsleep.getAsBoolean())
        {
            court.book.claim(token, trueEndNs(), fencingToken, name);
        }
    }

    /*
     * What the handle would say if it were asked from now on: its own clock against the instant it was told.
     */
    private void believe(final long newValidUntilNs)
    {
        validUntilNs = newValidUntilNs;
        untilNs = trueEndNs();
        if (!isAsleep.getAsBoolean())
        {
            court.book.claim(token, untilNs, fencingToken, name);
            holdOn();
        }
        final long longestNs = court.swarm.maxHoldNs;
        if (validUntilNs - heldFromNs > longestNs)
        {
            court.referee.complain(Invariant.I6, name + " holds " + keyName + " for " +
                (validUntilNs - heldFromNs) + " ns, but may for " + longestNs + " ns at most");
        }
    }

    private void holdOn()
    {
        final Overlap overlap = court.checker.hold(keyName, name, court.network.nowNs(), untilNs);
        if (overlap != null)
        {
            court.referee.complain(Invariant.I1, overlap.toString());
        }
        for (final Witness other : court.witnesses)
        {
            if (other != this && other.key == key && other.isHeld() && isHeld())
            {
                court.referee.complain(Invariant.I1, "the handles of " + other.name + " and of " + name +
                    " both say that they hold " + keyName);
            }
        }
    }

    /**
     * What the handle says when it is asked now, on any thread of its process.
     */
    private boolean isHeld()
    {
        return heldTerm != 0 && !isAsleep.getAsBoolean() && validUntilNs - leaseClock.nanoTime() > 0;
    }

    /*
     * The handle's clock may be ahead of the monotonic one, and goes on with it.
     */
    private long trueEndNs()
    {
        final long leftNs = validUntilNs - leaseClock.nanoTime();

        return clock.trueNs(clock.nowNs() + leftNs);
    }

    /**
     * Nobody on its machine can ask what it holds.
     */
    void fallAsleep()
    {
        hasSlept = true;
        court.checker.letGo(keyName, name);
    }

    /**
     * The first thread to wake up asks, before its engine has looked at any clock, unless that was about to
     * release it.
     *
     * @param isLearning whether the engine was about to drop the promises of a node, which are worth nothing.
     */
    void wakeUp(final boolean isLearning)
    {
        if (heldTerm != 0 && !court.book.hasLetGo(token))
        {
            untilNs = trueEndNs();
            if (!isLearning)
            {
                court.book.claim(token, untilNs, fencingToken, name);
            }
            holdOn();
        }
    }

    /*
     * News that was overtaken by the end of the validity, while the process stood still, claims nothing.
     */
    private boolean isBelieving()
    {
        return untilNs > court.network.nowNs() && !isAsleep.getAsBoolean();
    }
}
