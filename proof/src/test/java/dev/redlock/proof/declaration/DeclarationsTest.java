// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.declaration;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.admission.Deployment;
import dev.redlock.admission.Marker;
import dev.redlock.runtime.declaration.DeclarationDesk;
import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.server.RedisServers;

/**
 * Of lists that share a node, clients accept at most one that can win alone, whoever declares, repairs and
 * retires them at the same time and is killed anywhere.
 */
class DeclarationsTest
{
    private static final String MARKER = DeclaringProcess.RULE.keyText();
    private static final int STEPS = 20;

    @ParameterizedTest
    @EnumSource(names = {"REPAIR", "THREE_FRESH_LISTS"})
    void shouldNotHaveTwoListsWithDisjointQuorums(final Declarations who)
    {
        check(who);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"REPAIR", "THREE_FRESH_LISTS"})
    @Tag("proof")
    void shouldNotHaveThemOnLongerWaysEither(final Declarations who)
    {
        check(who);
    }

    /**
     * A write of the client reaches a server when all others are done: it was held up for so long.
     */
    @ParameterizedTest
    @ValueSource(strings = {"SET", "EVAL"})
    @Tag("proof")
    void shouldNotBringARetiredListBackByALateWrite(final String late)
    {
        final Declarations who = Declarations.EMPTIED_TWICE;
        who.prepare();
        try (RedisServers servers = RedisServers.start(who.network.nodeCount()))
        {
            for (int i = 0; i < servers.size(); i++)
            {
                final byte[] marker = who.network.node(i).value(DeclaringProcess.RULE.key());
                if (marker != null)
                {
                    servers.server(i).call("SET", MARKER, new String(marker, US_ASCII));
                }
            }
            final List<String> answers = new ArrayList<>();
            run(servers, who.processes.get(0), answers, step -> step.words().get(0).equals(late));
            for (final DeclaringProcess other : who.processes.subList(1, who.processes.size()))
            {
                run(servers, other, new ArrayList<>(), step -> false);
            }
            run(servers, who.processes.get(0), answers, step -> false);

            final List<Boolean> isVoting = IntStream.range(0, servers.size())
                .mapToObj(i -> servers.server(i).call("GET", MARKER))
                .map(marker -> marker != null && parsed(marker).isVoting()).toList();
            assertThat(isVoting).containsExactly(false, true, true, true, true);
            assertThat(parsed(servers.server(1).call("GET", MARKER)).deployment())
                .isNotEqualTo(parsed(servers.server(2).call("GET", MARKER)).deployment());
        }
    }

    /**
     * Two operators repair a member, and are held up at any two of their steps, while their list is retired,
     * another one takes its second node, and the member is emptied once more.
     */
    @Test
    void shouldNotCompleteAMarkerThatCameLate()
    {
        final List<Integer> first = List.of(0, 1, 2);
        final List<Integer> second = List.of(1, 3, 4);
        int others = 0;
        for (int held = 0; held < STEPS * STEPS; held++)
        {
            final Declarations who = Declarations.EMPTIED_TWICE;
            who.prepare();
            final MemoryNetwork network = who.network;
            final DeclaringProcess early = DeclaringProcess.operator(
                5, network, List.of(1, 0, 2), List.of(), desk -> desk.declare(true));
            final DeclaringProcess late =
                DeclaringProcess.operator(6, network, first, List.of(), desk -> desk.declare(true));
            final List<String> toEarly = new ArrayList<>();
            final List<String> toLate = new ArrayList<>();
            run(network, late, toLate, held % STEPS);
            run(network, early, toEarly, held / STEPS);
            run(network, DeclaringProcess.operator(7, network, first, List.of(2), DeclarationDesk::retire)
                .then(DeclaringProcess.operator(8, network, second, List.of(), desk -> desk.declare(true))),
                new ArrayList<>(), STEPS * STEPS);
            network.node(0).flushAll();
            run(network, late, toLate, 1);
            run(network, early, toEarly, STEPS);
            run(network, late, toLate, STEPS);

            final Map<Deployment, Long> voting = IntStream.range(0, network.nodeCount())
                .mapToObj(i -> network.node(i).value(DeclaringProcess.RULE.key()))
                .filter(Objects::nonNull).map(Marker::parse).filter(Marker::isVoting)
                .collect(Collectors.groupingBy(Marker::deployment, Collectors.counting()));
            assertThat(voting.entrySet()).as("held up at %s and %s", held % STEPS, held / STEPS)
                .filteredOn(list -> list.getValue() >= list.getKey().quorum()).hasSizeLessThan(2);
            others += voting.size() > 1 ? 1 : 0;
        }
        assertThat(others).as("how often the second list got its node").isPositive();
    }

    private static void run(final MemoryNetwork network, final DeclaringProcess process,
        final List<String> answers, final int steps)
    {
        DeclaringProcess.Step step = process.after(List.copyOf(answers));
        for (int i = 0; i < steps && !step.isEnd(); i++)
        {
            answers.add(DeclaringProcess.execute(network, step));
            step = process.after(List.copyOf(answers));
        }
    }

    private static Marker parsed(final Object marker)
    {
        return Marker.parse(marker.toString().getBytes(US_ASCII));
    }

    private static void run(final RedisServers servers, final DeclaringProcess process,
        final List<String> answers, final Predicate<DeclaringProcess.Step> until)
    {
        for (DeclaringProcess.Step step = process.after(List.copyOf(answers));
            !step.isEnd() && !until.test(step); step = process.after(List.copyOf(answers)))
        {
            final Object said = servers.server(step.node()).call(step.words().toArray(String[]::new));
            answers.add(said == null ? DeclaringProcess.NIL : said.toString());
        }
    }

    private static void check(final Declarations who)
    {
        final Interleavings all = who.all();

        assertThat(all.complaint()).isNull();
        System.out.println(who + ": " + all.states() + " situations, in " + all.winners() + " a quorum");
        assertThat(all.winners()).isPositive();
    }
}
