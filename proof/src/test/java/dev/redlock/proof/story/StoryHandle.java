// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.KeyLine;
import dev.redlock.engine.port.ClaimListener;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;
import dev.redlock.spi.PreparedKey;

/**
 * One client's handle of one key: what it asks the engine for, what the engine answers, and what it would say
 * to {@code isHeld()}.
 */
final class StoryHandle implements ClaimListener
{
    static final String USUAL_KEY = "orders";

    final String key;
    final String suffix;
    final StoryClient client;
    final PreparedKey prepared;
    private final Claim claim;
    private final ExclusionWatch watch;
    private final VoteWords votes;
    private byte[] token;
    private String told = "";
    private boolean isAttempting;
    private boolean isPatient;
    private boolean isExtending;
    private boolean isHolding;
    private long term;
    private long validUntilNs;

    StoryHandle(
        final StoryClient client, final String key, final ClaimOptions options, final ExclusionWatch watch)
    {
        this.client = client;
        this.key = key;
        this.watch = watch;
        suffix = key.equals(USUAL_KEY) ? "" : " for " + key;
        prepared = client.wire.prepare(key.getBytes(StandardCharsets.UTF_8));
        claim = new Claim(client.engine.config(), prepared, new KeyLine(), options, this);
        votes = new VoteWords(claim, client.voice.quorum());
        client.voice.add(this);
        watch.add(this);
    }

    void acquire(final long waitNs)
    {
        isAttempting = true;
        isPatient = waitNs > 0;
        told = votes.started();
        client.engine.acquire(claim, waitNs, client.clock.nowNs());
    }

    void extend(final long ttlMs)
    {
        isExtending = true;
        told = votes.started();
        client.engine.extend(claim, term, ttlMs, client.clock.nowNs());
    }

    void release()
    {
        isHolding = false;
        client.engine.release(claim, term, 0, client.clock.nowNs());
    }

    void cancel()
    {
        client.engine.cancel(claim, client.clock.nowNs());
    }

    /**
     * As a lock handle answers it: from the clock, read now, paused or not.
     */
    boolean isHeld()
    {
        return remainingNs() > 0;
    }

    long remainingNs()
    {
        return isHolding ? Math.max(0, validUntilNs - client.clock.nowNs()) : 0;
    }

    long validUntilMs()
    {
        return votes.ms(validUntilNs);
    }

    /**
     * Whether a token belongs to a lease or to an attempt that may still win.
     */
    boolean isLive(final byte[] value)
    {
        return (isAttempting || isHolding) && Arrays.equals(token, value);
    }

    boolean isRoundOpen()
    {
        return isAttempting || isExtending;
    }

    void sent(final byte[] newToken)
    {
        if (!Arrays.equals(token, newToken))
        {
            token = newToken.clone();
            told = votes.started();
            watch.drawn(token, this);
        }
    }

    /**
     * Tells how the votes stand, if that has changed and is still open.
     */
    void tellProgress()
    {
        final String now = votes.standing();
        if (isRoundOpen() && !now.equals(told))
        {
            told = now;
            client.voice.turn().decision(now + ": PENDING");
        }
    }

    /**
     * The engine has counted an attempt as lost.
     */
    void lost(final Counter counter)
    {
        final String how = counter.label().replaceFirst(".*: |Attempts |Calls ", "");
        decide("LOST (" + how + ")");
        token = null;
    }

    /**
     * A round of extension is over; its votes are told to who asked for it, and to nobody else.
     */
    void extended(final String decision)
    {
        if (isExtending)
        {
            decide(decision);
        }
        else
        {
            client.voice.turn().decision(decision);
        }
    }

    private void decide(final String decision)
    {
        told = votes.standing();
        client.voice.turn().decision(told + ": " + decision);
    }

    @Override
    public void onAcquired(final long newTerm, final long newValidUntilNs)
    {
        isAttempting = false;
        isHolding = true;
        term = newTerm;
        validUntilNs = newValidUntilNs;
        decide("WON");
        client.voice.turn().validity("valid until " + validUntilMs() + "ms");
        watch.check(key);
    }

    @Override
    public void onDenied(final Outcome outcome)
    {
        final boolean isNews = isPatient || !client.voice.turn().hasDecision();
        isAttempting = false;
        if (isNews)
        {
            client.voice.turn().deed("is denied" + suffix + ": " + outcome);
        }
    }

    @Override
    public void onValidity(final long presentTerm, final long newValidUntilNs)
    {
        validUntilNs = newValidUntilNs;
        client.voice.turn().validity("valid until " + validUntilMs() + "ms");
        watch.check(key);
    }

    @Override
    public void onExtended(final long extendedTerm, final Outcome outcome)
    {
        isExtending = false;
        client.voice.turn().deed("extend answers " + outcome);
    }

    @Override
    public void onReleased(final long releasedTerm, final Outcome outcome)
    {
        client.voice.turn().deed("release answers " + outcome);
    }

    @Override
    public void onLost(final long lostTerm, final LostReason reason)
    {
        isHolding = false;
        final String why = reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        client.voice.turn().decision("LEASE LOST (" + why + ")");
    }
}
