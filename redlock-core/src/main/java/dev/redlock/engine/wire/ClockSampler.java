// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

/**
 * Compares a wall clock, a node's or our own, with the local monotonic clock.
 * <p>
 * Each reading was made at some instant between two local ones, so the offset (wall time minus local time)
 * lies in an interval as wide as the time between them. An honest clock gains and loses no more than the
 * allowed rate, so every reading bounds all later ones, by lines that part at that rate. The narrowest of
 * these bounds are kept: two numbers remember all readings. One that lies outside, by more than the slack,
 * proves that the clock was set, or runs too fast or too slow; no delay, however long, can do that. Source:
 * Marzullo and Owicki's intersection of intervals (1983), over time instead of over servers.
 * <p>
 * Numbers are compared by their differences: the local clock may wrap around.
 */
public final class ClockSampler
{
    /**
     * A clock that is honest, and slewed by NTP, is off by up to half of this; a smaller limit would accuse
     * it.
     */
    public static final long LEAST_PPM = 1_000;

    private static final long MOST_PPM = 1_000_000_000;
    private static final long NS_PER_US = 1_000;
    private static final long MILLION = 1_000_000;
    private static final long MIN_BASELINE_NS = 1_000_000_000L;

    /*
     * Longer than it takes until it is known who is to blame for a move.
     */
    private static final long CHAIN_NS = 10_000_000_000L;

    private final long allowedPpm;
    private final long slackNs;

    private long firstLowNs;
    private long firstHighNs;
    private long firstSentNs;
    private long firstReceivedNs;
    private long timeNs;
    private long lowNs;
    private long highNs;
    private long sentNs;
    private long receivedNs;
    private int samples;

    /*
     * Where the offset must be at the last sample, if the clock has been honest.
     */
    private long leastNs;
    private long mostNs;

    /*
     * By how much the clock may have moved without being noticed; a hundred samples later none of it is left.
     */
    private long hiddenNs;

    /*
     * The last sample that was not where it had to be, and the one before it; whether the last sample was
     * such a one. Whether it was the first in a row, which ends with an honest answer to a question that was
     * asked after the move had been seen: older ones were under way like the one that showed it.
     */
    private boolean hasMoved;
    private long earlierNs;
    private long earlierAtMostNs;
    private long earlierSinceNs;
    private long earlierBeforeNs;
    private boolean hadMoved;
    private boolean isFirstMove;
    private boolean isRowOver;
    private boolean isPart;
    private boolean mayJoin;
    private long movedNs;
    private long movedAtMostNs;
    private long movedSinceNs;
    private long movedBeforeNs;
    private boolean hasJumped;
    private boolean hasStoodStill;

    /*
     * What was known before the last move, and those shortly before it: since when, and by how much the clock
     * may have moved in all, unnoticed and by the moves before the last.
     */
    private boolean hasEverMoved;
    private long knownSinceNs;
    private long hiddenBeforeNs;

    /*
     * How far our own clock was known to stand still, and when that was said.
     */
    private long excusedNs;
    private long excusedAtNs;

    /**
     * Nothing is known.
     *
     * @param allowedPpm how much the clock may gain or lose, in parts per million of the time that passes.
     * @param slackNs    by how much it may be off beyond that in all.
     */
    public ClockSampler(final long allowedPpm, final long slackNs)
    {
        this.allowedPpm = Math.max(LEAST_PPM, Math.min(allowedPpm, MOST_PPM));
        this.slackNs = slackNs;
    }

    /**
     * Takes a reading with a resolution of microseconds.
     *
     * @param timeUs        what the clock showed, in microseconds.
     * @param newSentNs     local time before it was read.
     * @param newReceivedNs local time after it was read.
     * @return as the other form.
     */
    public boolean sample(final long timeUs, final long newSentNs, final long newReceivedNs)
    {
        return sample(timeUs * NS_PER_US, NS_PER_US, newSentNs, newReceivedNs);
    }

    /**
     * Takes a reading. One that began before the last one, and proves nothing, is no news: it is so wide that
     * it would hide what comes next. Nor is one that {@linkplain #showsPart() shows a part} of a standstill
     * of ours.
     *
     * @param newTimeNs     what the clock showed, rounded down.
     * @param resolutionNs  to a multiple of this.
     * @param newSentNs     local time before it was read.
     * @param newReceivedNs local time after it was read.
     * @return whether it proves that the clock is not honest, or that ours is not.
     */
    public boolean sample(
        final long newTimeNs, final long resolutionNs, final long newSentNs, final long newReceivedNs)
    {
        final long newLowNs = newTimeNs - newReceivedNs;
        final long newHighNs = newTimeNs + resolutionNs - newSentNs;
        hadMoved = hasMoved;
        hasMoved = false;
        isPart = false;
        if (samples == 0)
        {
            begin(newLowNs, newHighNs, newSentNs, newReceivedNs);
        }
        else if (!compare(newTimeNs, newLowNs, newHighNs, newSentNs, newReceivedNs))
        {
            hasMoved = hadMoved;

            return false;
        }
        samples++;
        timeNs = newTimeNs;
        lowNs = newLowNs;
        highNs = newHighNs;
        sentNs = newSentNs;
        receivedNs = newReceivedNs;

        return hasMoved;
    }

    private void begin(
        final long newLowNs, final long newHighNs, final long newSentNs, final long newReceivedNs)
    {
        firstLowNs = newLowNs;
        firstHighNs = newHighNs;
        firstSentNs = newSentNs;
        firstReceivedNs = newReceivedNs;
        hiddenNs = 0;
        leastNs = newLowNs;
        mostNs = newHighNs + mayGainNs(newReceivedNs - newSentNs);
    }

    /*
     * A bound that was passed by less than the slack is kept, so that many small steps add up. What they have
     * added up to counts from that bound; one big step, which may come after losses, from the other. Returns
     * whether the reading was news.
     */
    private boolean compare(final long newTimeNs, final long newLowNs, final long newHighNs,
        final long newSentNs, final long newReceivedNs)
    {
        final long mayGainNs = mayGainNs(Math.max(0, newReceivedNs - receivedNs));
        final long wasLeastNs = leastNs - mayGainNs;
        final long wasMostNs = mostNs + mayGainNs;
        final boolean areApart = wasMostNs - wasLeastNs >= 0;
        isPart = mayBePart(newLowNs - wasMostNs, newSentNs);
        if (isPart)
        {
            return false;
        }
        if (newLowNs - wasMostNs > slackNs)
        {
            move(newLowNs - wasMostNs, newHighNs - (areApart ? wasLeastNs : wasMostNs));
        }
        else if (wasLeastNs - newHighNs > slackNs)
        {
            move(newHighNs - wasLeastNs, newLowNs - (areApart ? wasMostNs : wasLeastNs));
        }

        if (hasMoved)
        {
            final long elapsedNs = Math.max(1, newSentNs - receivedNs);
            final long tickedNs = newTimeNs - timeNs;
            remember(newSentNs);
            movedSinceNs = sentNs;
            movedBeforeNs = newReceivedNs;
            hasJumped = Math.abs(movedNs) > elapsedNs / 2;
            hasStoodStill = tickedNs >= 0 && tickedNs < elapsedNs / 100;
            begin(newLowNs, newHighNs, newSentNs, newReceivedNs);
            narrowTo(wasMostNs + excusedNs);
        }
        else if (newSentNs - sentNs >= 0)
        {
            isRowOver |= newSentNs - movedBeforeNs >= 0;
            final long newMostNs = newHighNs + mayGainNs(newReceivedNs - newSentNs);
            final long mayHideNs = Math.max(newHighNs - wasLeastNs, wasMostNs - newLowNs);
            hiddenNs = Math.max(mayHideNs, hiddenNs - (hiddenNs >> 3));
            leastNs = newLowNs - wasLeastNs > 0 ? newLowNs : wasLeastNs;
            mostNs = newMostNs - wasMostNs < 0 ? newMostNs : wasMostNs;
        }

        return hasMoved || newSentNs - sentNs >= 0;
    }

    private boolean mayBePart(final long gainNs, final long newSentNs)
    {
        return gainNs > slackNs && gainNs <= excusedNs && newSentNs - excusedAtNs < 0 && !hadMoved;
    }

    /*
     * Before the clock is followed anew. Who moves twice in a short time is still a witness of the whole.
     */
    private void remember(final long newSentNs)
    {
        if (hasEverMoved && newSentNs - movedBeforeNs < CHAIN_NS)
        {
            hiddenBeforeNs += hiddenNs + Math.max(Math.abs(earlierNs), Math.abs(earlierAtMostNs));
        }
        else
        {
            knownSinceNs = firstReceivedNs;
            hiddenBeforeNs = hiddenNs;
        }
        hasEverMoved = true;
    }

    /*
     * Our own standstill explains the move: then the old bound still holds, by so much later. An answer that
     * took long would let a step pass that comes next.
     */
    private void narrowTo(final long excusedMostNs)
    {
        if (excusedMostNs - leastNs >= 0 && excusedMostNs - mostNs < 0)
        {
            mostNs = excusedMostNs;
        }
    }

    private void move(final long newMovedNs, final long newMovedAtMostNs)
    {
        hasMoved = true;
        earlierNs = movedNs;
        earlierAtMostNs = movedAtMostNs;
        earlierSinceNs = movedSinceNs;
        earlierBeforeNs = movedBeforeNs;
        final boolean isNext = hasEverMoved && !isRowOver;
        mayJoin = isNext && isFirstMove;
        isFirstMove = !isNext;
        isRowOver = false;
        movedNs = newMovedNs;
        movedAtMostNs = newMovedAtMostNs;
    }

    /**
     * The last two moves may be one: an answer that was under way showed its beginning, and a later one the
     * rest. That happens once, and within the time of the first. A clock that gains a third time is too fast.
     *
     * @return whether they may, as both were gains, and no answer between to a question that was asked after
     *         the first had been seen; if so they are one from now on.
     */
    public boolean joinMoves()
    {
        final boolean mayBeOne = mayJoin && earlierNs > 0 && movedNs > 0;
        if (mayBeOne)
        {
            movedNs += earlierNs;
            movedAtMostNs += earlierAtMostNs;
            movedSinceNs = earlierSinceNs;
            movedBeforeNs = earlierBeforeNs;
        }

        return mayBeOne;
    }

    private long mayGainNs(final long elapsedNs)
    {
        return elapsedNs / MILLION * allowedPpm + allowedPpm;
    }

    /**
     * Whether the last reading was under way when our own clock {@linkplain #excuse stood still}, and gained
     * no more than that: the next one will show the whole.
     */
    public boolean showsPart()
    {
        return isPart;
    }

    /**
     * Whether the last sample proves that the clock is not honest, or that ours is not.
     */
    public boolean hasMoved()
    {
        return hasMoved;
    }

    /**
     * By how much it has gained or, if negative, lost at least, more than it may, when it last moved.
     */
    public long movedNs()
    {
        return movedNs;
    }

    /**
     * By how much it has gained or lost at most.
     */
    public long movedAtMostNs()
    {
        return movedAtMostNs;
    }

    /**
     * Whether it has moved so far that it must have been set; otherwise it may run at another rate.
     */
    public boolean hasJumped()
    {
        return hasJumped;
    }

    /**
     * Whether it showed the same time again.
     */
    public boolean hasStoodStill()
    {
        return hasStoodStill;
    }

    /**
     * Whether another clock has moved as this one did, at what may have been the same moment.
     *
     * @param tolerance by how much the two moves may differ, in nanoseconds.
     */
    public boolean hasMovedAs(final ClockSampler other, final long tolerance)
    {
        final long leastNs = Math.min(movedNs, movedAtMostNs);
        final long mostNs = Math.max(movedNs, movedAtMostNs);
        final long othersLeastNs = Math.min(other.movedNs, other.movedAtMostNs);
        final long othersMostNs = Math.max(other.movedNs, other.movedAtMostNs);

        return hasMovedWith(other) && other.movedNs != 0 &&
            leastNs <= othersMostNs + tolerance && othersLeastNs <= mostNs + tolerance;
    }

    /**
     * Whether this clock has moved, however far, at what may have been the moment at which another did.
     */
    public boolean hasMovedWith(final ClockSampler other)
    {
        return movedNs != 0 && mayCoincide(other);
    }

    /**
     * Whether this clock was read, and was honest, after another had moved.
     */
    public boolean wasHonestAfter(final ClockSampler other)
    {
        return samples > 0 && sentNs - other.movedBeforeNs >= 0 && !hasMoved;
    }

    /**
     * Whether this clock has told its time after another had moved, or has moved as that one did.
     *
     * @param tolerance as of {@link #hasMovedAs}. Who moved by another amount then has not yet shown what the
     *                  other did.
     */
    public boolean wasReadSince(final ClockSampler other, final long tolerance)
    {
        return samples > 0 && (sentNs - other.movedBeforeNs >= 0 || hasMovedAs(other, tolerance));
    }

    /**
     * Whether another clock has moved by itself: this one was read before and after that, and did not move,
     * or by less in all than the other did, so ours did not stand still for so long.
     */
    public boolean disproves(final ClockSampler other)
    {
        final long leastNs = Math.min(Math.abs(other.movedNs), Math.abs(other.movedAtMostNs));
        final long ownNs = Math.max(Math.abs(movedNs), Math.abs(movedAtMostNs));
        final boolean isUnmoved =
            wasHonestAfter(other) && firstReceivedNs - other.movedSinceNs <= 0 && hiddenNs < leastNs;
        final boolean wasKnown = sentNs - other.movedBeforeNs >= 0 && knownSinceNs - other.movedSinceNs <= 0;

        return isUnmoved ||
            wasKnown && hasEverMoved && ownNs + hiddenNs + hiddenBeforeNs < leastNs;
    }

    private boolean mayCoincide(final ClockSampler other)
    {
        return movedSinceNs - other.movedBeforeNs <= 0 && other.movedSinceNs - movedBeforeNs <= 0;
    }

    /**
     * Our own clock is known to have stood still for so long since the last sample.
     */
    public void excuse(final long standstillNs, final long nowNs)
    {
        excusedNs += standstillNs;
        excusedAtNs = nowNs;
    }

    /**
     * The clock was read, and shows no standstill; a reading that was under way could not.
     */
    public void forgetExcuse()
    {
        if (sentNs - excusedAtNs >= 0)
        {
            excusedNs = 0;
        }
    }

    /**
     * How long our own clock is known to have stood still before the last move; forgets it.
     */
    public long takeExcuse()
    {
        final long takenNs = excusedNs;
        excusedNs = 0;

        return takenNs;
    }

    /**
     * How far the clock was ahead of ours at the last sample at most, by all samples if it has been honest.
     */
    public long mostNs()
    {
        return mostNs;
    }

    /**
     * How far the clock was ahead of ours at the last sample, at least.
     */
    public long lowNs()
    {
        return lowNs;
    }

    /**
     * How far the clock was ahead of ours at the last sample, at most.
     */
    public long highNs()
    {
        return highNs;
    }

    /**
     * Whether the clock was ever read.
     */
    public boolean knowsTime()
    {
        return samples > 0;
    }

    /**
     * The clock's time by its last sample, in nanoseconds since 1970.
     */
    public long timeNs(final long nowNs)
    {
        return nowNs + lowNs + (highNs - lowNs) / 2;
    }

    /**
     * Whether samples are far enough apart to tell the rate.
     */
    public boolean knowsRate()
    {
        return samples > 1 && sentNs - firstReceivedNs >= MIN_BASELINE_NS;
    }

    /**
     * How fast the clock gains on ours at least, in parts per million; negative if it loses.
     */
    public long lowPpm()
    {
        final long partedNs = lowNs - firstHighNs;

        return (long)Math.floor(ppm(partedNs, partedNs < 0 ? shortestNs() : longestNs()));
    }

    /**
     * How fast the clock gains on ours at most, in parts per million.
     */
    public long highPpm()
    {
        final long partedNs = highNs - firstLowNs;

        return (long)Math.ceil(ppm(partedNs, partedNs < 0 ? longestNs() : shortestNs()));
    }

    private long shortestNs()
    {
        return sentNs - firstReceivedNs;
    }

    private long longestNs()
    {
        return receivedNs - firstSentNs;
    }

    private static double ppm(final long partedNs, final long elapsedNs)
    {
        return (double)partedNs / elapsedNs * MILLION;
    }
}
