// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.Replies;
import dev.redlock.engine.rig.Texts;
import dev.redlock.outcome.Cause;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Vote;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;

/**
 * What every answer says to every question of a lock.
 */
class PrimitiveTest
{
    private static final Commands COMMANDS = new Commands(Texts.SCRIPTS, Limits.of(3), null);
    private static final Primitive PLAIN = COMMANDS.primitive(Options.plain());
    private static final Primitive FENCED = COMMANDS.primitive(Options.fenced());
    private static final Primitive BY_SCRIPT = new Commands(
        Texts.SCRIPTS, Limits.of(3, (set) -> set.drift = Drift.MEASURED), null).primitive(Options.plain());
    private static final Reply OK = new Reply().set(Reply.Kind.OK);
    private static final Reply NIL = new Reply().set(Reply.Kind.NIL);
    private static final long[] NO_TIMES = {1_800_000_000L, 1_800_000_000_000L, 1_800_000_000_000_000_000L};

    /**
     * @param primitive that asks.
     * @param command   that it asks by.
     */
    private record Question(Primitive primitive, NodeCommand command)
    {
        Vote vote(final Reply reply)
        {
            return primitive.vote(command, reply);
        }

        @Override
        public String toString()
        {
            return command.template().name();
        }
    }

    private static Stream<Question> bothForms(final Primitive primitive, final NodeCommand command)
    {
        return Stream.of(new Question(primitive, command), new Question(primitive, command.withText()));
    }

    private static Stream<Question> fencedOnes()
    {
        return Stream.of(FENCED.acquire(ReleaseMethod.SCRIPT), FENCED.extend(ReleaseMethod.SCRIPT))
            .flatMap((command) -> bothForms(FENCED, command));
    }

    private static Stream<Question> plainOnesByScript()
    {
        return bothForms(BY_SCRIPT, BY_SCRIPT.acquire(ReleaseMethod.SCRIPT));
    }

    private static Stream<Question> comparisons()
    {
        final Stream<Question> natives =
            Stream.of(ReleaseMethod.DELIFEQ, ReleaseMethod.DELEX, ReleaseMethod.CAD)
            .map((method) -> new Question(PLAIN, PLAIN.release(method, false)));
        final Stream<Question> scripts = Stream.of(PLAIN.extend(ReleaseMethod.SCRIPT),
            PLAIN.release(ReleaseMethod.SCRIPT, false), PLAIN.release(ReleaseMethod.SCRIPT, true))
            .flatMap((command) -> bothForms(PLAIN, command));

        return Stream.of(natives, scripts, bothForms(FENCED, FENCED.release(ReleaseMethod.SCRIPT, false)),
            bothForms(FENCED, FENCED.release(ReleaseMethod.SCRIPT, true)))
            .flatMap((questions) -> questions);
    }

    private static List<Question> all()
    {
        return Stream.of(fencedOnes(), plainOnesByScript(), comparisons(),
            Stream.of(new Question(PLAIN, PLAIN.acquire(ReleaseMethod.SCRIPT))))
            .flatMap((questions) -> questions).toList();
    }

    @Test
    void shouldGrantASetOnlyByOk()
    {
        final Question set = new Question(PLAIN, PLAIN.acquire(ReleaseMethod.SCRIPT));

        assertThat(set.vote(OK)).isEqualTo(Vote.GRANTED);
        assertThat(set.vote(new Reply().set(Reply.Kind.STATUS))).isEqualTo(Vote.FAULTED);
        assertThat(set.vote(new Reply().set(Reply.Kind.TEXT))).isEqualTo(Vote.FAULTED);
        assertThat(set.vote(NIL)).isEqualTo(Vote.REFUSED);
        assertThat(set.vote(Replies.number(1))).isEqualTo(Vote.FAULTED);
        assertThat(set.vote(Replies.grantedByScript())).isEqualTo(Vote.FAULTED);
        assertThat(set.vote(Replies.strange())).isEqualTo(Vote.FAULTED);
        assertThat(set.vote(Replies.lost())).isEqualTo(Vote.FAULTED);
    }

    @ParameterizedTest
    @MethodSource("fencedOnes")
    void shouldGrantAFencedLockOnlyByATime(final Question question)
    {
        assertThat(question.vote(Replies.grantedByScript())).isEqualTo(Vote.GRANTED);
        for (final long noTime : NO_TIMES)
        {
            assertThat(question.vote(Replies.number(noTime))).isEqualTo(Vote.FAULTED);
        }
        assertThat(question.vote(Replies.fence(1, 7))).isEqualTo(Vote.FAULTED);
        assertThat(question.vote(Replies.fence(0, 7))).isEqualTo(Vote.REFUSED);
        assertThat(question.vote(Replies.fence(-1, 7))).isEqualTo(Vote.REFUSED);
        assertThat(question.vote(Replies.fence(-2, 7))).isEqualTo(Vote.FAULTED);
        assertThat(question.vote(Replies.fence(2, 7))).isEqualTo(Vote.FAULTED);
        assertThat(question.vote(Replies.number(1))).isEqualTo(Vote.FAULTED);
        assertThat(question.vote(Replies.grantedByScript().add(1))).isEqualTo(Vote.FAULTED);
        assertThat(question.vote(Replies.fence(0, 7).add(1))).isEqualTo(Vote.FAULTED);
        assertThat(question.vote(OK)).isEqualTo(Vote.FAULTED);
        assertThat(question.vote(Replies.error(ErrorCode.WRONGTYPE))).isEqualTo(Vote.FAULTED);
    }

    @ParameterizedTest
    @MethodSource("plainOnesByScript")
    void shouldGrantByScriptOnlyByATime(final Question question)
    {
        assertThat(question.vote(Replies.grantedByScript())).isEqualTo(Vote.GRANTED);
        for (final long noTime : NO_TIMES)
        {
            assertThat(question.vote(Replies.number(noTime))).isEqualTo(Vote.FAULTED);
        }
        assertThat(question.vote(Replies.fence(1, 0))).isEqualTo(Vote.FAULTED);
        assertThat(question.vote(Replies.fence(0, 0))).isEqualTo(Vote.REFUSED);
        assertThat(question.vote(Replies.fence(-1, 0))).isEqualTo(Vote.FAULTED);
        assertThat(question.vote(Replies.number(1))).isEqualTo(Vote.FAULTED);
        assertThat(question.vote(OK)).isEqualTo(Vote.FAULTED);
        assertThat(question.vote(Replies.error(ErrorCode.WRONGTYPE))).isEqualTo(Vote.FAULTED);
    }

    /**
     * Neither a grant nor a refusal: nothing was done, and a lease's vote stands until more is known.
     */
    @ParameterizedTest
    @MethodSource("all")
    void shouldTakeAnotherMarkerForAFault(final Question question)
    {
        for (final long code : new long[]{-3, -4})
        {
            final Reply number = Replies.number(code);
            final Reply reply =
                question.command.template().canAnswer(number) ? number : Replies.fence(code, 0);

            assertThat(question.vote(reply)).isEqualTo(Vote.FAULTED);
            assertThat(question.primitive.causeOf(Vote.FAULTED, reply)).isEqualTo(Cause.OTHER_MARKER);
            assertThat(question.primitive.isError(Vote.FAULTED, reply)).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("comparisons")
    void shouldGrantAComparisonOnlyByOne(final Question question)
    {
        assertThat(question.vote(Replies.number(1))).isEqualTo(Vote.GRANTED);
        assertThat(question.vote(Replies.number(0))).isEqualTo(Vote.REFUSED);
        assertThat(question.vote(Replies.number(-1))).isEqualTo(Vote.REFUSED);
        assertThat(question.vote(Replies.error(ErrorCode.WRONGTYPE))).isEqualTo(Vote.REFUSED);
        assertThat(question.vote(Replies.grantedByScript())).isEqualTo(Vote.FAULTED);
        assertThat(question.vote(new Reply().set(Reply.Kind.STATUS))).isEqualTo(Vote.FAULTED);
        assertThat(question.vote(OK)).isEqualTo(Vote.FAULTED);
        assertThat(question.vote(NIL)).isEqualTo(Vote.FAULTED);
        assertThat(question.vote(new Reply().set(Reply.Kind.NUMBERS))).isEqualTo(Vote.FAULTED);
        assertThat(question.vote(Replies.number(1).add(1))).isEqualTo(Vote.FAULTED);
    }

    @ParameterizedTest
    @ValueSource(longs = {2, -2, 10, Long.MAX_VALUE, Long.MIN_VALUE})
    void shouldNotUnderstandOtherNumbers(final long number)
    {
        assertThat(comparisons()).allSatisfy((question) ->
            assertThat(question.vote(Replies.number(number))).isEqualTo(Vote.FAULTED));
    }

    @ParameterizedTest
    @EnumSource(value = ErrorCode.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void shouldNeverTakeAnErrorForAGrant(final ErrorCode code)
    {
        assertThat(all()).allSatisfy((question) ->
            assertThat(question.vote(Replies.error(code))).isNotEqualTo(Vote.GRANTED));
    }

    @ParameterizedTest
    @EnumSource(value = ErrorCode.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void shouldTakeOnlyAKnownErrorForProofThatNothingWasDone(final ErrorCode code)
    {
        final Reply reply = Replies.error(code);

        assertThat(List.of(PLAIN, FENCED)).allSatisfy((primitive) ->
        {
            assertThat(primitive.isWithoutKey(Vote.FAULTED, reply, false)).isEqualTo(code != ErrorCode.OTHER);
            assertThat(primitive.isError(Vote.FAULTED, reply)).isTrue();
            assertThat(primitive.causeOf(Vote.FAULTED, reply)).isEqualTo(Cause.SERVER_ERROR);
        });
    }

    @Test
    void shouldLeaveInDoubtWhatHasNoAnswerOrAStrangeOne()
    {
        assertThat(PLAIN.isWithoutKey(Vote.FAULTED, Replies.lost(), false)).isFalse();
        assertThat(PLAIN.isWithoutKey(Vote.FAULTED, Replies.strange(), false)).isFalse();
        assertThat(PLAIN.isWithoutKey(Vote.GRANTED, Replies.number(1), false)).isFalse();
        assertThat(PLAIN.isWithoutKey(Vote.REFUSED, NIL, false)).isTrue();
        assertThat(PLAIN.isError(Vote.FAULTED, Replies.lost())).isFalse();
        assertThat(PLAIN.isError(Vote.REFUSED, Replies.error(ErrorCode.WRONGTYPE))).isFalse();
    }

    @Test
    void shouldLeaveInDoubtWhereOnlyTheTokenIsRefused()
    {
        for (final long code : new long[]{-1, -2})
        {
            assertThat(FENCED.isTokenRefused(Replies.fence(code, 7))).isTrue();
            assertThat(FENCED.isWithoutKey(Vote.REFUSED, Replies.fence(code, 7), false)).isFalse();
            assertThat(FENCED.causeOf(Vote.FAULTED, Replies.fence(code, 7))).isEqualTo(Cause.TOKEN_REFUSED);
            assertThat(PLAIN.isTokenRefused(Replies.fence(code, 7))).isFalse();
        }
        assertThat(FENCED.isTokenRefused(Replies.fence(0, 7))).isFalse();
        assertThat(FENCED.isWithoutKey(Vote.REFUSED, Replies.fence(0, 7), false)).isTrue();
        assertThat(FENCED.isWithoutKey(Vote.FAULTED, Replies.error(ErrorCode.OOM), true)).isFalse();
    }

    @Test
    void shouldNameTheCause()
    {
        assertThat(PLAIN.causeOf(Vote.GRANTED, Replies.number(1))).isEqualTo(Cause.GRANTED);
        assertThat(PLAIN.causeOf(Vote.REFUSED, Replies.number(0))).isEqualTo(Cause.HELD_BY_ANOTHER);
        assertThat(PLAIN.causeOf(Vote.FAULTED, Replies.lost())).isEqualTo(Cause.DISCONNECTED);
        assertThat(PLAIN.causeOf(Vote.FAULTED, Replies.strange())).isEqualTo(Cause.UNEXPECTED_REPLY);
        assertThat(PLAIN.causeOf(Vote.FAULTED, Replies.number(7))).isEqualTo(Cause.UNEXPECTED_REPLY);
    }
}
