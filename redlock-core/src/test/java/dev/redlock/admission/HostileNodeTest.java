// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.spi.Answer;
import dev.redlock.spi.NodeAddress;

/**
 * Nodes that answer what they should not. Such a node may cost its own connection, and nothing else.
 */
class HostileNodeTest
{
    private static final List<String> QUESTIONS = List.of(
        "HELLO", "AUTH", "SELECT", "CLIENT", "CLIENT ID", "INFO", "SCRIPT LOAD", "COMMAND INFO", "TIME");

    /*
     * All that a server can know of the password, it says.
     */
    @ParameterizedTest
    @ValueSource(strings = {
        "ERR unknown command %s",
        "ERR %s",
        "NOPERM %s",
        "NOPROTO %s",
        "WRONGPASS %s",
        "NOAUTH %s",
        "OOM %s",
        "%s"})
    void shouldNotRepeatThePasswordOfAServerThatEchoes(final String form)
    {
        for (final boolean isOld : new boolean[]{false, true})
        {
            for (final String question : QUESTIONS)
            {
                final ScriptedServer server = ScriptedServer.captured("redis-7.0.15");
                if (isOld)
                {
                    server.withoutHello();
                }
                server.on(question, (command) -> Answer.error(form.formatted(String.join(" ", command))));

                assertThat(everythingSaid(server)).as(question).doesNotContain("Secret");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("oddities")
    void shouldSurviveOddAnswers(final Answer odd)
    {
        for (final String question : QUESTIONS)
        {
            final ScriptedServer server =
                ScriptedServer.captured("redis-7.0.15").withoutHello().on(question, (command) -> odd);

            assertThat(everythingSaid(server)).as(question).doesNotContain("Secret")
                .matches("[^\\p{Cntrl}]*");
        }
    }

    @Test
    void shouldShortenAndCleanWhatItRepeats()
    {
        final ScriptedServer server = ScriptedServer.captured("redis-7.0.15")
            .failing("SELECT", "ERR \u001B[31m" + "x".repeat(100_000));

        assertThat(server.converse(admission().begin(0, false)))
            .contains("'ERR \\u001b[31mxxx").contains("x…'").hasSizeLessThan(500);
    }

    private static Stream<Answer> oddities()
    {
        final Function<String, Answer> text = ScriptedServer::text;

        return Stream.of(
            Answer.nil(),
            Answer.number(-1),
            Answer.number(Long.MAX_VALUE),
            text.apply(""),
            text.apply("run_id:\nrole:\nmaster_host:\nmaxmemory:x\n:\n::\n"),
            text.apply("role:slave\nmaster_host:\u0007evil\u0000\nmaster_port:x"),
            Answer.list(List.of()),
            Answer.list(List.of(text.apply("proto"))),
            Answer.list(List.of(text.apply("proto"), Answer.nil(), Answer.nil(), Answer.nil())),
            Answer.list(List.of(Answer.nil(), Answer.list(List.of(Answer.nil())), Answer.error("ERR x"))),
            Answer.list(List.of(text.apply("role"), text.apply("\r\nfake"))),
            Answer.error(""), Answer.error(" "), Answer.error("ERR"), Answer.error("\r\n\r\n"));
    }

    private static String everythingSaid(final ScriptedServer server)
    {
        final Admission admission = admission();
        final String refusal = server.converse(admission.begin(0, false));
        final NodeFacts facts = admission.facts(0);

        return refusal + (facts == null ? "" : facts.warnings().toString());
    }

    private static Admission admission()
    {
        return new Admission(
            List.of(NodeAddress.parse("redis://app:Secret@10.0.0.1:7000/3")), Scripts.plain(),
            new ClientLabel("redlock", "1.2.3"));
    }
}
