// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;

import dev.redlock.admission.marker.Agreement;

class DisagreementsTest
{
    private static final Agreement USUAL = restart(2, "1m", "11111111", "00000000");
    private static final UnaryOperator<Agreement> NOTHING_KNOWN = UnaryOperator.identity();

    private static Agreement restart(
        final int quorum, final String longestTtl, final String addresses, final String prefix)
    {
        return new Agreement(quorum, 3, longestTtl, "restart", addresses, prefix);
    }

    private static String line(final String name, final int port)
    {
        return line(name, port, 0);
    }

    private static String line(final String name, final int port, final int database)
    {
        return "id=7 addr=127.0.0.1:" + port + " laddr=127.0.0.1:6379 fd=8 name=" + name + " age=3 db=" +
            database + " cmd=set user=default lib-name=redlock-java\n";
    }

    private static String line(final Agreement agreement, final String name, final int port)
    {
        return line(agreement.behind(name), port);
    }

    private static List<String> judge(final UnaryOperator<Agreement> expected, final String... lines)
    {
        return Disagreements.of(LockClient.listed(String.join("", lines)), expected);
    }

    @Test
    void shouldListOnlyClientsThatTakeLocks()
    {
        assertThat(LockClient.listed(line(USUAL, "a", 1) + line("", 2) + line("other(2of3)", 3) +
            line(USUAL, "redlock-cli", 4) + line(USUAL, "redlock-client", 5) + "rubbish\n" +
            "name= addr=\n=\n")).extracting(LockClient::shown)
            .containsExactly("a (addr=127.0.0.1:1)", "redlock-client (addr=127.0.0.1:5)");
        assertThat(LockClient.listed("")).isEmpty();
    }

    @Test
    void shouldSayNothingOfClientsThatAgree()
    {
        assertThat(judge(NOTHING_KNOWN, line(USUAL, "a", 1), line(USUAL, "b", 2))).isEmpty();
        assertThat(judge(NOTHING_KNOWN)).isEmpty();
    }

    @Test
    void shouldSayWhoDiffersFromMostAndInWhat()
    {
        final Agreement odd = new Agreement(3, 4, "30s", "off", "22222222", "00000000");

        assertThat(judge(NOTHING_KNOWN, line(odd, "odd", 1), line(USUAL, "a", 2),
            line(USUAL, "b", 3), line(USUAL, "c", 4), line(USUAL, "d", 5)))
            .containsExactly("odd (addr=127.0.0.1:1) must agree with a (addr=127.0.0.1:2), b " +
            "(addr=127.0.0.1:3), c (addr=127.0.0.1:4) and 1 more, or both may hold one lock: number of " +
            "nodes 4, not 3; quorum 3, not 2; longest time to live 30s, not 1m; quarantine level off, not " +
            "restart");
    }

    @Test
    void shouldDoubtAddressesOnlyWhereNoMarkerTellsNodesApart()
    {
        final Agreement elsewhere = restart(2, "1m", "22222222", "00000000");
        final Agreement strict = new Agreement(2, 3, "1m", "strict", "11111111", "00000000");
        final Agreement elsewhereStrict = new Agreement(2, 3, "1m", "strict", "22222222", "00000000");

        assertThat(judge(NOTHING_KNOWN, line(USUAL, "a", 1), line(elsewhere, "b", 2), line(USUAL, "c", 3)))
            .singleElement().asString().startsWith("b ")
            .endsWith(": as many nodes, but other addresses, which may be the same machines by other names");
        assertThat(judge(NOTHING_KNOWN, line(strict, "a", 1), line(elsewhereStrict, "b", 2)))
            .isEmpty();
    }

    @Test
    void shouldNotCompareClientsOfOtherKeys()
    {
        final Agreement otherPrefix = restart(2, "30s", "11111111", "33333333");
        final Agreement otherQuorum = restart(3, "1m", "11111111", "00000000");

        assertThat(judge(NOTHING_KNOWN, line(USUAL, "a", 1), line(otherPrefix, "b", 2),
            line(otherQuorum.behind("c"), 3, 1))).isEmpty();
    }

    @Test
    void shouldCompareWithWhatTheProbeWasGiven()
    {
        final UnaryOperator<Agreement> known = (found) ->
            new Agreement(3, 5, found.longestTtl(), found.level(), "44444444", found.prefix());

        assertThat(judge(known, line(USUAL, "a", 1), line(USUAL, "b", 2)))
            .containsExactly("a (addr=127.0.0.1:1), b (addr=127.0.0.1:2) must agree with clients of this " +
            "probe's settings, or both may hold one lock: number of nodes 3, not 5; quorum 2, not 3");
    }

    @Test
    void shouldNotAccuseTheClientThatFitsTheProbe()
    {
        final Agreement other = restart(2, "40s", "22222222", "00000000");
        final UnaryOperator<Agreement> known = (found) ->
            new Agreement(found.quorum(), 3, found.longestTtl(), found.level(), "11111111", found.prefix());
        final String complaint = " must agree with b (addr=127.0.0.1:2), or both may hold one lock: as " +
            "many nodes, but other addresses, which may be the same machines by other names; longest time " +
            "to live 40s, not 1m";

        assertThat(judge(known, line(other, "a", 1), line(USUAL, "b", 2)))
            .containsExactly("a (addr=127.0.0.1:1)" + complaint);
        assertThat(judge(known, line(other, "a", 1), line(USUAL, "b", 2), line(other, "c", 3)))
            .containsExactly("a (addr=127.0.0.1:1), c (addr=127.0.0.1:3)" + complaint);
    }

    @Test
    void shouldAccuseNobodyWhereAsManySayOneThingAsAnother()
    {
        final Agreement other = restart(3, "40s", "11111111", "00000000");
        final UnaryOperator<Agreement> known = (found) ->
            new Agreement(found.quorum(), 3, "2m", found.level(), "11111111", found.prefix());

        assertThat(judge(NOTHING_KNOWN, line(other, "a", 1), line(USUAL, "b", 2)))
            .containsExactly("clients disagree, so two may hold one lock: quorum 3 for a " +
            "(addr=127.0.0.1:1), 2 for b (addr=127.0.0.1:2); longest time to live 40s for a " +
            "(addr=127.0.0.1:1), 1m for b (addr=127.0.0.1:2)");
        assertThat(judge(known, line(other, "a", 1), line(USUAL, "b", 2)))
            .containsExactly("a (addr=127.0.0.1:1) must agree with clients of this probe's settings, or " +
            "both may hold one lock: longest time to live 40s, not 2m", "b (addr=127.0.0.1:2) must agree " +
            "with clients of this probe's settings, or both may hold one lock: longest time to live 1m, " +
            "not 2m",
            "clients disagree, so two may hold one lock: quorum 3 for a (addr=127.0.0.1:1), 2 for b " +
            "(addr=127.0.0.1:2)");
    }
}
