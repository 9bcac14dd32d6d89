// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.admission.Deployment;
import dev.redlock.admission.MarkerRule;
import dev.redlock.spi.Answer;
import dev.redlock.spi.NodeAddress;

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

    @Test
    void shouldDeclareANodeWhoseFormerServerIsGone()
    {
        final OneNode questions = new OneNode();

        assertThat(new DeclarationDesk(questions, nodes, places, rule).declare(true))
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

        @Override
        public Answer ask(final int node, final String... words)
        {
            if (node == FORMER)
            {
                throw new IllegalStateException("nobody there");
            }

            return switch (words[0])
            {
                case "GET" -> marker;
                case "SET" -> kept(words[2], Answer.text("OK".getBytes(UTF_8)));
                case "EVAL" -> kept(words[words.length - 1], Answer.number(1));
                case "TIME" -> Answer.list(List.of(
                    Answer.text(Long.toString(timeS).getBytes(UTF_8)), Answer.text("7".getBytes(UTF_8))));
                default -> Answer.text("run_id:0123456789abcdef\r\n".getBytes(UTF_8));
            };
        }

        private Answer kept(final String text, final Answer answer)
        {
            marker = Answer.text(text.getBytes(UTF_8));

            return answer;
        }
    }
}
