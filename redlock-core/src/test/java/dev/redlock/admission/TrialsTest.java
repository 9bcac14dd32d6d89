// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.spi.Answer;
import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.ReleaseMethod;

/**
 * What a node's user may not do is found out before the node votes.
 */
class TrialsTest
{
    private static final String SIX = "NOPERM this user has no permissions to run the '%s' command or its " +
        "subcommand";
    private static final String SEVEN = "NOPERM this user has no permissions to run the '%s' command";
    private static final String VALKEY = "NOPERM User app has no permissions to run the '%s' command";

    private final ScriptedServer server = ScriptedServer.captured("redis-7.0.15");
    private final Admission admission = new Admission(List.of(NodeAddress.parse("redis://h:7000")),
        Scripts.plain(), new ClientLabel("redlock", "1.2.3"), "app:".getBytes(StandardCharsets.UTF_8), null,
        false);

    @ParameterizedTest
    @CsvSource({"SET,+set", "GET,+get", "DEL,+del", "PTTL,+pttl", "PEXPIRE,+pexpire"})
    void shouldTurnAwayANodeWithoutTheRightToACommand(final String command, final String right)
    {
        for (final String words : List.of(SIX, SEVEN, VALKEY))
        {
            server.failing(command + " ", words.formatted(command.toLowerCase(java.util.Locale.ROOT)));

            assertThat(introduce()).contains("h:7000", "NOPERM", "(ACL: " + right + ")");
            assertThat(admission.refusalKind(0)).isEqualTo(RefusalKind.CONFIGURATION);
        }
    }

    @Test
    void shouldTurnAwayANodeThatMayNotRunScriptsAtAll()
    {
        server.failing("EVALSHA", SEVEN.formatted("evalsha")).failing("EVAL ", SEVEN.formatted("eval"));

        assertThat(introduce()).contains("h:7000", "'eval'", "+evalsha +eval");
    }

    @Test
    void shouldTurnAwayANodeThatHasNoWayToGetAScript()
    {
        server.failing("SCRIPT LOAD", SEVEN.formatted("script|load"))
            .failing("EVALSHA", "NOSCRIPT No matching script.").failing("EVAL ", SEVEN.formatted("eval"));

        assertThat(introduce()).contains("+eval, or +script|load");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "ERR The user executing the script can't run this command or subcommand script: 0, on " +
            "@user_script:1.",
        "ERR Error running script (call to f_0): @user_script:1: @user_script: 1: " +
            "The user executing the script can't run this command or subcommand",
        "ERR ACL failure in script: User app has no permissions to run the 'get' command script: 0"})
    void shouldTurnAwayANodeWhoseScriptsMayNotRunTheirCommands(final String words)
    {
        server.failing("EVALSHA", words).failing("EVAL ", words);

        assertThat(introduce()).contains("does not let its user do what locks need");
    }

    @Test
    void shouldSendScriptsWholeWhereTheyMayNotBeCalledByTheirHash()
    {
        server.failing("EVALSHA", SEVEN.formatted("evalsha")).on("EVAL ", command -> Answer.number(0));

        assertThat(introduce()).isNull();
        assertThat(admission.facts(0).releaseMethod()).isEqualTo(ReleaseMethod.TEXT);
        assertThat(admission.facts(0).warnings()).anyMatch(warning -> warning.contains("+evalsha"));
    }

    @Test
    void shouldDoWithoutTheRightToSendScripts()
    {
        server.failing("EVAL ", SEVEN.formatted("eval"));

        assertThat(introduce()).isNull();
        assertThat(admission.facts(0).releaseMethod()).isEqualTo(ReleaseMethod.SCRIPT);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "NOPERM this user has no permissions to access one of the keys used as arguments",
        "NOPERM No permissions to access a key",
        "NOPERM User app has no permissions to access the 'app:x' key"})
    void shouldWarnOfAKeyThatMayNotBeTouched(final String words)
    {
        for (final String command : List.of("SET", "GET", "DEL", "PTTL", "PEXPIRE", "EVALSHA"))
        {
            server.failing(command + " ", words);
        }

        assertThat(introduce()).isNull();
        assertThat(admission.facts(0).warnings()).filteredOn(warning -> warning.contains("~prefix*"))
            .singleElement().asString().contains("'app:redlock:trial:");
    }

    @Test
    void shouldReleaseByScriptWhereTheNativeCommandIsNotAllowed()
    {
        server.on("COMMAND INFO", command -> Answer.list(List.of(
            Answer.list(List.of(ScriptedServer.text("delifeq"), Answer.number(3))), Answer.nil(),
            Answer.nil()))).failing("DELIFEQ", VALKEY.formatted("delifeq"));

        assertThat(introduce()).isNull();
        assertThat(admission.facts(0).releaseMethod()).isEqualTo(ReleaseMethod.SCRIPT);
    }

    @Test
    void shouldNotMindANodeThatIsOutOfMemory()
    {
        server.failing("SET ", "OOM command not allowed when used memory > 'maxmemory'.");

        assertThat(introduce()).isNull();
    }

    private String introduce()
    {
        return server.converse(admission.begin(0, false));
    }
}
