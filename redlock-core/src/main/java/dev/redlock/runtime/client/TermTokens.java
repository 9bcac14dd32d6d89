// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

import org.jspecify.annotations.Nullable;

import dev.redlock.engine.claim.Claim;
import dev.redlock.runtime.calls.Fields;
import dev.redlock.runtime.tokens.OwnerTag;

/**
 * What the latest term of a handle can show to a resource, also after its end: its fencing token, and the tag
 * of its owner token. The engine thread writes it, any thread reads it, without waiting.
 */
final class TermTokens
{
    /*
     * A sequence lock with one writer, whose sequence is the term: 0 while it is written. A reader looks
     * at the term before and after what it copies. The owner token is copied as it is, and hashed when
     * somebody asks, so an acquisition pays for 20 bytes and no fence that costs anything on x86. They stand
     * in fields, as an array of them would take more than twice as much.
     */
    private static final VarHandle TERM = Fields.of(MethodHandles.lookup(), "term", long.class);
    private static final VarHandle LONGS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS =
        MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final int SECOND = Long.BYTES;
    private static final int THIRD = 2 * Long.BYTES;

    private long ownerFirst;
    private long ownerSecond;
    private int ownerThird;
    private long fencingToken;
    private long term;

    /**
     * Engine thread: a term begins. It is not published yet.
     *
     * @param newOwnerToken is copied.
     */
    void begin(final long newTerm, final long newFencingToken, final byte[] newOwnerToken)
    {
        assert newOwnerToken.length == Claim.OWNER_TOKEN_BYTES : "an owner token of " + newOwnerToken.length +
            " bytes: its tag would be that of another";

        TERM.setOpaque(this, 0L);
        VarHandle.storeStoreFence();
        fencingToken = newFencingToken;
        ownerFirst = (long)LONGS.get(newOwnerToken, 0);
        ownerSecond = (long)LONGS.get(newOwnerToken, SECOND);
        ownerThird = (int)INTS.get(newOwnerToken, THIRD);
        TERM.setRelease(this, newTerm);
    }

    /**
     * The fencing token of a term.
     *
     * @return 0 if it is not the latest one, or has no token.
     */
    long fencingToken(final long ofTerm)
    {
        if (!isLatest(ofTerm))
        {
            return 0;
        }

        final long token = fencingToken;

        return isStillLatest(ofTerm) ? token : 0;
    }

    /**
     * The tag of a term; allocates.
     *
     * @return null if it is not the latest one.
     */
    @Nullable String tag(final long ofTerm)
    {
        if (!isLatest(ofTerm))
        {
            return null;
        }

        final byte[] token = new byte[Claim.OWNER_TOKEN_BYTES];
        LONGS.set(token, 0, ownerFirst);
        LONGS.set(token, SECOND, ownerSecond);
        INTS.set(token, THIRD, ownerThird);

        return isStillLatest(ofTerm) ? OwnerTag.of(token) : null;
    }

    private boolean isLatest(final long ofTerm)
    {
        return ofTerm > 0 && (long)TERM.getAcquire(this) == ofTerm;
    }

    private boolean isStillLatest(final long ofTerm)
    {
        VarHandle.loadLoadFence();

        return (long)TERM.getOpaque(this) == ofTerm;
    }
}
