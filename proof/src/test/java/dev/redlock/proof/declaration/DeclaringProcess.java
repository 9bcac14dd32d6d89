// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.declaration;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import dev.redlock.admission.marker.Deployment;
import dev.redlock.admission.marker.MarkerRule;
import dev.redlock.runtime.declaration.DeclarationDesk;
import dev.redlock.runtime.declaration.NodeQuestions;
import dev.redlock.spi.Answer;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.test.memory.MemoryNetwork;

/**
 * Somebody who reads and writes markers, one command at a time. What it does next follows from the answers
 * that it has got; so it may be left standing anywhere, which is how it is killed, and taken up again from
 * anywhere.
 */
final class DeclaringProcess
{
    static final byte[] KEY = MarkerRule.key(new byte[0]);
    static final String NIL = "nil";

    private final Map<List<String>, Step> known = new HashMap<>();
    private final Consumer<NodeQuestions> work;

    /**
     * What it asks next.
     *
     * @param node  that is asked; -1 if it has ended.
     * @param words of the command; or how it has ended.
     */
    record Step(int node, List<String> words)
    {
        boolean isEnd()
        {
            return node < 0;
        }
    }

    DeclaringProcess(final Consumer<NodeQuestions> work)
    {
        this.work = work;
    }

    /**
     * What those who list so many nodes are set to: the majority is their quorum.
     */
    static MarkerRule rule(final int nodes, final LongSupplier random)
    {
        return new MarkerRule(
            KEY, Deployment.ofUnknownNodes(nodes, nodes / 2 + 1, 60_000), () -> 1, random);
    }

    /**
     * Works on a list of nodes as an operator does.
     *
     * @param number  another for each process: of what it draws.
     * @param network of all nodes.
     * @param indexes of the list, in its order.
     * @param what    to do.
     */
    static DeclaringProcess operator(final int number, final MemoryNetwork network,
        final List<Integer> indexes, final Consumer<DeclarationDesk> what)
    {
        return operator(number, network, indexes, (node, command) -> false, what);
    }

    /**
     * The same on a bad network.
     *
     * @param losing whether a command is lost on its way to a node.
     */
    static DeclaringProcess operator(final int number, final MemoryNetwork network,
        final List<Integer> indexes, final BiPredicate<Integer, String> losing,
        final Consumer<DeclarationDesk> what)
    {
        final List<NodeAddress> nodes = indexes.stream().map(i -> network.node(i).address()).toList();

        return new DeclaringProcess(questions ->
        {
            final AtomicLong random = new AtomicLong(1_000L * number);
            what.accept(new DeclarationDesk((node, words) ->
            {
                final int index = indexes.get(node);
                if (losing.test(index, words[0]))
                {
                    throw new IllegalStateException("node " + index + " does not answer");
                }

                return words[0].equals("INFO") ? network.node(index).ask(words) : questions.ask(index, words);
            }, nodes, nodes, rule(nodes.size(), random::incrementAndGet)));
        });
    }

    DeclaringProcess then(final DeclaringProcess next)
    {
        return new DeclaringProcess(work.andThen(next.work));
    }

    /**
     * The step that follows some answers.
     */
    Step after(final List<String> answers)
    {
        return known.computeIfAbsent(answers, this::find);
    }

    private Step find(final List<String> answers)
    {
        final int[] given = {0};
        try
        {
            work.accept((node, words) ->
            {
                if (!isAboutMarkers(words[0]))
                {
                    return apart(words[0]);
                }
                if (given[0] == answers.size())
                {
                    throw new Unanswered(new Step(node, List.of(words)));
                }

                return answer(answers.get(given[0]++));
            });
        }
        catch (final Unanswered ex)
        {
            return ex.step;
        }
        catch (final IllegalStateException ex)
        {
            return new Step(-1, List.of(ex.getMessage()));
        }

        return new Step(-1, List.of("done"));
    }

    private static boolean isAboutMarkers(final String command)
    {
        return List.of("GET", "SET", "EVAL", "FLUSHALL").contains(command);
    }

    /*
     * What changes nothing, and does not change.
     */
    private static Answer apart(final String command)
    {
        return switch (command)
        {
            case "TIME" -> Answer.list(List.of(text("1795251216"), text("0")));
            case "SCAN" -> Answer.list(List.of(text("0"), Answer.list(List.of())));
            default -> throw new AssertionError(command);
        };
    }

    private static Answer text(final String text)
    {
        return Answer.text(text.getBytes(UTF_8));
    }

    /**
     * Goes on, on nodes in memory.
     *
     * @param answers that it has got; the next ones are added.
     * @param steps   how many at the most.
     */
    void run(final MemoryNetwork network, final List<String> answers, final int steps)
    {
        Step step = after(List.copyOf(answers));
        for (int i = 0; i < steps && !step.isEnd(); i++)
        {
            answers.add(execute(network, step));
            step = after(List.copyOf(answers));
        }
    }

    /**
     * Has a node execute a step.
     *
     * @return the answer, in a form that can be compared.
     */
    static String execute(final MemoryNetwork network, final Step step)
    {
        final Answer answer = network.node(step.node()).ask(step.words().toArray(String[]::new));

        return switch (answer.kind())
        {
            case NIL -> NIL;
            case NUMBER -> Long.toString(answer.number());
            case TEXT -> answer.text();
            default -> throw new AssertionError(Arrays.toString(answer.bytes()));
        };
    }

    private static Answer answer(final String said)
    {
        return said.equals(NIL) ? Answer.nil() :
            said.length() == 1 ? Answer.number(Long.parseLong(said)) : text(said);
    }

    private static final class Unanswered extends RuntimeException
    {
        private static final long serialVersionUID = 1L;

        private final transient Step step;

        private Unanswered(final Step step)
        {
            super(null, null, false, false);
            this.step = step;
        }
    }
}
