// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.acquire;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.KeyLine;
import dev.redlock.engine.node.MedianTime;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.settings.FenceRule;
import dev.redlock.spi.Reply;

/**
 * Proposes fencing tokens. A proposal is the time of the nodes in microseconds, or one above the highest
 * token that a node has told of, so the first is mostly granted. It needs no clock of ours; if it is wrong,
 * that costs a round trip and never order: the nodes grant a token only above all that they granted before.
 * A hybrid logical clock (Kulkarni et al., 2014), with the nodes' median in place of the wall clock.
 */
public final class Fences
{
    private final MedianTime time;
    private final FenceRule rule;

    public Fences(final MedianTime time, final EngineConfig config)
    {
        this.time = time;
        rule = config.fence();
    }

    /**
     * A token above all that this client has seen on the key, and above the one that the attempt has: what
     * asks for a higher token and comes late could bring the key back after another holder. A token far from
     * the nodes' time was granted by a node whose clock is wrong, or that lies; the others would refuse what
     * follows it.
     */
    void propose(final Attempt attempt, final long nowNs)
    {
        final long timeUs = time.us(nowNs);
        final long token = Math.max(timeUs, rule.believed(attempt.claim.place.line.lastToken(), timeUs) + 1);
        attempt.propose(Math.max(token, attempt.fencingToken() + 1));
    }

    /**
     * Takes what a node's answer tells of the tokens that it has granted, unless nobody could follow it: it
     * would hide what the other nodes have granted.
     */
    void learn(final Attempt attempt, final Reply reply, final long nowNs)
    {
        final KeyLine line = attempt.claim.place.line;
        final long last = attempt.primitive().lastToken(reply, attempt.fencingToken(), line.lastToken());
        if (last != line.lastToken())
        {
            learn(attempt, last, nowNs);
        }
    }

    /**
     * A node has given a lock with a token.
     */
    void learn(final Attempt attempt, final long token, final long nowNs)
    {
        final KeyLine line = attempt.claim.place.line;
        final long timeUs = time.us(nowNs);
        line.learnToken(Math.max(rule.believed(line.lastToken(), timeUs), rule.believed(token, timeUs)));
    }

    /**
     * Whether a lost round could be won with another token: without one who refused the token alone it would
     * not be lost, as it was lost with the first vote too many.
     */
    boolean isWorthAnother(final Attempt attempt)
    {
        return attempt.isTokenRefused() && attempt.proposals() < FenceRule.MOST_PROPOSALS;
    }
}
