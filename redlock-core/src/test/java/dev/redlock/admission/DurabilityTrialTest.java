// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.spi.Answer;
import dev.redlock.spi.NodeAddress;

/**
 * A node that cannot confirm durable votes is found out before it votes, where it says so.
 */
class DurabilityTrialTest
{
    private static final String NOPERM = "NOPERM User app has no permissions to run the '%s' command";

    private final ScriptedServer server = ScriptedServer.captured("redis-7.0.15");
    private final Admission admission = new Admission(
        List.of(NodeAddress.parse("redis://h:7000")), Scripts.plain(), new ClientLabel("redlock", "1.2.3"));

    @BeforeEach
    void allowDurableVotes()
    {
        server.on("WAITAOF", (command) -> Answer.list(List.of(Answer.number(1), Answer.number(0))))
            .on("WAIT ", (command) -> Answer.number(0))
            .on("SET app:barrier", (command) -> ScriptedServer.text("OK"));
        sync("everysec");
        admission.requireDurableVotes("app:barrier", true);
    }

    private void sync(final String value)
    {
        server.on("CONFIG GET", (command) ->
            Answer.list(List.of(ScriptedServer.text("appendfsync"), ScriptedServer.text(value))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"everysec", "always"})
    void shouldAdmitANodeThatSyncsItsFile(final String value)
    {
        sync(value);

        assertThat(introduce()).isNull();
    }

    @Test
    void shouldTurnAwayANodeThatLeavesItToTheSystemWhenToWrite()
    {
        sync("no");

        assertThat(introduce()).isEqualTo("node h:7000 cannot confirm that its votes are durable: it " +
            "leaves it to its system when to write its append-only file (appendfsync no); set appendfsync " +
            "everysec, or always, there, or leave out durable votes");
        assertThat(admission.refusalKind(0)).isEqualTo(RefusalKind.CONFIGURATION);
    }

    /**
     * CONFIG GET shows passwords, too: many users may not run it.
     */
    @Test
    void shouldAdmitANodeThatMayNotBeAskedForItsSettings()
    {
        server.failing("CONFIG GET", NOPERM.formatted("config|get"));

        assertThat(introduce()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "ERR unknown command 'WAITAOF' | use Redis 7.2 or newer, or Valkey",
        "ERR WAITAOF cannot be used when numlocal is set but appendonly is disabled. | set appendonly yes",
        "NOPERM User app has no permissions to run the 'waitaof' command | (ACL: +waitaof)"})
    void shouldTurnAwayANodeThatCannotConfirm(final String words, final String remedy)
    {
        server.failing("WAITAOF", words);

        assertThat(introduce()).contains("h:7000", remedy, "or leave out durable votes");
        assertThat(admission.refusalKind(0)).isEqualTo(RefusalKind.CONFIGURATION);
    }

    @Test
    void shouldNotAskForAFileWhereReplicasConfirm()
    {
        admission.requireDurableVotes("app:barrier", false);
        sync("no");

        assertThat(introduce()).isNull();
        assertThat(server.asked()).contains("WAIT 0 1")
            .noneMatch((line) -> line.startsWith("CONFIG") || line.startsWith("WAITAOF"));
    }

    private String introduce()
    {
        return server.converse(admission.begin(0, false));
    }
}
