// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import static dev.redlock.engine.rig.Limits.MS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.Replies;
import dev.redlock.engine.rig.ScriptedTransport.Link;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.outcome.Cause;
import dev.redlock.spi.Reply;

/**
 * Answers that their command cannot have: whatever they are, they belong to another question, and so may all
 * that came before and comes after on that connection.
 */
class ForeignAnswerTest
{
    @AutoClose("settle")
    private final EngineRig rig = EngineRig.ofNodes(3);
    private final Caller alice = rig.caller("alice");
    private final Caller bob = rig.caller("bob", "stock", Options.plain());

    @ParameterizedTest
    @EnumSource(value = Reply.Kind.class, names = {"OK", "NIL", "ERROR", "LOST"},
        mode = EnumSource.Mode.EXCLUDE)
    void shouldHangUpOnAnAnswerThatNoSetCanHave(final Reply.Kind kind)
    {
        rig.acquires(alice).grants(0).answers(1, new Reply().set(kind)).link(1, Link.DROPPED);
        rig.toldNothing(alice);
        rig.work();
        assertThat(rig.news).last().asString().startsWith("n1 down PROTOCOL: answered ACQUIRE with " + kind);
        rig.causes(alice, Cause.GRANTED, Cause.UNEXPECTED_REPLY, Cause.PENDING);
    }

    @Test
    void shouldKeepTheConnectionForAnswersThatCommandsHave()
    {
        rig.acquires(alice).grants(0, 1).refuses(2);
        rig.extendsLease(alice).grants(0, 1).releases(alice).refuses(0).grants(1);

        assertThat(rig.news).noneMatch(news -> news.contains("down"));
    }

    @Test
    void shouldNotCountWhatComesAfterOnTheSameConnection()
    {
        rig.acquires(alice).acquires(bob).grants(0).grants(0).answers(1, Replies.number(1));
        rig.grants(1).toldNothing(bob).causes(bob, Cause.GRANTED, Cause.DISCONNECTED, Cause.PENDING);
    }

    @Test
    void shouldDropWhatTheNodeHadGrantedBefore()
    {
        rig.acquires(alice).grants(0, 1).heldBy(alice);
        rig.acquires(bob).answers(1, Replies.number(1)).told(alice, "acquired 1", "lost REFUSED");
    }

    @Test
    void shouldKeepALeaseThatStandsWithoutTheNode()
    {
        rig.acquiresEverywhere(alice).acquires(bob).answers(1, Replies.number(1));
        rig.told(alice, "acquired 1").heldBy(alice);
    }

    /**
     * A node that talks nonsense whenever it is admitted is not to be asked a hundred times a second.
     */
    @Test
    void shouldWaitEverLongerBeforeItConnectsAgain()
    {
        long lastNs = 0;
        for (int i = 0; i < 12; i++)
        {
            rig.acquires(alice);
            while (rig.next(1).kind != OperationKind.ACQUIRE)
            {
                rig.grants(1);
            }
            rig.answers(1, Replies.number(1));
            for (final int node : new int[]{0, 2})
            {
                while (rig.hasNext(node))
                {
                    rig.refuses(node);
                }
            }
            rig.work();
            assertThat(rig.news).last().asString().startsWith("n1 down PROTOCOL");
            final long fromNs = rig.elapsedNs();
            rig.comesBack(1);
            lastNs = rig.elapsedNs() - fromNs;
        }

        assertThat(lastNs).isGreaterThan(rig.config.maxReconnectNs() / 2 - MS);
    }

    /**
     * That was long ago, and has nothing to do with a connection that breaks now.
     */
    @Test
    void shouldConnectAgainSoonAfterALongTimeWithoutNonsense()
    {
        shouldWaitEverLongerBeforeItConnectsAgain();
        rig.advance(3 * rig.config.maxReconnectNs());
        final long fromNs = rig.elapsedNs();
        rig.goesDown(1).comesBack(1);

        assertThat(rig.elapsedNs() - fromNs).isLessThanOrEqualTo(rig.config.minReconnectNs() + 3 * MS);
    }
}
