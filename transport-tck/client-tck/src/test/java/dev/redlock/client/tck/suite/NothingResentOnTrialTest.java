// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import dev.redlock.client.tck.ResendingTransportProvider;
import dev.redlock.client.tck.choice.ClientMode;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.client.tck.network.NothingResent;
import dev.redlock.client.tck.network.Resent;
import dev.redlock.client.tck.tools.Wiretap;
import dev.redlock.scripts.Scripts;

/**
 * A suite that cannot fail proves nothing: it must catch a transport that sends again, and it must not take
 * releases for what it looks for.
 */
@Tag("proof")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class NothingResentOnTrialTest extends ClientSuites
{
    private final NothingResent suite = new NothingResent()
    {
    };

    NothingResentOnTrialTest()
    {
        super(new TransportChoice(ResendingTransportProvider.NAME, Map.of()), ClientMode.DEDICATED_BLOCKING);
        suite.suites = this;
    }

    @BeforeAll
    void startNodes()
    {
        suite.startNodes();
        suite.startProxies();
    }

    @AfterAll
    void stopNodes() throws InterruptedException
    {
        suite.stopProxies();
        suite.stopNodes();
    }

    @Test
    void shouldCatchATransportThatSendsAgainWhatWasExecuted() throws InterruptedException
    {
        suite.calmDown();

        assertThat(suite.run(NothingResent.Fault.RESET_BEFORE_THE_REPLIES)).allMatch((told) ->
            told.found().size() >= 100);
    }

    @Test
    void shouldCatchATransportThatSendsAgainWhatNeverArrived() throws InterruptedException
    {
        suite.calmDown();

        assertThat(suite.run(NothingResent.Fault.SWALLOWED_THEN_RESET)).allMatch((told) ->
            told.found().size() >= 100);
    }

    @Test
    void shouldAllowReleasesOnAnyConnection()
    {
        final Resent told = judged("old", "new",
            "\"EVALSHA\" \"" + Scripts.release().sha1() + "\" \"1\" \"once:w001\" \"token\"",
            "\"DELIFEQ\" \"once:w001\" \"token\"", "\"delex\" \"once:w001\" \"IFEQ\" \"token\"");

        assertThat(told.found()).isEmpty();
        assertThat(told.released()).isEqualTo(3);
    }

    @Test
    void shouldCatchAnAcquireAndAnExtensionBehindTheNewConnection()
    {
        assertThat(judged("old", "new",
            "\"SET\" \"once:w001\" \"another token\" \"NX\" \"PX\" \"700\"",
            "\"EVALSHA\" \"" + Scripts.extend().sha1() + "\" \"1\" \"once:h001\" \"token\" \"700\"",
            "\"FCALL\" \"of next year\" \"1\" \"once:h001\"").found()).hasSize(3);
    }

    /**
     * What was under way at the cut may arrive, and has nothing to do with the transport.
     */
    @Test
    void shouldAllowTheBytesThatWereUnderWay()
    {
        final String under = "\"SET\" \"once:w002\" \"token\" \"NX\" \"PX\" \"700\"";

        assertThat(judged("old", "old", under).found()).isEmpty();
        assertThat(judged("old", "new", under).found()).singleElement().asString().contains("once:w002");
        assertThat(judged("old", "old", under, under).found()).singleElement().asString().contains("again");
    }

    private static Resent judged(final String before, final String after, final String... commands)
    {
        final Resent told = new Resent("once:", Set.of());
        told.beforeTheCut(List.of(Wiretap.parse("1.0 [0 " + before + "] \"TIME\"")));
        told.afterTheCut(List.of(commands).stream()
            .map((command) -> Wiretap.parse("2.0 [0 " + after + "] " + command)).toList());

        return told;
    }
}
