// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.ScriptedKey;
import dev.redlock.engine.rig.Texts;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.Commands;
import dev.redlock.engine.wire.NodeRtt;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.engine.wire.Primitive;
import dev.redlock.quorum.Members;

/**
 * What must not happen to claims and attempts is noticed where it happens, in tests.
 */
class TransitionTest
{
    private final EngineConfig config = Limits.of(3);
    private final KeyLine line = new KeyLine();
    private final Claim claim = new Claim(config, new ScriptedKey("orders"), line, Options.plain(), null);
    private final Primitive primitive = new Commands(Texts.SCRIPTS, config, null).primitive(claim.options);
    private final Attempt attempt = new Attempt(7,
        new Round.Rules(config.drift(), new NodeRtt[0], 0), config.slots(), config.slots().longs());
    private final Members members = new Members(config.slots(), config.quorum());

    private static void assertRefused(final ThrowingCallable transition, final String advice)
    {
        assertThatExceptionOfType(AssertionError.class).isThrownBy(transition).withMessageContaining(advice);
    }

    @Test
    void shouldNotBeginAnAttemptThatIsNotFree()
    {
        attempt.begin(claim, primitive, 0, 1_000_000, members);

        assertRefused(() -> attempt.begin(claim, primitive, 0, 1_000_000, members), "the pool gave it twice");
    }

    @Test
    void shouldNotHoldWithoutAQuorum()
    {
        attempt.begin(claim, primitive, 0, 1_000_000, members);

        assertRefused(() -> attempt.hold(1, 0), "nothing else may become a lease");
    }

    @Test
    void shouldNotLetGoTwice()
    {
        attempt.begin(claim, primitive, 0, 1_000_000, members);
        attempt.letGo(0, 0, 0, members);

        assertRefused(() -> attempt.letGo(0, 0, 0, members), "it would be released twice");
    }

    @Test
    void shouldSendOnlyReleasesWithAReleasedToken()
    {
        attempt.begin(claim, primitive, 0, 1_000_000, members);
        attempt.letGo(0, 0, 0, members);

        attempt.onOffered(OperationKind.RELEASE, 0);
        assertRefused(() -> attempt.onOffered(OperationKind.EXTEND, 0), "must never be set again");
        assertRefused(attempt::free, "a node owes an answer");
    }

    @Test
    void shouldNotWinWhatIsNotAttempted()
    {
        assertRefused(() -> claim.hold(3), "it gave up before");
        assertRefused(() -> claim.attempt(attempt), "does not have its line");
    }
}
