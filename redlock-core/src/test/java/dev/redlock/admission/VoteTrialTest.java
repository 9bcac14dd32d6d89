// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.redlock.spi.Answer;
import dev.redlock.spi.ErrorCode;

/**
 * What a node answers to the trial of a vote.
 */
class VoteTrialTest
{
    private static final byte[] PREFIX = "lock:".getBytes(UTF_8);

    /**
     * XX overwrites an existing key only, and nobody has this one.
     */
    @Test
    void shouldWriteNothing()
    {
        final List<String> words = words();
        assertThat(words.get(1)).startsWith("lock:redlock:trial:").isNotEqualTo(words().get(1));
        assertThat(words).element(0).isEqualTo("SET");
        assertThat(words.subList(2, words.size())).containsExactly("x", "XX", "PX", "1");
    }

    private static List<String> words()
    {
        return Arrays.stream(VoteTrial.question(PREFIX)).map((word) -> new String(word, UTF_8)).toList();
    }

    @Test
    void shouldObjectToNothingWhereTheKeyIsMissing()
    {
        assertThat(VoteTrial.objection(Answer.nil())).isNull();
        assertThat(VoteTrial.objection(Answer.text("OK".getBytes(UTF_8)))).isNotNull();
    }

    /**
     * No error is a grant, so each is an objection, whatever codes are added.
     */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void shouldObjectToEachError(final ErrorCode code)
    {
        final Answer error = Answer.error(switch (code)
        {
            case UNKNOWN_COMMAND -> "ERR unknown command 'SET'";
            case CLUSTER -> "MOVED 1 127.0.0.1:7000";
            case MAXCLIENTS -> "ERR max number of clients reached";
            case OTHER -> "ERR something else";
            default -> code + " as the server says it";
        });
        assertThat(error.errorCode()).isEqualTo(code);
        assertThat(VoteTrial.objection(error)).as("%s", code).isNotNull();
    }

    @Test
    void shouldNameTheRemedy()
    {
        assertThat(VoteTrial.objection(Answer.error("OOM"))).contains("raise its maxmemory");
        assertThat(VoteTrial.objection(Answer.error("MISCONF"))).contains("its disk");
        assertThat(VoteTrial.objection(Answer.error("NOREPLICAS")))
            .contains("min-replicas-to-write");
        assertThat(VoteTrial.objection(Answer.error(
            "NOPERM this user has no permissions to run the 'set' command"))).contains("(ACL: +set)");
        assertThat(VoteTrial.objection(Answer.error("READONLY"))).contains("masters");
    }

    /**
     * Locks may have other names.
     */
    @Test
    void shouldNotObjectToARightThatThisKeyLacks()
    {
        assertThat(VoteTrial.objection(Answer.error(
            "NOPERM this user has no permissions to access one of the keys used as arguments"))).isNull();
    }
}
