// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.Replies;
import dev.redlock.engine.rig.ScriptedTransport.Link;
import dev.redlock.engine.rig.Sent;
import dev.redlock.engine.rig.Texts;
import dev.redlock.engine.wire.Commands;
import dev.redlock.engine.wire.NodeCommand;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.outcome.Counter;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;

/**
 * What shows that a node is not what it was, and what becomes of its votes.
 */
class ReplyCheckTest
{
    private static final Commands COMMANDS = new Commands(Texts.SCRIPTS, Limits.of(3), null);
    private static final NodeCommand PING = COMMANDS.of(OperationKind.PING);
    private static final NodeCommand RELEASE =
        COMMANDS.primitive(Options.plain()).release(ReleaseMethod.SCRIPT, false);

    @AutoClose("settle")
    private final EngineRig rig = EngineRig.ofNodes(3);
    private final Caller alice = rig.caller("alice");

    @ParameterizedTest
    @ValueSource(longs = {0, 7, 10, 1L << 40, Long.MAX_VALUE})
    void shouldKnowItsOwnNonceOnly(final long nonce)
    {
        final ReplyCheck replyCheck = new ReplyCheck(NodeEvents.NONE);
        final String digits = Long.toString(nonce);

        assertThat(replyCheck.objectionTo(0, PING, nonce, null, Replies.text(digits))).isNull();
        for (final String other : new String[]{"", "1" + digits, digits + "1", "-" + digits, " " + digits,
            digits.substring(1), Long.toString(nonce ^ 1)})
        {
            assertThat(replyCheck.objectionTo(0, PING, nonce, null, Replies.text(other)))
                .as("'%s'", other).isNotNull()
                .satisfies(objection -> assertThat(objection.reason()).isEqualTo(DownReason.PROTOCOL))
                .satisfies(objection -> assertThat(objection.isForgetful()).isTrue());
        }
    }

    /**
     * Its keys are there: only its scripts have gone, and it takes them on a new connection only.
     */
    @Test
    void shouldReconnectButKeepTheVotesOfANodeThatTakesNoTextOfAScript()
    {
        final NodeEvents events = new NodeEvents()
        {
            @Override
            public String objectionToLackOfScript(final int nodeIndex)
            {
                return nodeIndex == 0 ? null : "takes no text";
            }
        };
        final ReplyCheck replyCheck = new ReplyCheck(events);
        final Reply missing = Replies.error(ErrorCode.NOSCRIPT);

        assertThat(replyCheck.objectionTo(0, RELEASE, 0, null, missing)).isNull();
        assertThat(replyCheck.objectionTo(1, RELEASE, 0, null, missing))
            .isEqualTo(new ReplyCheck.Objection(DownReason.LOCAL, "takes no text", false));
    }

    /**
     * Whatever is thrown at an answer is thrown at that of one node. Only a lack of scripts says nothing of
     * its keys.
     */
    @Test
    void shouldObjectToANodeThatCannotBeJudged()
    {
        final NodeEvents events = new NodeEvents()
        {
            @Override
            public String objectionTo(final int nodeIndex, final Reply reply)
            {
                throw new IllegalStateException("secret");
            }

            @Override
            public String objectionToMemory(final int nodeIndex, final Reply reply)
            {
                throw new AssertionError("secret");
            }

            @Override
            public String objectionToLackOfScript(final int nodeIndex)
            {
                throw new NullPointerException("secret");
            }
        };
        final ReplyCheck replyCheck = new ReplyCheck(events);

        checkUnjudged(replyCheck, COMMANDS.of(OperationKind.REPLICATION), Replies.text("role:master"), true);
        checkUnjudged(replyCheck, COMMANDS.of(OperationKind.MEMORY), Replies.text("maxmemory:0"), true);
        checkUnjudged(replyCheck, RELEASE, Replies.error(ErrorCode.NOSCRIPT), false);
    }

    private static void checkUnjudged(
        final ReplyCheck replyCheck, final NodeCommand command, final Reply reply, final boolean isForgetful)
    {
        final ReplyCheck.Objection objection = replyCheck.objectionTo(0, command, 0, null, reply);

        assertThat(objection.why()).startsWith("cannot be judged by its answer to ")
            .contains(ReplyCheckTest.class.getName()).doesNotContain("secret");
        assertThat(objection.reason()).isEqualTo(DownReason.LOCAL);
        assertThat(objection.isForgetful()).isEqualTo(isForgetful);
    }

    @ParameterizedTest
    @CsvSource({
        "maxmemory_policy:allkeys-lru, is set to evict, 1",
        "maxmemory:0,                  cannot be judged by its answer to INFO (, 0"})
    void shouldCountOnlyNodesThatAreSetToEvict(final String memory, final String why, final int evicting)
    {
        rig.acquires(alice).grants(0, 1).advanceMs(1_510).silence(0, true).advanceMs(1_005);
        rig.answers(rig.transport.open(0).stream().filter((sent) -> sent.kind == OperationKind.MEMORY)
            .findFirst().orElseThrow(), Replies.text(memory));
        rig.told(alice, "acquired 1", "lost REFUSED").counted(Counter.NODES_EVICTING, evicting).work();
        assertThat(rig.news).last().asString().startsWith("n0 down LOCAL: " + why);
    }

    @Test
    void shouldDropTheVotesOfANodeWhoseHeartbeatBringsBackTheOneBefore()
    {
        rig.acquires(alice).grants(0, 1).silence(1, true).advanceMs(1_010);
        final Sent first = beat(OperationKind.PING, 0);
        final Sent second = beat(OperationKind.PING, 1);
        rig.answers(first, Replies.beat(second, 0)).told(alice, "acquired 1", "lost REFUSED");
        rig.link(1, Link.DROPPED);
        rig.work();
        assertThat(rig.news).last().asString().startsWith("n1 down PROTOCOL: answered a heartbeat");
    }

    @ParameterizedTest
    @EnumSource(value = ErrorCode.class, names = {"READONLY", "MASTERDOWN", "LOADING", "CLUSTER"})
    void shouldDropTheVotesOfANodeThatIsNotAMasterWithItsDataAnyMore(final ErrorCode code)
    {
        rig.acquires(alice).grants(0, 1).extendsLease(alice).fails(code, 1);

        assertThat(alice.log()).contains("lost REFUSED");
        rig.link(1, Link.DROPPED);
        rig.work();
        assertThat(rig.news).last().asString().startsWith("n1 down LOCAL: answered " + code);
    }

    @Test
    void shouldReconnectButKeepTheVotesOfANodeThatForgotOurLogin()
    {
        rig.acquires(alice).grants(0, 1).extendsLease(alice).fails(ErrorCode.NOAUTH, 1).work();

        assertThat(rig.news).last().asString().startsWith("n1 down LOCAL: answered NOAUTH");
        rig.heldBy(alice);
        rig.comesBack(1);
    }

    @ParameterizedTest
    @EnumSource(value = ErrorCode.class, names = {"OOM", "BUSY", "MISCONF", "NOREPLICAS", "NOPERM", "OTHER",
        "WRONGTYPE", "MAXCLIENTS"})
    void shouldKeepTheConnectionAtErrorsOfOneCommand(final ErrorCode code)
    {
        rig.acquiresEverywhere(alice).extendsLease(alice).fails(code, 0).grants(1, 2).link(0, Link.UP);
    }

    @Test
    void shouldSeldomAskWhatItHasNoRightTo()
    {
        rig.advanceMs(505).silence(0, true).advanceMs(505);
        rig.answers(beat(OperationKind.REPLICATION, 0), Replies.error(ErrorCode.NOPERM));
        rig.silence(0, false);
        final long before = asked(0);
        rig.advanceMs(2_000);
        assertThat(asked(0)).isEqualTo(before);
        assertThat(asked(1)).isGreaterThan(before);
        rig.link(0, Link.UP);
        assertThat(rig.news).last().asString().contains("n0 trouble: no longer says", "+info");

        rig.advanceMs(29_000);
        assertThat(asked(0)).as("asked again, as rights may come back").isGreaterThan(before);
        assertThat(rig.news).last().asString().isEqualTo("n0 trouble: ");
    }

    @Test
    void shouldAskAgainOnTheNextConnectionAfterADeniedRight()
    {
        rig.silence(0, true).advanceMs(505);
        rig.answers(beat(OperationKind.REPLICATION, 0), Replies.error(ErrorCode.NOPERM));
        rig.silence(0, false);
        final long before = asked(0);
        rig.goesDown(0).comesBack(0);
        assertThat(asked(0)).as("asked once more on another connection").isEqualTo(before + 1);
    }

    private long asked(final int node)
    {
        return rig.transport.sent.stream()
            .filter(sent -> sent.node == node && sent.kind == OperationKind.REPLICATION).count();
    }

    private Sent beat(final OperationKind kind, final int index)
    {
        return rig.transport.open(kind == OperationKind.PING ? 1 : 0).stream()
            .filter(sent -> sent.kind == kind).skip(index).findFirst().orElseThrow();
    }
}
