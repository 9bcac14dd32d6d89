// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.port.Meter;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.ScriptedKey;
import dev.redlock.engine.rig.Texts;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.Commands;
import dev.redlock.engine.wire.NodeRtt;
import dev.redlock.quorum.Members;
import dev.redlock.quorum.Quorum;
import dev.redlock.quorum.TallyState;
import dev.redlock.quorum.Vote;

/**
 * Which votes are enough changes between two rounds, and in the middle of one. Five nodes, three of which
 * decide.
 */
class ChangedQuorumTest
{
    private static final long TTL_NS = 10_000 * ClaimOptions.NS_PER_MS;

    private final EngineConfig config = Limits.of(5);
    private final Members members = new Members(config.slots(), config.quorum());
    private final Attempt attempt =
        new AttemptPool(config, new NodeRtt[config.slots().capacity()], Meter.NONE).take();

    @BeforeEach
    void begin()
    {
        final Claim claim =
            new Claim(config, new ScriptedKey("orders"), new KeyLine(), Options.plain(), null);
        final Commands commands = new Commands(Texts.SCRIPTS, config, null);
        attempt.begin(claim, commands.primitive(claim.options), 0, TTL_NS, members);
    }

    private TallyState afterGrantsOf(final int... nodes)
    {
        for (final int node : nodes)
        {
            attempt.round.tally.add(node, Vote.GRANTED);
            attempt.standing.grant(node, attempt.round.untilNs);
        }

        return attempt.round.tally.state();
    }

    @Test
    void shouldDecideARoundByTheQuorumThatItBeganWith()
    {
        afterGrantsOf(0, 1);
        members.become(Quorum.of(5, 5));

        assertThat(afterGrantsOf(2)).isEqualTo(TallyState.WON);
        assertThat(attempt.standing.isQuorum()).isTrue();
    }

    @Test
    void shouldDecideTheNextRoundByTheNewQuorum()
    {
        afterGrantsOf(0, 1, 2);
        attempt.hold(attempt.standing.deadlineNs(), 0);

        members.become(Quorum.of(5, 4));
        attempt.beginRound(1, TTL_NS, members);
        assertThat(afterGrantsOf(0, 1, 2)).isEqualTo(TallyState.PENDING);
        assertThat(afterGrantsOf(3)).isEqualTo(TallyState.WON);

        members.become(Quorum.of(3, 2));
        attempt.beginRound(2, TTL_NS, members);
        assertThat(afterGrantsOf(1, 3, 4)).as("two of them are no members").isEqualTo(TallyState.PENDING);
        assertThat(afterGrantsOf(2)).isEqualTo(TallyState.WON);
    }

    @Test
    void shouldKeepALeaseByTheQuorumOfItsPresentRound()
    {
        afterGrantsOf(0, 1, 2);
        attempt.hold(attempt.standing.deadlineNs(), 0);

        members.become(Quorum.of(5, 4));
        assertThat(attempt.standing.isQuorum()).as("until it is asked for again").isTrue();
        attempt.beginRound(1, TTL_NS, members);
        assertThat(attempt.standing.isQuorum()).isFalse();
        assertThat(afterGrantsOf(3)).as("with one vote of four").isEqualTo(TallyState.PENDING);
        assertThat(attempt.standing.isQuorum()).as("with three older ones").isTrue();
        assertThat(attempt.standing.deadlineNs()).isEqualTo(attempt.round.untilNs - 1);
    }

    @Test
    void shouldAskAgainForAHigherTokenByTheNewQuorum()
    {
        afterGrantsOf(0, 1, 2);

        members.become(Quorum.of(5, 4));
        attempt.askAgain(1, members);
        assertThat(afterGrantsOf(0, 1, 2)).isEqualTo(TallyState.PENDING);
        assertThat(attempt.standing.isQuorum()).isFalse();
        assertThat(afterGrantsOf(3)).isEqualTo(TallyState.WON);
    }

    @Test
    void shouldReleaseByTheNewQuorum()
    {
        afterGrantsOf(0, 1, 2);
        attempt.hold(attempt.standing.deadlineNs(), 0);

        members.become(Quorum.of(5, 5));
        attempt.letGo(1, 0, 1, members);
        assertThat(afterGrantsOf(0, 1, 2, 3)).isEqualTo(TallyState.PENDING);
        assertThat(afterGrantsOf(4)).isEqualTo(TallyState.WON);
    }
}
