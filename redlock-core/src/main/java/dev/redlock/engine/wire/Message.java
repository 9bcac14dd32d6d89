// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.WaitRule;

/**
 * What a node says unasked of an owner token: that its lock was given to it, or that another client waits for
 * the lock that it has. One object serves all messages, as inputs never nest.
 * <pre>
 *   g TOKEN ' ' ms from its draw to its question ' ' ms to live ' ' node's time ' ' fencing token ' ' others
 *   w TOKEN TOKEN-OF-THE-OTHER ' ' its arrival
 * </pre>
 */
public final class Message
{
    /**
     * What a message is about.
     */
    public enum Kind
    {
        GIVEN, WANTED, OTHER
    }

    /**
     * Where the token is.
     */
    public static final int TOKEN = 1;

    private static final int BEHIND_TOKEN = TOKEN + WaitRule.TOKEN_BYTES;
    private static final int BEHIND_OTHER = BEHIND_TOKEN + WaitRule.TOKEN_BYTES;
    private static final int MOST_DIGITS = 18;
    private static final long NONE = -1;

    private Kind kind = Kind.OTHER;
    private byte[] bytes;
    private int end;
    private int at;
    private long drawnMs;
    private long ttlMs;
    private long fencingToken;

    /**
     * Reads a message, which is not kept.
     *
     * @return what it is about; {@link Kind#OTHER} if it has not the form of one of ours.
     */
    public Kind read(final byte[] message, final int length)
    {
        bytes = message;
        end = length;
        kind = length > BEHIND_TOKEN && message[0] == 'g' && readGrant() ? Kind.GIVEN :
            length > BEHIND_OTHER && message[0] == 'w' && message[BEHIND_OTHER] == ' ' ? Kind.WANTED :
            Kind.OTHER;
        bytes = null;

        return kind;
    }

    private boolean readGrant()
    {
        at = BEHIND_TOKEN;
        drawnMs = readNumber();
        ttlMs = readNumber();
        final long timeUs = readNumber();
        fencingToken = readNumber();

        return drawnMs >= 0 && ttlMs >= 0 && timeUs >= 0 && ttlMs <= ClaimOptions.MAX_TTL_MS &&
            fencingToken >= 0 && readNumber() >= 0 && at == end;
    }

    /*
     * Digits behind a space; negative if there are none, or more than a number of ours has.
     */
    private long readNumber()
    {
        if (at >= end || bytes[at] != ' ')
        {
            return NONE;
        }

        final int first = ++at;
        long number = 0;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9' && at - first < MOST_DIGITS)
        {
            number = number * 10 + bytes[at++] - '0';
        }

        return at == first ? NONE : number;
    }

    /**
     * How long after the draw of its token the question began that is answered so, in milliseconds, rounded
     * down.
     */
    public long drawnMs()
    {
        return drawnMs;
    }

    /**
     * How long the key lives, from when it was given.
     */
    public long ttlMs()
    {
        return ttlMs;
    }

    /**
     * The fencing token with which it was given.
     *
     * @return 0 for a plain lock.
     */
    public long fencingToken()
    {
        return fencingToken;
    }
}
