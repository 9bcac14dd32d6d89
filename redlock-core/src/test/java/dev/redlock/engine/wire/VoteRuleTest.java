// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.engine.rig.Replies;
import dev.redlock.outcome.Cause;
import dev.redlock.quorum.Vote;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;

class VoteRuleTest
{
    private static final String TEXT = "1|0123456789abcdef0123456789abcdef|1|rest";
    private static final byte[] MARKER = TEXT.getBytes(StandardCharsets.US_ASCII);

    @Test
    void shouldGrantASetOnlyByOk()
    {
        assertThat(ofSet(new Reply().set(Reply.Kind.OK))).isEqualTo(Vote.GRANTED);
        assertThat(ofSet(new Reply().set(Reply.Kind.STATUS))).isEqualTo(Vote.FAULTED);
        assertThat(ofSet(new Reply().set(Reply.Kind.TEXT))).isEqualTo(Vote.FAULTED);
        assertThat(ofSet(new Reply().set(Reply.Kind.NIL))).isEqualTo(Vote.REFUSED);
        assertThat(ofSet(Replies.number(1))).isEqualTo(Vote.FAULTED);
        assertThat(ofSet(Replies.strange())).isEqualTo(Vote.FAULTED);
        assertThat(ofSet(Replies.lost())).isEqualTo(Vote.FAULTED);
    }

    @ParameterizedTest
    @EnumSource(value = OperationKind.class, names = "FENCED_(ACQUIRE|EXTEND).*",
        mode = EnumSource.Mode.MATCH_ALL)
    void shouldGrantAFencedLockOnlyByATime(final OperationKind kind)
    {
        assertThat(VoteRule.of(kind, Replies.grantedByScript())).isEqualTo(Vote.GRANTED);
        for (final long noTime : new long[]{1_800_000_000L, 1_800_000_000_000L, 1_800_000_000_000_000_000L})
        {
            assertThat(VoteRule.of(kind, Replies.number(noTime))).isEqualTo(Vote.FAULTED);
        }
        assertThat(VoteRule.of(kind, Replies.fence(1, 7))).isEqualTo(Vote.FAULTED);
        assertThat(VoteRule.of(kind, Replies.fence(0, 7))).isEqualTo(Vote.REFUSED);
        assertThat(VoteRule.of(kind, Replies.fence(-1, 7))).isEqualTo(Vote.REFUSED);
        assertThat(VoteRule.of(kind, Replies.fence(-2, 7))).isEqualTo(Vote.FAULTED);
        assertThat(VoteRule.of(kind, Replies.fence(2, 7))).isEqualTo(Vote.FAULTED);
        assertThat(VoteRule.of(kind, Replies.number(1))).isEqualTo(Vote.FAULTED);
        assertThat(VoteRule.of(kind, Replies.grantedByScript().add(1))).isEqualTo(Vote.FAULTED);
        assertThat(VoteRule.of(kind, Replies.fence(0, 7).add(1))).isEqualTo(Vote.FAULTED);
        assertThat(VoteRule.of(kind, new Reply().set(Reply.Kind.OK))).isEqualTo(Vote.FAULTED);
        assertThat(VoteRule.of(kind, Replies.error(ErrorCode.WRONGTYPE))).isEqualTo(Vote.FAULTED);
    }

    @ParameterizedTest
    @EnumSource(value = OperationKind.class, names = {"ACQUIRE_BY_SCRIPT", "ACQUIRE_WITH_TEXT"})
    void shouldGrantByScriptOnlyByATime(final OperationKind kind)
    {
        assertThat(VoteRule.of(kind, Replies.grantedByScript())).isEqualTo(Vote.GRANTED);
        for (final long noTime : new long[]{1_800_000_000L, 1_800_000_000_000L, 1_800_000_000_000_000_000L})
        {
            assertThat(VoteRule.of(kind, Replies.number(noTime))).isEqualTo(Vote.FAULTED);
        }
        assertThat(VoteRule.of(kind, Replies.fence(1, 0))).isEqualTo(Vote.FAULTED);
        assertThat(VoteRule.of(kind, Replies.fence(0, 0))).isEqualTo(Vote.REFUSED);
        assertThat(VoteRule.of(kind, Replies.fence(-1, 0))).isEqualTo(Vote.FAULTED);
        assertThat(VoteRule.of(kind, Replies.number(1))).isEqualTo(Vote.FAULTED);
        assertThat(VoteRule.of(kind, new Reply().set(Reply.Kind.OK))).isEqualTo(Vote.FAULTED);
        assertThat(VoteRule.of(kind, Replies.error(ErrorCode.WRONGTYPE))).isEqualTo(Vote.FAULTED);
    }

    /**
     * Neither a grant nor a refusal: nothing was done, and a lease's vote stands until more is known.
     */
    @ParameterizedTest
    @EnumSource(value = OperationKind.class, names = "(FENCED_)?(ACQUIRE|EXTEND).*",
        mode = EnumSource.Mode.MATCH_ALL)
    void shouldTakeAnotherMarkerForAFault(final OperationKind kind)
    {
        for (final long code : new long[]{-3, -4})
        {
            final Reply reply = kind == OperationKind.EXTEND || kind == OperationKind.EXTEND_WITH_TEXT ?
                Replies.number(code) : Replies.fence(code, 0);

            assertThat(VoteRule.of(kind, reply)).isEqualTo(Vote.FAULTED);
            assertThat(VoteRule.causeOf(Vote.FAULTED, reply)).isEqualTo(Cause.OTHER_MARKER);
            assertThat(VoteRule.isError(Vote.FAULTED, reply)).isFalse();
            assertThat(VoteRule.isOtherIncarnation(kind, reply, MARKER)).isEqualTo(code == -3);
            assertThat(VoteRule.isOtherConfiguration(kind, reply, MARKER)).isEqualTo(code == -4);
        }
    }

    @Test
    void shouldKnowAnotherMarkerFromAHeartbeat()
    {
        checkMarker(Replies.text(TEXT), false, false);
        checkMarker(new Reply().set(Reply.Kind.NIL), true, true);
        checkMarker(Replies.text(""), true, true);
        checkMarker(Replies.text(TEXT.replace("0123", "0124")), true, true);
        checkMarker(Replies.text(TEXT.replace("|1|", "|2|")), false, true);
        checkMarker(Replies.text(TEXT + "s"), false, true);
        checkMarker(Replies.text(TEXT.substring(1)), true, true);
        checkMarker(Replies.text(TEXT.substring(0, 36)), false, true);
        checkMarker(Replies.error(ErrorCode.NOPERM), false, false);
        checkMarker(Replies.lost(), false, false);
    }

    private static void checkMarker(
        final Reply reply, final boolean isOtherIncarnation, final boolean isOtherConfiguration)
    {
        assertThat(VoteRule.isOtherIncarnation(OperationKind.MARKER, reply, MARKER))
            .isEqualTo(isOtherIncarnation);
        assertThat(VoteRule.isOtherConfiguration(OperationKind.MARKER, reply, MARKER))
            .isEqualTo(isOtherConfiguration);
    }

    @ParameterizedTest
    @EnumSource(value = OperationKind.class,
        names = "ACQUIRE.*|PING|TIME|REPLICATION|MARKER|FENCED_(ACQUIRE|EXTEND).*",
        mode = EnumSource.Mode.MATCH_NONE)
    void shouldGrantAComparisonOnlyByOne(final OperationKind kind)
    {
        assertThat(VoteRule.of(kind, Replies.number(1))).isEqualTo(Vote.GRANTED);
        assertThat(VoteRule.of(kind, Replies.number(0))).isEqualTo(Vote.REFUSED);
        assertThat(VoteRule.of(kind, Replies.number(-1))).isEqualTo(Vote.REFUSED);
        assertThat(VoteRule.of(kind, Replies.error(ErrorCode.WRONGTYPE))).isEqualTo(Vote.REFUSED);
        assertThat(VoteRule.of(kind, new Reply().set(Reply.Kind.STATUS))).isEqualTo(Vote.FAULTED);
        assertThat(VoteRule.of(kind, new Reply().set(Reply.Kind.OK))).isEqualTo(Vote.FAULTED);
        assertThat(VoteRule.of(kind, new Reply().set(Reply.Kind.NIL))).isEqualTo(Vote.FAULTED);
        assertThat(VoteRule.of(kind, new Reply().set(Reply.Kind.NUMBERS))).isEqualTo(Vote.FAULTED);
        assertThat(VoteRule.of(kind, Replies.number(1).add(1))).isEqualTo(Vote.FAULTED);
    }

    @ParameterizedTest
    @ValueSource(longs = {2, -2, 10, Long.MAX_VALUE, Long.MIN_VALUE})
    void shouldNotUnderstandOtherNumbers(final long number)
    {
        assertThat(VoteRule.of(OperationKind.RELEASE, Replies.number(number))).isEqualTo(Vote.FAULTED);
        assertThat(VoteRule.of(OperationKind.EXTEND, Replies.number(number))).isEqualTo(Vote.FAULTED);
    }

    @ParameterizedTest
    @EnumSource(value = ErrorCode.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void shouldNeverTakeAnErrorForAGrant(final ErrorCode code)
    {
        for (final OperationKind kind : OperationKind.values())
        {
            assertThat(VoteRule.of(kind, Replies.error(code))).isNotEqualTo(Vote.GRANTED);
        }
    }

    @ParameterizedTest
    @EnumSource(value = ErrorCode.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void shouldTakeOnlyAKnownErrorForProofThatNothingWasDone(final ErrorCode code)
    {
        final Reply reply = Replies.error(code);

        assertThat(VoteRule.isWithoutKey(Vote.FAULTED, reply, false)).isEqualTo(code != ErrorCode.OTHER);
        assertThat(VoteRule.isError(Vote.FAULTED, reply)).isTrue();
        assertThat(VoteRule.causeOf(Vote.FAULTED, reply)).isEqualTo(Cause.SERVER_ERROR);
    }

    @Test
    void shouldLeaveInDoubtWhatHasNoAnswerOrAStrangeOne()
    {
        assertThat(VoteRule.isWithoutKey(Vote.FAULTED, Replies.lost(), false)).isFalse();
        assertThat(VoteRule.isWithoutKey(Vote.FAULTED, Replies.strange(), false)).isFalse();
        assertThat(VoteRule.isWithoutKey(Vote.GRANTED, Replies.number(1), false)).isFalse();
        assertThat(VoteRule.isWithoutKey(Vote.REFUSED, new Reply().set(Reply.Kind.NIL), false)).isTrue();
        assertThat(VoteRule.isError(Vote.FAULTED, Replies.lost())).isFalse();
        assertThat(VoteRule.isError(Vote.REFUSED, Replies.error(ErrorCode.WRONGTYPE))).isFalse();
    }

    @Test
    void shouldNameTheCause()
    {
        assertThat(VoteRule.causeOf(Vote.GRANTED, Replies.number(1))).isEqualTo(Cause.GRANTED);
        assertThat(VoteRule.causeOf(Vote.REFUSED, Replies.number(0))).isEqualTo(Cause.HELD_BY_ANOTHER);
        assertThat(VoteRule.causeOf(Vote.FAULTED, Replies.lost())).isEqualTo(Cause.DISCONNECTED);
        assertThat(VoteRule.causeOf(Vote.FAULTED, Replies.strange())).isEqualTo(Cause.UNEXPECTED_REPLY);
        assertThat(VoteRule.causeOf(Vote.FAULTED, Replies.number(7))).isEqualTo(Cause.UNEXPECTED_REPLY);
    }

    private static Vote ofSet(final Reply reply)
    {
        return VoteRule.of(OperationKind.ACQUIRE, reply);
    }
}
