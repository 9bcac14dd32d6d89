// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.redlock.engine.settings.WaitRule;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Quorum;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;

/**
 * What must hold of every history, whatever the test is about: looks at each operation on its way out and at
 * each reply on its way in, and knows by itself what the engine may do.
 * <ul>
 * <li>Every attempt has a token of its own; a node is asked at most once with it, or once for each fencing
 * token that the attempt proposes. Grants count for the last of these only. Once a quorum has granted, a node
 * that is certainly without the key may be asked again.</li>
 * <li>After the first release of a token was due, no SET and no extension is sent with it, to no node.</li>
 * <li>A release goes to nodes only that may have the key, and to none twice at a time.</li>
 * <li>A validity never reaches further than what a quorum of nodes really granted, counted from the reading
 * before the round was sent.</li>
 * </ul>
 */
final class WireLaw
{
    private static final class Token
    {
        final String text;
        final ScriptedKey key;
        long startNs;
        final Long[] untilNs;
        final long[] lastSet;
        long asked;
        long without;
        long releasing;
        long lost;
        long mootNs;
        long fencingToken;
        boolean isProposedAgain;
        boolean isInLine;
        boolean isRetired;

        Token(final Sent first, final int nodeCount)
        {
            text = first.token;
            key = first.key;
            startNs = first.atNs;
            fencingToken = first.fencingToken;
            mootNs = startNs;
            untilNs = new Long[nodeCount];
            lastSet = new long[nodeCount];
        }

        long grants()
        {
            return Arrays.stream(untilNs).filter(instant -> instant != null).count();
        }
    }

    private final Map<String, Token> byText = new HashMap<>();
    private final Map<ScriptedKey, Token> latest = new HashMap<>();
    private final Quorum quorum;
    private final Drift drift;

    /*
     * What was just answered, for the length of that input: an extension that goes out to the node meanwhile
     * repeats it as text.
     */
    private Sent answered;
    private long sentSoFar;

    WireLaw(final Quorum quorum, final Drift drift)
    {
        this.quorum = quorum;
        this.drift = drift;
    }

    void onOffered(final Sent sent)
    {
        final long bit = 1L << sent.node;

        if (sent.kind.isAcquisition())
        {
            onAcquireOffered(sent, bit);
        }
        else if (!sent.isHeartbeat())
        {
            final Token token = byText.get(sent.token);
            assertThat(token).as("%s: token was never sent in a SET", sent).isNotNull();
            assertThat(token.key).as("%s: token of another key", sent).isSameAs(sent.key);
            assertThat(token.asked & bit).as("%s: node was never asked", sent).isNotZero();
            if (sent.kind != OperationKind.PASS || !token.isInLine)
            {
                assertThat(token.without & bit).as("%s: node is certainly without the key", sent).isZero();
            }
            if (sent.kind.isRelease())
            {
                if (sent.kind != OperationKind.PASS)
                {
                    assertThat(token.releasing & bit).as("%s: release is under way already", sent).isZero();
                }
                token.isRetired = true;
            }
            else
            {
                assertThat(token.isRetired).as("%s: extension after release", sent).isFalse();
            }
        }
    }

    private void onAcquireOffered(final Sent sent, final long bit)
    {
        final Token known = byText.get(sent.token);

        if (known == null)
        {
            retire(sent.key);
            final Token token = new Token(sent, quorum.nodeCount());
            byText.put(sent.token, token);
            latest.put(sent.key, token);
        }
        else
        {
            assertThat(known.isRetired).as("%s: SET after release", sent).isFalse();
            assertThat(known.key).as("%s: token used for another key", sent).isSameAs(sent.key);
            if (sent.kind == OperationKind.WAIT)
            {
                // From its place in line a token is asked for again and again, with a higher fencing token.
                if (known.fencingToken != sent.fencingToken)
                {
                    known.fencingToken = sent.fencingToken;
                    Arrays.fill(known.untilNs, null);
                }

                return;
            }
            if (known.fencingToken != sent.fencingToken)
            {
                known.fencingToken = sent.fencingToken;
                known.isProposedAgain = true;
                known.startNs = sent.atNs;
                known.asked = 0;
                known.without = 0;
                Arrays.fill(known.untilNs, null);

                return;
            }
            if (sent.fencingToken != 0 && sent.command.template().name().endsWith(" by EVAL"))
            {
                known.without &= ~bit;

                return;
            }
            if (known.startNs != sent.atNs || (known.asked & bit) != 0)
            {
                assertThat(known.grants()).as("%s: back-fill without a lease", sent)
                    .isGreaterThanOrEqualTo(quorum.required());
                assertThat(known.isInLine ? 0 : known.asked & ~known.without & bit)
                    .as("%s: node may have the key", sent).isZero();
            }
        }
    }

    void onAccepted(final Sent sent)
    {
        if (!sent.isHeartbeat())
        {
            final Token token = byText.get(sent.token);
            if (sent.kind.isRelease())
            {
                token.releasing |= 1L << sent.node;
            }
            else
            {
                token.asked |= 1L << sent.node;
                sent.place = ++sentSoFar;
                if (sent.kind.isAcquisition())
                {
                    token.without &= ~(1L << sent.node);
                    token.lastSet[sent.node] = sent.place;
                }
                sent.roundStartNs = repeats(sent) ? answered.roundStartNs : sent.atNs;
                token.isInLine |= sent.kind == OperationKind.WAIT;
                final long keptMs = sent.kind == OperationKind.WAIT ? WaitRule.LIFE_MS + WaitRule.MOST_MS : 0;
                final long ttlNs = Math.max(keptMs, sent.ttlMs) * 1_000_000;
                final long mootNs = sent.atNs + ttlNs + drift.of(ttlNs);
                token.mootNs = mootNs - token.mootNs > 0 ? mootNs : token.mootNs;
            }
        }
    }

    /**
     * The end of all that a caller may do with its present token: denied, released, or lost.
     */
    void retire(final ScriptedKey key)
    {
        final Token token = latest.get(key);
        if (token != null)
        {
            token.isRetired = true;
        }
    }

    void onReply(final Sent sent, final Reply reply)
    {
        answered = sent;
        if (sent.isHeartbeat())
        {
            return;
        }

        final Token token = byText.get(sent.token);
        final long bit = 1L << sent.node;
        if (sent.kind.isRelease())
        {
            token.releasing &= ~bit;
        }
        if (sent.fencingToken != 0 && sent.kind.isAcquisition() && reply.kind() == Reply.Kind.LOST)
        {
            token.lost |= bit;
        }
        if (sent.kind.isAcquisition() && token.fencingToken != sent.fencingToken)
        {
            return;
        }
        final boolean isDoubtful = token.isProposedAgain && reply.kind() == Reply.Kind.ERROR ||
            (token.lost & bit) != 0 && !sent.kind.isRelease();
        final boolean isOvertaken =
            !sent.kind.isAcquisition() && !sent.kind.isRelease() && sent.place < token.lastSet[sent.node];
        final boolean isPerhapsInLine = token.isInLine && !sent.kind.isRelease();
        if (isCertainAbsence(sent, reply) && (isOvertaken || isPerhapsInLine))
        {
            token.untilNs[sent.node] = null;
        }
        else if (isCertainAbsence(sent, reply) && !isDoubtful)
        {
            token.without |= bit;

            /* A late refusal of the SET says nothing about an extension that the node has granted since. */
            if (!sent.kind.isAcquisition())
            {
                token.untilNs[sent.node] = null;
            }
        }
        else if (isGrant(sent, reply) && (token.without & bit) == 0)
        {
            final long ttlNs = sent.ttlMs * 1_000_000;
            final long untilNs = sent.roundStartNs + ttlNs - drift.of(ttlNs);
            final Long before = token.untilNs[sent.node];
            token.untilNs[sent.node] = before != null && before - untilNs > 0 ? before : untilNs;
        }
    }

    /**
     * A node has given a lock to a token, as if it answered a question of an earlier time.
     *
     * @param drawnMs      how long after the token was first sent the question began.
     * @param fencingToken with which; nothing if it is below the one that was proposed last.
     */
    void onGiven(
        final String text, final int node, final long drawnMs, final long ttlMs, final long fencingToken)
    {
        final Token token = byText.get(text);
        if (token != null && fencingToken >= token.fencingToken)
        {
            final long ttlNs = ttlMs * 1_000_000;
            final long untilNs = token.startNs + drawnMs * 1_000_000 + ttlNs - drift.of(ttlNs);
            final Long before = token.untilNs[node];
            token.untilNs[node] = before != null && before - untilNs > 0 ? before : untilNs;
        }
    }

    private boolean repeats(final Sent sent)
    {
        return answered != null && answered.command.withText() == sent.command &&
            answered.node == sent.node && answered.token.equals(sent.token);
    }

    void afterInput()
    {
        answered = null;
    }

    private static boolean isGrant(final Sent sent, final Reply reply)
    {
        return Replies.isSet(sent) ? reply.kind() == Reply.Kind.OK :
            reply.isTime() || sent.kind == OperationKind.EXTEND && isNumber(reply, 1);
    }

    private static boolean isCertainAbsence(final Sent sent, final Reply reply)
    {
        if (sent.kind == OperationKind.WAIT)
        {
            // The node may give it the key later.
            return false;
        }
        if (sent.kind.isAcquisition())
        {
            return reply.kind() == Reply.Kind.NIL || isNumber(reply, 0) ||
                reply.kind() == Reply.Kind.ERROR && reply.errorCode() != ErrorCode.OTHER;
        }

        // What is of another type may be the fence, or the line.
        final boolean isOther = reply.errorCode() == ErrorCode.WRONGTYPE &&
            sent.kind != OperationKind.PASS && (sent.fencingToken == 0 || sent.kind.isRelease());

        return isNumber(reply, 0) || isNumber(reply, -1) || isOther ||
            isNumber(reply, 1) && sent.kind.isRelease();
    }

    private static boolean isNumber(final Reply reply, final long number)
    {
        return reply.kind() == Reply.Kind.NUMBERS && reply.size() > 0 && reply.number(0) == number;
    }

    void onRestart(final int nodeIndex)
    {
        for (final Token token : byText.values())
        {
            token.untilNs[nodeIndex] = null;
        }
    }

    void assertEarned(final ScriptedKey key, final long validUntilNs)
    {
        final Token token = latest.get(key);
        final List<Long> granted = new ArrayList<>();

        Arrays.stream(token.untilNs).filter(untilNs -> untilNs != null).forEach(granted::add);
        granted.sort((a, b) -> Long.signum(b - a));
        assertThat(granted).as("grants behind a lease").hasSizeGreaterThanOrEqualTo(quorum.required());
        assertThat(validUntilNs - granted.get(quorum.required() - 1))
            .as("nanoseconds of validity that nobody granted").isLessThanOrEqualTo(0);
    }

    /**
     * Every node that may have had the key of a retired token has been told to delete it, or will have
     * forgotten it by now.
     */
    void assertNothingLeft(final long nowNs)
    {
        for (final Token token : byText.values())
        {
            if (nowNs - token.mootNs < 0)
            {
                assertThat(token.isRetired).as("token of %s is retired", token.key.name).isTrue();
                assertThat(token.asked & ~token.without)
                    .as("nodes that were never told to delete the key %s, as bits", token.key.name).isZero();
            }
        }
    }
}
