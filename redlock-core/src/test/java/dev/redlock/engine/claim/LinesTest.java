// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.ScriptedKey;
import dev.redlock.outcome.Outcome;
import dev.redlock.quorum.Slots;

class LinesTest
{
    private static final long PATIENCE_NS = 1_000_000_000;

    private final Lines lines = new Lines();
    private final KeyLine line = new KeyLine();
    private final Claim alice = claim();
    private final Claim bob = claim();
    private final Claim carol = claim();

    private Claim claim()
    {
        return new Claim(Limits.of(3), new ScriptedKey("orders"), line, Options.plain(), null);
    }

    private void come(final Claim claim)
    {
        claim.call(PATIENCE_NS, 0);
        if (!lines.enter(claim))
        {
            claim.queue();
        }
    }

    @Test
    void shouldPassTheLineOnInTheOrderOfComing()
    {
        come(alice);
        come(bob);
        come(carol);

        lines.end(alice, 1);
        assertThat(line.holder()).isSameAs(bob);
        assertThat(lines.poll()).isSameAs(bob);
        assertThat(lines.poll()).isNull();

        lines.end(bob, 2);
        assertThat(lines.poll()).isSameAs(carol);

        lines.end(carol, 3);
        assertThat(line.holder()).isNull();
        assertThat(lines.poll()).isNull();
    }

    @Test
    void shouldPassOverWhoGivesUpBeforeTrying()
    {
        come(alice);
        come(bob);
        come(carol);

        lines.end(alice, 1);
        lines.end(bob, 1);
        assertThat(line.holder()).isSameAs(carol);
        assertThat(lines.poll()).isSameAs(carol);
        assertThat(lines.poll()).isNull();
    }

    @Test
    void shouldPassOverWhoGaveUpInTheMiddle()
    {
        come(alice);
        come(bob);
        come(carol);

        lines.end(bob, 1);
        assertThat(line.holder()).isSameAs(alice);
        lines.end(alice, 1);
        assertThat(lines.poll()).isSameAs(carol);
    }

    @Test
    void shouldBlameForAFailureOnlyWhoeverFailedLast()
    {
        come(alice);
        alice.loseAttempt(Outcome.NO_QUORUM);
        come(bob);
        bob.blameLine();
        carol.blameLine();
        assertThat(carol.hasFailed()).isTrue();

        alice.attempt(new Attempt(0, null, new Slots(3), new long[3]));
        alice.hold(2);
        lines.end(alice, 1);
        carol.blameLine();
        assertThat(carol.hasFailed()).as("bob has its line, and alice had won").isFalse();

        bob.loseAttempt(Outcome.TOO_LATE);
        come(carol);
        lines.end(bob, 2);
        assertThat(carol.hasFailed()).as("bob gave up").isTrue();
    }

    @Test
    void shouldHaveAPlaceInOneListAtATime()
    {
        come(alice);
        come(bob);

        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> line.add(bob.place))
            .withMessageContaining("its links would tear both");
    }
}
