// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.declaration;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.admission.marker.Marker;
import dev.redlock.test.server.RedisServers;

/**
 * Of lists that share a node, clients accept at most one that can win alone, whoever declares, repairs and
 * retires them at the same time and is killed anywhere.
 */
class DeclarationsTest
{
    private static final String MARKER = Marker.NAME;

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
                final byte[] marker = who.network.node(i).value(DeclaringProcess.KEY);
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

    @ParameterizedTest
    @EnumSource
    @Tag("proof")
    void shouldNotHaveTwoSuchListsWhereTwoOperatorsAreHeldUp(final HeldUp who)
    {
        final HeldUp.Seen seen = who.all();

        assertThat(seen.complaint()).isNull();
        assertThat(seen.moved()).isPositive();
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
        for (int i = 0; i < who.processes.size(); i++)
        {
            assertThat(all.ends().contains(i + ": done")).as("whether %s comes to its end in any order", i)
                .isNotEqualTo(who.refused.contains(i));
        }
    }
}
