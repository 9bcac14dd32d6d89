// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.admission.login.ClientLabel;
import dev.redlock.admission.login.Login;
import dev.redlock.admission.marker.Deployment;
import dev.redlock.admission.marker.MarkerRule;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Answer;
import dev.redlock.spi.address.Credentials;
import dev.redlock.spi.address.NodeAddress;

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

    /*
     * At level STRICT the answers to TIME and GET are read, too.
     */
    @ParameterizedTest
    @MethodSource("times")
    void shouldRefuseANodeWhoseTimeIsNone(final Answer odd)
    {
        final ScriptedServer server =
            ScriptedServer.captured("redis-7.0.15").on("TIME", (command) -> odd);
        final MarkerRule rule = new MarkerRule(MarkerRule.key(new byte[0]),
            Deployment.ofUnknownNodes(1, 1, 60_000), () -> 1, () -> 2);
        final Admission strict = new Admission(List.of(NodeAddress.parse("redis://h:7000")),
            Scripts.strict(), new ClientLabel("redlock", "1"), null, rule, false);

        assertThat(server.converse(strict.begin(0, false))).contains("node h:7000 does not tell its time")
            .satisfies((refusal) -> assertThat(refusal.contains("connect to the node directly"))
                .as(refusal).isEqualTo(!odd.isError()));
    }

    private static Stream<Answer> times()
    {
        final Function<String, Answer> text = ScriptedServer::text;
        final Answer seconds = text.apply("1795251216");

        return Stream.concat(
            oddities(),
            Stream.of("words", "", "-5", "99999999999999999", "9999999999999999999999", "1 2", "0x1", "1.5")
                .map(text).flatMap((odd) -> Stream.of(
                    Answer.list(List.of(odd, text.apply("5"))), Answer.list(List.of(seconds, odd)),
                    Answer.list(List.of(Answer.list(List.of(odd)), seconds)))));
    }

    /*
     * A fault of ours in reading an answer costs that node's connection; what was thrown is said without its
     * message, which may repeat a password.
     */
    @ParameterizedTest
    @MethodSource("thrown")
    void shouldContainWhatReadingAnAnswerThrows(final Throwable thrown)
    {
        final Introduction introduction =
            new Introduction(new Seats(List.of(NodeAddress.parse("redis://h:7000")), false), 0, Login.NONE);
        introduction.ask(Step.ask((answer) -> HostileNodeTest.<Void, RuntimeException>raise(thrown), "TIME"));
        introduction.next();
        introduction.onAnswer(Answer.nil());

        assertThat(introduction.refusal()).startsWith("node h:7000 cannot be judged by its answer to TIME (" +
            thrown.getClass().getName() + " at " + HostileNodeTest.class.getName())
            .doesNotContain("Secret");
        assertThat(introduction.next()).isNull();
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void shouldContainWhatCredentialsThrow(final Throwable thrown)
    {
        final Credentials throwing = new Credentials()
        {
            @Override
            public String user()
            {
                return null;
            }

            @Override
            public String password()
            {
                return HostileNodeTest.<String, RuntimeException>raise(thrown);
            }
        };
        final Admission admission = new Admission(
            List.of(NodeAddress.parse("redis://h:7000").with(throwing)), List.of(),
            new ClientLabel("redlock", "1"));

        assertThat(ScriptedServer.captured("redis-7.0.15").converse(admission.begin(0, false)))
            .startsWith("node h:7000 has Credentials that throw (" + thrown.getClass().getName() + " at ")
            .doesNotContain("Secret");
        assertThat(admission.refusalKind(0)).isEqualTo(RefusalKind.TEMPORARY);
    }

    private static Stream<Throwable> thrown()
    {
        return Stream.of(new IOException("Secret"), new IllegalStateException("Secret"),
            new AssertionError("Secret"), new StackOverflowError("Secret"), new OutOfMemoryError("Secret"));
    }

    /*
     * As other languages, and Lombok, throw checked exceptions.
     */
    @SuppressWarnings("unchecked")
    private static <R, T extends Throwable> R raise(final Throwable thrown) throws T
    {
        throw (T)thrown;
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
