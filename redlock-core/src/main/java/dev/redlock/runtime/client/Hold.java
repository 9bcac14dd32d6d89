// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

import dev.redlock.engine.claim.Claim;
import dev.redlock.outcome.LostReason;
import dev.redlock.runtime.calls.Fields;
import dev.redlock.runtime.tokens.OwnerTag;

/**
 * The latest term of a handle: how far it has come, its deadline, and what it can show to a resource, also
 * after its end. The engine thread begins and prolongs it; the first of engine and application ends it; any
 * thread reads it, without waiting and without the engine.
 */
final class Hold
{
    /*
     * One word has the stamp of the term and, in its lowest bits, the state:
     *
     *   any end ── begin ──► HELD ──┬── released in time ──► GIVEN ────┬── taken ──► RELEASED
     *                               ├── nobody wants it ───► UNWANTED ─┘
     *                               ├── released too late ─► LATE ─────┐
     *                               ├── lost ──────────────────────────┴──► TELLING ── told ──► LOST
     *                               └── the client ends ──► CLOSED
     *
     * In HELD both sides may write: the application GIVEN and LATE, when it releases and before the release
     * is even handed over, so that nothing is held once any node may have let the key go; the engine the
     * others. All do so by compare and set of that term, so one of them ends it and the others see that it
     * has ended. There is no way back to HELD, as stamps only grow. In all other states the engine alone
     * writes.
     *
     * From HELD to UNWANTED the engine keeps the lock. The release is on its way after HELD; when the engine
     * takes it, GIVEN and UNWANTED are RELEASED. If the engine sees the end of the validity before that,
     * GIVEN is LOST, and there is nothing to tell; UNWANTED waits for its release. LATE is a loss that the
     * engine has not told: it does when it takes the release, or sees the deadline itself. Whoever makes it
     * TELLING tells it, so it is told once, and the extension that asks meanwhile is answered afterwards. A
     * client that ends makes each of these CLOSED, and so knows a release that comes later: it is not taken.
     *
     * A reader looks at the word before and after what it copies, so that it never takes what belongs to a
     * later term for that of its own. While the tokens are written the word is 0. They are copied as they
     * are, and hashed when somebody asks, so an acquisition pays for 20 bytes; in fields, as an array would
     * take more than twice as much.
     */
    private static final int HELD = 1;
    static final int GIVEN = 2;
    static final int LATE = 3;
    static final int UNWANTED = 4;
    static final int TELLING = 5;
    private static final int RELEASED = 6;
    private static final int LOST = 7;
    static final int CLOSED = 8;
    private static final int STATE_BITS = 4;
    private static final int STATE_MASK = (1 << STATE_BITS) - 1;

    private static final VarHandle WORD = Fields.of(MethodHandles.lookup(), "word", long.class);
    private static final VarHandle VALID_UNTIL =
        Fields.of(MethodHandles.lookup(), "validUntilNs", long.class);
    private static final VarHandle GRANTS = Fields.of(MethodHandles.lookup(), "grants", int.class);
    private static final VarHandle LONGS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS =
        MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private volatile long word;
    private volatile long validUntilNs;
    private volatile int grants;

    /*
     * The last word of the latest term before this one that was lost, or ended with the client.
     */
    private volatile long lastLost;

    private long ownerFirst;
    private long ownerSecond;
    private int ownerThird;
    private long fencingToken;

    /*
     * The thread that has won a term, and the one that alone will release it, each mixed with the term: so a
     * thread takes neither another thread nor another term for its own. Plain, for the threads themselves.
     */
    private long winner;
    private long bound;

    private static long wordOf(final long term, final int state)
    {
        return term << STATE_BITS | state;
    }

    private static boolean isOf(final long aWord, final long term)
    {
        return term > 0 && aWord >>> STATE_BITS == term;
    }

    /**
     * Whether a term is the latest, and in that state.
     */
    boolean is(final long term, final int state)
    {
        return term > 0 && word == wordOf(term, state);
    }

    /**
     * Engine thread: a term begins. The one before has ended.
     *
     * @param newOwnerToken is copied.
     */
    void begin(final long newTerm, final long untilNs, final int newGrants, final long newFencingToken,
        final byte[] newOwnerToken)
    {
        final long before = word;
        assert newTerm > before >>> STATE_BITS : "terms only grow";
        assert !isKept() : "the term before has not ended: release it, lose it or close it";
        assert newOwnerToken.length == Claim.OWNER_TOKEN_BYTES : "an owner token of " + newOwnerToken.length +
            " bytes: its tag would be that of another";

        if (isLoss(before))
        {
            lastLost = before;
        }
        WORD.setRelease(this, 0L);
        VarHandle.storeStoreFence();
        fencingToken = newFencingToken;
        ownerFirst = (long)LONGS.get(newOwnerToken, 0);
        ownerSecond = (long)LONGS.get(newOwnerToken, Long.BYTES);
        ownerThird = (int)INTS.get(newOwnerToken, 2 * Long.BYTES);
        GRANTS.setOpaque(this, newGrants);
        VALID_UNTIL.setOpaque(this, untilNs);
        word = wordOf(newTerm, HELD);
    }

    /**
     * Engine thread: the present term ends at another instant.
     */
    void move(final long untilNs)
    {
        validUntilNs = untilNs;
    }

    /**
     * Engine thread: so many votes carry the present term.
     */
    void carry(final int newGrants)
    {
        grants = newGrants;
    }

    /**
     * Any thread: ends a term.
     *
     * @param state that it is in then; if GIVEN, LATE or UNWANTED a release must be handed over.
     * @return false if it had ended before.
     */
    boolean tryEnd(final long ofTerm, final int state)
    {
        return ofTerm > 0 && WORD.compareAndSet(this, wordOf(ofTerm, HELD), wordOf(ofTerm, state));
    }

    /**
     * Engine thread: whether it keeps the lock of the term.
     */
    boolean isKept()
    {
        final long state = word & STATE_MASK;

        return state >= HELD && state <= UNWANTED;
    }

    /**
     * Engine thread: takes the release of a term, if that is not over.
     */
    void take(final long ofTerm)
    {
        if (is(ofTerm, GIVEN) || is(ofTerm, UNWANTED))
        {
            WORD.setRelease(this, wordOf(ofTerm, RELEASED));
        }
    }

    /**
     * Engine thread: a term is lost.
     *
     * @return whether that is to be told, and {@link #told(long)} then; false if it was released in time.
     */
    boolean lose(final long ofTerm)
    {
        final boolean isToTell = tryEnd(ofTerm, TELLING) || is(ofTerm, LATE);
        if (isToTell || is(ofTerm, GIVEN))
        {
            WORD.setRelease(this, wordOf(ofTerm, isToTell ? TELLING : LOST));
        }

        return isToTell;
    }

    /**
     * Engine thread: the loss of a term was told.
     */
    void told(final long ofTerm)
    {
        WORD.setRelease(this, wordOf(ofTerm, LOST));
    }

    /**
     * Engine thread: the latest term, if its lock is kept, ends with the client.
     *
     * @return what is to be told of it; null if there is nothing to tell.
     */
    @Nullable LostReason close(final LostReason reason)
    {
        final long ofTerm = latest();
        if (!isKept())
        {
            return null;
        }
        if (tryEnd(ofTerm, CLOSED))
        {
            return reason;
        }
        final boolean isLate = is(ofTerm, LATE);
        WORD.setRelease(this, wordOf(ofTerm, CLOSED));

        return isLate ? LostReason.EXPIRED : null;
    }

    private static boolean isLoss(final long aWord)
    {
        final long state = aWord & STATE_MASK;

        return state == LATE || state == TELLING || state == LOST || state == CLOSED;
    }

    /**
     * Whether a term is the latest that ended without a release in time.
     */
    boolean wasLost(final long ofTerm)
    {
        final long present = word;

        return isOf(present, ofTerm) && isLoss(present) || isOf(lastLost, ofTerm);
    }

    /**
     * The present term; 0 if there is none. Its validity may be over.
     */
    long term()
    {
        final long present = word;

        return (present & STATE_MASK) == HELD ? present >>> STATE_BITS : 0;
    }

    /**
     * Engine thread: the latest term, also after its end.
     */
    long latest()
    {
        return word >>> STATE_BITS;
    }

    /**
     * Validity that is left to a term.
     *
     * @return nanoseconds; 0 if it is not the present one, or over.
     */
    long remainingNs(final long ofTerm, final NanoClock clock)
    {
        if (!is(ofTerm, HELD))
        {
            return 0;
        }

        // Twice: time that the clock does not show as lost any more is taken off the deadline by then.
        final long untilNs = validUntilNs;
        final long nowNs = clock.nanoTime();
        final long leftNs = Math.min(untilNs - nowNs, validUntilNs - nowNs);

        return is(ofTerm, HELD) ? Math.max(0, leftNs) : 0;
    }

    /**
     * How many votes carry a term.
     *
     * @return 0 if it is not the present one, or its validity is over.
     */
    int grants(final long ofTerm, final NanoClock clock)
    {
        final int count = grants;

        return remainingNs(ofTerm, clock) > 0 ? count : 0;
    }

    /**
     * The fencing token of a term.
     *
     * @return 0 if it is not the latest one, or has no token.
     */
    long fencingToken(final long ofTerm)
    {
        final boolean isLatest = isOf(word, ofTerm);
        final long token = fencingToken;

        return isLatest && isStillLatest(ofTerm) ? token : 0;
    }

    /**
     * The tag of a term; allocates.
     *
     * @return null if it is not the latest one.
     */
    @Nullable String tag(final long ofTerm)
    {
        if (!isOf(word, ofTerm))
        {
            return null;
        }

        final byte[] token = new byte[Claim.OWNER_TOKEN_BYTES];
        LONGS.set(token, 0, ownerFirst);
        LONGS.set(token, Long.BYTES, ownerSecond);
        INTS.set(token, 2 * Long.BYTES, ownerThird);

        return isStillLatest(ofTerm) ? OwnerTag.of(token) : null;
    }

    private boolean isStillLatest(final long ofTerm)
    {
        VarHandle.loadLoadFence();

        return isOf(word, ofTerm);
    }

    /**
     * The present thread has won a term.
     */
    void markWinner(final long ofTerm)
    {
        winner = markOf(ofTerm);
    }

    /**
     * The present thread alone will release a term.
     */
    void bind(final long ofTerm)
    {
        bound = markOf(ofTerm);
    }

    /**
     * A term is no thread's from now on.
     */
    void unbind()
    {
        winner = 0;
        bound = 0;
    }

    /**
     * Whether the present thread has won the present term, and its validity is not over.
     */
    boolean isWonByThisThread(final NanoClock clock)
    {
        final long present = term();

        return winner == markOf(present) && remainingNs(present, clock) > 0;
    }

    /**
     * Whether the present term is bound to the present thread.
     */
    boolean isBoundToThisThread()
    {
        return bound == markOf(term());
    }

    /*
     * Never 0, which stands for no thread.
     */
    private static long markOf(final long ofTerm)
    {
        return ~(ofTerm ^ Long.rotateLeft(Thread.currentThread().getId(), Integer.SIZE));
    }

    /**
     * How long the validity of the latest term has been over, however that term ended. The clock is read
     * first, so that a term that is prolonged meanwhile is not taken for overdue.
     *
     * @return nanoseconds; negative before.
     */
    long overdueNs(final NanoClock clock)
    {
        return clock.nanoTime() - validUntilNs;
    }
}
