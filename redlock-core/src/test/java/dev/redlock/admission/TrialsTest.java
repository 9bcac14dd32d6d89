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

import dev.redlock.admission.login.ClientLabel;
import dev.redlock.admission.marker.Deployment;
import dev.redlock.admission.marker.Marker;
import dev.redlock.admission.marker.MarkerRule;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Answer;
import dev.redlock.spi.address.NodeAddress;

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

    /**
     * A client could begin a lost marker, but never complete it.
     */
    @Test
    void shouldBeginNoMarkerWithoutEval()
    {
        final String key = "app:redlock:inc";
        final MarkerRule rule = new MarkerRule(key.getBytes(StandardCharsets.UTF_8),
            Deployment.ofUnknownNodes(1, 1, 60_000), () -> 1, () -> 1);
        final Admission strict = new Admission(List.of(NodeAddress.parse("redis://h:7000")),
            Scripts.strict(), new ClientLabel("redlock", "1"), "app:".getBytes(StandardCharsets.UTF_8), rule,
            false);
        final Marker marker = rule.draw(rule.ours(), "00000000000000aa",
            new MarkerRule.Identity(0, null, null), Marker.Birth.BEFORE_USE);
        server.failing("EVAL ", SEVEN.formatted("eval"))
            .on("GET " + key, command -> Answer.text(marker.bytes()));
        assertThat(server.converse(strict.begin(0, false))).isNull();
        strict.onUp(0);
        strict.onDown(0, 10);

        server.on("GET " + key, command -> Answer.nil()).failing("SET " + key, "ERR must not be asked");
        for (int i = 0; i < 3; i++)
        {
            assertThat(server.converse(strict.begin(0, false)))
                .contains("no client writes it again", "+eval").doesNotContain("must not be asked");
            strict.onDown(0, 20);
        }
    }

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

    @ParameterizedTest
    @ValueSource(strings = {"SET", "GET", "DEL", "PTTL", "PEXPIRE"})
    void shouldTurnAwayANodeThatDoesNotKnowACommand(final String command)
    {
        server.failing(command + " ", "ERR unknown command '" + command + "', with args beginning with: 'x'");

        assertThat(introduce()).isEqualTo("node h:7000 does not know " + command + ", which locks need " +
            "(Redis 7.0.15 says 'ERR unknown command '" + command + "''): it was renamed or disabled there " +
            "(rename-command), or something in between keeps it back; give it back its name, or connect to " +
            "the node directly");
        assertThat(admission.refusalKind(0)).isEqualTo(RefusalKind.CONFIGURATION);
    }

    /**
     * Another command has the name, or what is in between answers by itself.
     */
    @ParameterizedTest
    @ValueSource(strings = {"SET", "GET", "DEL", "PTTL", "PEXPIRE", "EVALSHA", "EVAL"})
    void shouldTurnAwayANodeThatAnswersAsNoMissingKeyDoes(final String command)
    {
        for (final Answer answer : List.of(
            ScriptedServer.text("OK"), Answer.number(1), Answer.list(List.of()),
            Answer.error("ERR wrong number of arguments"), Answer.error("WRONGTYPE Operation")))
        {
            server.on(command + " ", words -> answer);

            assertThat(introduce()).contains("h:7000", "does not answer " + command + " as locks need",
                answer.isError() ? answer.text() : answer.kind().toString());
            assertThat(admission.refusalKind(0)).isEqualTo(RefusalKind.TEMPORARY);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SET", "GET", "DEL", "PTTL", "PEXPIRE", "EVALSHA", "EVAL", "PING"})
    void shouldAskABusyNodeAgain(final String command)
    {
        for (final String words : List.of("BUSY Redis is busy running a script.",
            "LOADING Redis is loading the dataset in memory", "ERR max number of clients reached"))
        {
            server.failing(command + " ", words);

            assertThat(introduce()).contains("will be asked again");
            assertThat(admission.refusalKind(0)).isEqualTo(RefusalKind.TEMPORARY);
        }
    }

    @Test
    void shouldTurnAwayANodeThatKnowsNoScripts()
    {
        server.failing("EVALSHA", "ERR unknown command 'EVALSHA'")
            .failing("EVAL ", "ERR unknown command 'EVAL'");

        assertThat(introduce()).contains("does not know EVALSHA and EVAL, which locks need",
            "): they were renamed or disabled there (rename-command), or something in between keeps " +
            "them back; give them back their names");
    }

    /**
     * What it cannot be sent when it is needed, it is given at once.
     */
    @Test
    void shouldLoadAllScriptsWhereNoneMayBeSentWhole()
    {
        for (final String words : List.of(SEVEN.formatted("eval"), "ERR unknown command 'EVAL'"))
        {
            server.failing("EVAL ", words);

            assertThat(introduce()).isNull();
            assertThat(server.asked()).filteredOn(line -> line.startsWith("SCRIPT LOAD"))
                .hasSize(Scripts.all().size());
            assertThat(admission.facts(0).warnings()).isEmpty();
            assertThat(admission.objectionToLackOfScript(0)).contains("SCRIPT FLUSH", "+eval");
        }
        server.on("EVAL ", command -> Answer.number(0));

        assertThat(introduce()).isNull();
        assertThat(admission.objectionToLackOfScript(0)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {SEVEN, "ERR unknown command 'PING'"})
    void shouldWarnOfANodeThatDoesNotAnswerPings(final String words)
    {
        server.failing("PING", words.formatted("ping"));

        assertThat(introduce()).isNull();
        assertThat(admission.facts(0).warnings()).singleElement().asString()
            .contains("does not answer PING");
    }

    @Test
    void shouldTurnAwayANodeWithoutTimeIfAllLocksTellIt()
    {
        final Admission measured = new Admission(List.of(NodeAddress.parse("redis://h:7000")),
            Scripts.measured(), new ClientLabel("redlock", "1.2.3"), "app:".getBytes(StandardCharsets.UTF_8),
            null, false);
        assertThat(server.converse(measured.begin(0, false))).isNull();
        server.failing("TIME", "ERR unknown command 'TIME'");

        assertThat(server.converse(measured.begin(0, false)))
            .contains("does not tell its time", "which every lock of this client needs", "rename-command");
        assertThat(introduce()).isNull();
        assertThat(admission.facts(0).warnings()).singleElement().asString()
            .contains("grants no fenced lock");
    }

    @Test
    void shouldTurnAwayANodeThatMayNotRunScriptsAtAll()
    {
        server.failing("EVALSHA", SEVEN.formatted("evalsha")).failing("EVAL ", SEVEN.formatted("eval"));

        assertThat(introduce()).contains("h:7000", "'evalsha'", "+evalsha +eval");
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

        assertThat(introduce()).contains("does not let its user run EVALSHA and EVAL, which locks need");
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

    /**
     * It grants nothing at the moment, but lets go of what it has granted.
     */
    @ParameterizedTest
    @ValueSource(strings = {"OOM command not allowed when used memory > 'maxmemory'.",
        "MISCONF Redis is configured to save RDB snapshots", "NOREPLICAS Not enough good replicas to write."})
    void shouldNotMindANodeThatMayNotWriteNow(final String words)
    {
        for (final String command : List.of("SET", "DEL", "PEXPIRE"))
        {
            server.failing(command + " ", words);
        }

        assertThat(introduce()).isNull();
    }

    private String introduce()
    {
        return server.converse(admission.begin(0, false));
    }
}
