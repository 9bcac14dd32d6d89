// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.ScriptedKey;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.NodeRtt;
import dev.redlock.engine.wire.OperationKind;

/**
 * What must not happen to claims and attempts is noticed where it happens, in tests.
 */
class TransitionTest
{
    private final EngineConfig config = Limits.of(3);
    private final KeyLine line = new KeyLine();
    private final Claim claim = new Claim(config, new ScriptedKey("orders"), line, Options.plain(), null);
    private final Attempt attempt = new Attempt(7,
        new Round.Rules(config.quorum(), config.drift(), new NodeRtt[0], 0), new long[3]);

    private static void assertRefused(final ThrowingCallable transition, final String advice)
    {
        assertThatExceptionOfType(AssertionError.class).isThrownBy(transition).withMessageContaining(advice);
    }

    @Test
    void shouldNotBeginAnAttemptThatIsNotFree()
    {
        attempt.begin(claim, 0, 1_000_000);

        assertRefused(() -> attempt.begin(claim, 0, 1_000_000), "the pool gave it twice");
    }

    @Test
    void shouldNotHoldWithoutAQuorum()
    {
        attempt.begin(claim, 0, 1_000_000);

        assertRefused(() -> attempt.hold(1), "nothing else may become a lease");
    }

    @Test
    void shouldNotLetGoTwice()
    {
        attempt.begin(claim, 0, 1_000_000);
        attempt.letGo(0, 0, 0);

        assertRefused(() -> attempt.letGo(0, 0, 0), "it would be released twice");
    }

    @Test
    void shouldSendOnlyReleasesWithAReleasedToken()
    {
        attempt.begin(claim, 0, 1_000_000);
        attempt.letGo(0, 0, 0);

        attempt.onOffered(OperationKind.RELEASE, 0);
        assertRefused(() -> attempt.onOffered(OperationKind.EXTEND, 0), "must never be set again");
        assertRefused(attempt::free, "a node owes an answer");
    }

    @Test
    void shouldNotWinWhatIsNotAttempted()
    {
        assertRefused(claim::hold, "it gave up before");
        assertRefused(() -> claim.attempt(attempt), "not the active one of its line");
    }
}
