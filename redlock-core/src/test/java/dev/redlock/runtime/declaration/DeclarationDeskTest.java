// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.declaration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.redlock.admission.marker.Deployment;
import dev.redlock.admission.marker.Marker;
import dev.redlock.admission.marker.MarkerRule;
import dev.redlock.runtime.operators.NoConnectionException;
import dev.redlock.spi.Answer;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.address.NodeAddress;

class DeclarationDeskTest
{
    private static final int FORMER = 1;

    private final List<NodeAddress> nodes = List.of(NodeAddress.parse("redis://new:7000"));
    private final List<NodeAddress> places = List.of(NodeAddress.parse("redis://old:7000"));
    private final MarkerRule rule = rule(60_000);
    private long timeS = 1_795_251_216;

    private MarkerRule rule(final long longestTtlMs)
    {
        return new MarkerRule(MarkerRule.key(new byte[0]),
            Deployment.ofUnknownNodes(1, 1, longestTtlMs), () -> timeS * 1_000_000, () -> 2);
    }

    /*
     * It is alive, and may vote for others.
     */
    @Test
    void shouldNotTakeAFormerServerForGoneThatAnswersWithAnError()
    {
        final DeclarationDesk desk = new DeclarationDesk((node, words) -> node == FORMER ?
            Answer.error("NOAUTH Authentication required.") : empty(words[0]), nodes, places, rule);

        assertThatThrownBy(() -> desk.declare(true)).isInstanceOf(IllegalStateException.class)
            .hasMessageContainingAll("node new:7000", "old:7000 still answers", "NOAUTH");
    }

    /*
     * A client that knew it may write its marker back.
     */
    @Test
    void shouldNotTakeAFormerServerForGoneThatWasEmptied()
    {
        final DeclarationDesk desk =
            new DeclarationDesk((node, words) -> empty(words[0]), nodes, places, rule);

        assertThatThrownBy(() -> desk.declare(true)).isInstanceOf(IllegalStateException.class)
            .hasMessageContainingAll("node new:7000 may not have moved: old:7000 still answers",
                "without a marker", "Stop the server there for good");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        GET | NOPERM User app has no permissions | (ACL: +get +set +eval ~prefix*)
        GET | ERR unknown command 'GET' | GET, with which markers are read, is not known there: it was renamed
        SET | ERR unknown command 'SET' | SET, with which markers are written, is not known there: it was
        EVAL | NOPERM User app has no permissions | (ACL: +get +set +eval ~prefix*)
        EVAL | ERR unknown command 'EVAL' | EVAL, with which markers are written, is not known there: it
        EVAL | OOM command not allowed | see what it lacks
        TIME | NOPERM User app has no permissions | (ACL: +time)
        TIME | ERR unknown command 'TIME' | rename-command
        SCAN | NOPERM User app has no permissions | (ACL: +scan), or say --in-use
        SCAN | ERR unknown command 'SCAN' | rename-command
        """)
    void shouldTellAMissingRightFromARenamedCommand(
        final String command, final String error, final String remedy)
    {
        final OneNode node = new OneNode();
        final NodeQuestions questions = (index, words) ->
            words[0].equals(command) ? Answer.error(error) : node.ask(index, words);

        assertThatThrownBy(() -> new DeclarationDesk(questions, nodes, nodes, rule)
            .declare(!command.equals("SCAN"))).isInstanceOf(IllegalStateException.class)
            .hasMessageContainingAll("node new:7000", error, remedy);
    }

    /*
     * A client that repairs an emptied node begins and completes a marker of its own meanwhile.
     */
    @Test
    void shouldGoOnWhereAClientRepairsTheNode()
    {
        final OneNode node = new OneNode();
        final DeclarationDesk desk = new DeclarationDesk(node, nodes, nodes, rule);
        desk.declare(true);
        final Answer voting = node.marker;
        final Marker marker = Marker.parse(voting.bytes());
        final Answer begun = Answer.text(marker.in(Deployment.State.PENDING, marker.born()).bytes());
        node.marker = Answer.nil();
        final List<Answer> repairs = new ArrayList<>(List.of(begun, voting));
        final NodeQuestions disturbed = (index, words) ->
        {
            final boolean isWrite = words[0].equals("SET") || words[0].equals("EVAL");
            if (!isWrite || repairs.isEmpty())
            {
                return node.ask(index, words);
            }
            node.marker = repairs.remove(0);

            return words[0].equals("SET") ? Answer.nil() : Answer.number(0);
        };

        assertThat(new DeclarationDesk(disturbed, nodes, nodes, rule).declare(true))
            .singleElement().asString().isEqualTo("new:7000 was declared before");
        assertThat(node.marker).isEqualTo(voting);
    }

    @Test
    void shouldNotGoOnForEverWhereOthersWrite()
    {
        final OneNode node = new OneNode();
        final NodeQuestions disturbed = (index, words) ->
            words[0].equals("SET") ? Answer.nil() : node.ask(index, words);

        assertThatThrownBy(() -> new DeclarationDesk(disturbed, nodes, nodes, rule).declare(true))
            .isInstanceOf(IllegalStateException.class).hasMessageContainingAll("node new:7000",
                "a client that knew it writes its lost marker back, or somebody else declares it");
    }

    @ParameterizedTest
    @CsvSource({"UNREACHABLE, connect timed out", "UNREACHABLE, no route to host", "REFUSED, NOAUTH",
        "TLS, no TLS with old:7000", "UNRESOLVED, unknown host", "CLOSED, connection refused",
        "LOCAL, was not ready in time", "CREDENTIALS, not given"})
    void shouldNotTakeSilenceForGone(final DownReason reason, final String detail)
    {
        final OneNode questions = new OneNode();
        questions.gone = List.of(new NoConnectionException("planted", reason, detail));

        checkRefused(questions, "node new:7000 may not have moved: planted", "Silence is no proof");
        questions.gone = List.of(new IllegalArgumentException("planted"));
        checkRefused(questions, "node new:7000 may not have moved: planted", "Silence is no proof");
    }

    private void checkRefused(final OneNode questions, final String... words)
    {
        assertThatThrownBy(() -> new DeclarationDesk(questions, nodes, places, rule).declare(true))
            .isInstanceOf(IllegalStateException.class).hasMessageContainingAll(words);
        assertThat(questions.marker.kind()).isEqualTo(Answer.Kind.NIL);
    }

    @Test
    void shouldDeclareANodeWhoseFormerServerIsGone()
    {
        final OneNode questions = new OneNode();
        questions.gone = List.of(new NoConnectionException(
            "planted", DownReason.UNREACHABLE, "cannot connect to 10.0.0.1: Connection refused"));

        assertThat(new DeclarationDesk(questions, nodes, places, rule).declare(true))
            .singleElement().asString().startsWith("new:7000 is declared");
    }

    /*
     * At one address of the name nobody listens, at the next the server hangs.
     */
    @Test
    void shouldAskAtEachAddressOfTheFormerName()
    {
        final OneNode questions = new OneNode();
        questions.gone = List.of(
            new NoConnectionException(
                "at ::1", DownReason.UNREACHABLE, "cannot connect to ::1: connection refused"),
            new NoConnectionException("at 127.0.0.1", DownReason.LOCAL, "was not ready in time"));

        checkRefused(questions, "node new:7000 may not have moved: at 127.0.0.1");
        questions.gone = IntStream.range(0, 20).mapToObj(i -> new NoConnectionException(
            "at 10.0.0." + i, DownReason.UNREACHABLE, "cannot connect to 10.0.0." + i +
                ": connection refused")).toList();
        checkRefused(questions, "old:7000 has too many addresses");
    }

    /*
     * A transport that does not say which address of a name it has tried may have tried one of them only.
     * Where the former place is an address there is no other.
     */
    @Test
    void shouldNotTakeOneAddressOfTheFormerNameForAll()
    {
        final OneNode questions = new OneNode();
        questions.gone = List.of(new NoConnectionException(
            "planted", DownReason.UNREACHABLE, "cannot connect: connection refused"));

        checkRefused(questions, "node new:7000 may not have moved: planted", "which of the addresses");
        final List<NodeAddress> address = List.of(NodeAddress.parse("redis://10.0.0.1:7000"));
        assertThat(new DeclarationDesk(questions, nodes, address, rule).declare(true))
            .singleElement().asString().startsWith("new:7000 is declared");
    }

    /*
     * The new list's wait is shorter than the locks of the old one may still live.
     */
    @Test
    void shouldLetTheOldTimeToLiveEndBeforeAListWithAShorterOne()
    {
        final OneNode questions = new OneNode();
        new DeclarationDesk(questions, nodes, nodes, rule(60_000)).declare(true);
        new DeclarationDesk(questions, nodes, nodes, rule(60_000)).retire();
        final DeclarationDesk shorter = new DeclarationDesk(questions, nodes, nodes, rule(5_000));
        timeS += 20;

        assertThatThrownBy(() -> shorter.declare(true)).isInstanceOf(IllegalStateException.class)
            .hasMessageContainingAll("60000 ms", "try again in 41 s");
        timeS += 40;
        assertThat(shorter.declare(true)).singleElement().asString().contains("votes after");
    }

    /*
     * Its time was asked for, and its marker written later: it may have been used and emptied in between.
     */
    @Test
    void shouldCountFromTheTimeAtWhichAMarkerIsCompleted()
    {
        final OneNode questions = new OneNode();
        questions.secondsToWrite = 20;
        final long beganS = timeS;

        new DeclarationDesk(questions, nodes, nodes, rule).declare(true);

        assertThat(Marker.parse(questions.marker.bytes()).born().nodeUs())
            .isGreaterThanOrEqualTo((beganS + 20) * 1_000_000);
    }

    /*
     * The run in its marker would make each new client doubt the node for as long as that lives.
     */
    @Test
    void shouldCompleteWhatWasBegunBeforeARestartWithThePresentRun()
    {
        final OneNode questions = new OneNode();
        new DeclarationDesk(questions, nodes, nodes, rule).declare(false);
        final Marker declared = Marker.parse(questions.marker.bytes());
        questions.marker =
            Answer.text(declared.in(Deployment.State.PENDING, declared.born()).bytes());
        questions.runId = "fedcba9876543210";

        new DeclarationDesk(questions, nodes, nodes, rule).declare(false);

        final Marker completed = Marker.parse(questions.marker.bytes());
        assertThat(completed.isVoting()).isTrue();
        assertThat(completed.run()).isEqualTo("fedcba9876543210");
        assertThat(completed.born()).as("it may have forgotten what it granted").isNotEqualTo(
            Marker.Birth.BEFORE_USE);
    }

    private static Answer empty(final String command)
    {
        return command.equals("GET") ? Answer.nil() : Answer.text("".getBytes(UTF_8));
    }

    /**
     * One node that keeps its marker.
     */
    private final class OneNode implements NodeQuestions
    {
        private Answer marker = Answer.nil();
        private List<? extends Exception> gone;
        private int askedInVain;
        private long secondsToWrite;
        private String runId = "0123456789abcdef";

        @Override
        public Answer ask(final int node, final String... words)
        {
            if (node == FORMER)
            {
                final Exception why = gone.get(askedInVain++ % gone.size());
                throw new IllegalStateException(why.getMessage(), why);
            }

            return switch (words[0])
            {
                case "GET" -> marker;
                case "SET" -> written(words[2]);
                case "EVAL" -> kept(words[words.length - 1], Answer.number(1));
                case "TIME" -> Answer.list(List.of(
                    Answer.text(Long.toString(timeS).getBytes(UTF_8)), Answer.text("7".getBytes(UTF_8))));
                case "SCAN" -> Answer.list(
                    List.of(Answer.text("0".getBytes(UTF_8)), Answer.list(List.of())));
                default -> Answer.text(("run_id:" + runId + "\r\n").getBytes(UTF_8));
            };
        }

        private Answer written(final String text)
        {
            timeS += secondsToWrite;

            return kept(text, Answer.text("OK".getBytes(UTF_8)));
        }

        private Answer kept(final String text, final Answer answer)
        {
            marker = Answer.text(text.getBytes(UTF_8));

            return answer;
        }
    }
}
