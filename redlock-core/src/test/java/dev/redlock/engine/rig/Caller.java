// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.redlock.engine.Engine;
import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.KeyLine;
import dev.redlock.engine.port.ClaimListener;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * Somebody with a claim, who writes down what he is told and protests when he is told what cannot be: two
 * answers to one question, a loss of what is not held, a term that goes back.
 */
public class Caller implements ClaimListener
{
    public final String name;
    final ScriptedKey key;
    public final Claim claim;
    private final EngineRig rig;
    private final List<String> log = new ArrayList<>();
    private final Map<Long, Integer> releasesAsked = new HashMap<>();
    private boolean isAcquiring;
    private boolean holds;
    private int objectionsDue;
    private int extensionsAsked;
    private long term;
    private long validUntilNs;

    public Caller(final EngineRig rig, final Engine engine, final String name, final ScriptedKey key,
        final KeyLine line, final ClaimOptions options)
    {
        this.rig = rig;
        this.name = name;
        this.key = key;
        claim = new Claim(engine.config(), key, line, options, this);
    }

    public List<String> log()
    {
        return log;
    }

    public String latest()
    {
        return log.isEmpty() ? "nothing" : log.get(log.size() - 1);
    }

    public boolean holds()
    {
        return holds;
    }

    boolean isIdle()
    {
        return !isAcquiring && !holds;
    }

    public boolean awaitsExtension()
    {
        return extensionsAsked > 0;
    }

    public long term()
    {
        return term;
    }

    /**
     * How long after the start of the test the validity ends.
     */
    public long validUntilNs()
    {
        return validUntilNs - rig.startNs;
    }

    public void willAcquire()
    {
        if (isAcquiring)
        {
            objectionsDue++;
        }
        isAcquiring = true;
    }

    void willExtend()
    {
        extensionsAsked = 1;
    }

    void willRelease(final long anyTerm)
    {
        releasesAsked.merge(anyTerm, 1, Integer::sum);
        if (holds && anyTerm == term)
        {
            holds = false;
            rig.law.retire(key);
        }
    }

    @Override
    public void onAcquired(final long newTerm, final long newValidUntilNs)
    {
        assertThat(isAcquiring).as("%s asked for what he is given", name).isTrue();
        assertThat(holds).as("%s holds already", name).isFalse();
        assertThat(newTerm).as("%s's new term", name).isGreaterThan(term).isPositive();
        rig.law.assertEarned(key, newValidUntilNs);
        assertThat(newValidUntilNs - rig.nowNs()).as("validity left when %s is told", name).isPositive();
        assertThat(rig.meter.tokensOut).as("tokens out, when %s is told", name).isPositive()
            .isEqualTo(rig.engine.tokensOut());

        isAcquiring = false;
        holds = true;
        term = newTerm;
        validUntilNs = newValidUntilNs;
        log.add("acquired " + newTerm);
    }

    @Override
    public void onDenied(final Outcome outcome)
    {
        assertThat(isAcquiring).as("%s asked for what he is denied", name).isTrue();
        assertThat(outcome.isSuccess()).isFalse();
        if (outcome == Outcome.BUSY)
        {
            assertThat(objectionsDue--).as("calls of %s beside another one", name).isPositive();
        }
        else
        {
            isAcquiring = false;
        }
        if (outcome != Outcome.BUSY && outcome != Outcome.ALREADY_HELD && !holds)
        {
            rig.law.retire(key);
        }
        log.add("denied " + outcome);
    }

    @Override
    public void onValidity(final long ofTerm, final long newValidUntilNs)
    {
        assertThat(holds).as("%s holds what has a new validity", name).isTrue();
        assertThat(ofTerm).isEqualTo(term);
        rig.law.assertEarned(key, newValidUntilNs);

        log.add(newValidUntilNs - validUntilNs > 0 ? "valid longer" : "valid shorter");
        validUntilNs = newValidUntilNs;
    }

    @Override
    public void onExtended(final long ofTerm, final Outcome outcome)
    {
        assertThat(extensionsAsked--).as("extensions that %s asked for", name).isPositive();

        log.add("extended " + outcome);
    }

    @Override
    public void onReleased(final long ofTerm, final Outcome outcome)
    {
        assertThat(releasesAsked.merge(ofTerm, -1, Integer::sum))
            .as("releases of term %d that %s asked for, less the answers", ofTerm, name).isNotNegative();

        log.add("released " + outcome);
    }

    @Override
    public void onLost(final long ofTerm, final LostReason reason)
    {
        assertThat(holds).as("%s holds what is lost", name).isTrue();
        assertThat(ofTerm).isEqualTo(term);

        holds = false;
        rig.law.retire(key);
        log.add("lost " + reason);
    }

    void assertStillEarned()
    {
        if (holds)
        {
            rig.law.assertEarned(key, validUntilNs);
        }
    }

    void assertAllAnswered()
    {
        assertThat(isAcquiring).as("%s waits for an answer to acquire", name).isFalse();
        assertThat(objectionsDue).as("%s waits for objections", name).isZero();
        assertThat(holds).as("%s holds", name).isFalse();
        assertThat(extensionsAsked).as("extensions of %s not answered", name).isZero();
        assertThat(releasesAsked.values()).as("releases of %s not answered", name)
            .allMatch(open -> open == 0);
    }
}
