// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.admission.login.ClientLabel;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Answer;
import dev.redlock.spi.address.Credentials;
import dev.redlock.spi.address.NodeAddress;

/**
 * Who is turned away, in which words, and whether asking again can help.
 */
class RefusalTest
{
    private final ScriptedServer server = ScriptedServer.captured("redis-7.0.15");
    private Admission admission;

    @Test
    void shouldNameTheMasterOfAReplica()
    {
        final ScriptedServer replica =
            ScriptedServer.captured("redis-7.0.15-replica").with("master_host", "10.0.0.9");

        assertThat(introduce(replica, "redis://h:7000")).startsWith(
            "node h:7000 has the role 'replica' of master 10.0.0.9:1, but only masters may vote")
            .contains("list 10.0.0.9:1 instead", "REPLICAOF NO ONE");
        assertThat(kind()).isEqualTo(RefusalKind.CONFIGURATION);
        assertThat(admission.facts(0).role()).isEqualTo("replica");
        assertThat(admission.facts(0).connectedMaster()).isEqualTo("10.0.0.9:1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis-7.0.15-cluster", "valkey-9.1.2-cluster"})
    void shouldRefuseANodeOfACluster(final String captured)
    {
        assertThat(introduce(ScriptedServer.captured(captured), "redis://h:7000"))
            .contains("node h:7000", "cluster_enabled:1", "cluster-enabled no");
        assertThat(kind()).isEqualTo(RefusalKind.CONFIGURATION);
        assertThat(admission.facts(0).isCluster()).isTrue();
    }

    @Test
    void shouldRefuseASentinel()
    {
        assertThat(introduce(ScriptedServer.captured("redis-7.0.15-sentinel"), "redis://h:26379"))
            .contains("node h:26379", "Sentinel", "list the masters");
        assertThat(kind()).isEqualTo(RefusalKind.CONFIGURATION);
    }

    @Test
    void shouldRefuseARoleThatIsNotKnownToBeSafe()
    {
        assertThat(introduce(server.with("role", "active-replica"), "redis://h:7000"))
            .contains("'active-replica'", "list its master instead");
        assertThat(kind()).isEqualTo(RefusalKind.CONFIGURATION);
    }

    @Test
    void shouldAskALoadingNodeAgain()
    {
        assertThat(introduce(ScriptedServer.captured("redis-7.0.15-loading"), "redis://h:7000"))
            .isEqualTo("node h:7000 is loading; will be asked again");
        assertThat(introduce(
            ScriptedServer.captured("redis-7.0.15").with("async_loading", "1"), "redis://h:7000"))
            .isEqualTo("node h:7000 is loading; will be asked again");
        assertThat(kind()).isEqualTo(RefusalKind.TEMPORARY);
    }

    @Test
    void shouldAskAMasterAgainThatHandsOverItsRole()
    {
        assertThat(introduce(ScriptedServer.captured("redis-7.0.15")
            .with("master_failover_state", "waiting-for-sync"), "redis://h:7000"))
            .isEqualTo("node h:7000 is handing its role to a replica " +
                "(master_failover_state:waiting-for-sync), and takes no locks meanwhile; will be asked " +
                "again");
        assertThat(kind()).isEqualTo(RefusalKind.TEMPORARY);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        TEMPORARY     | LOADING Redis is loading the dataset in memory | is loading; will be asked again
        TEMPORARY     | BUSY Redis is busy running a script.             | SCRIPT KILL
        TEMPORARY     | ERR max number of clients reached  | maxclients
        CONFIGURATION | MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'. \
                      | replica cut off from its master
        CONFIGURATION | READONLY You can't write against a read only replica. | read-only replica
        CONFIGURATION | CLUSTERDOWN Hash slot not served | belongs to a cluster
        CONFIGURATION | NOAUTH Authentication required. | redis://:PASSWORD@host
        CONFIGURATION | DENIED Redis is running in protected mode because protected mode is enabled and no \
                      | protected mode
        """)
    void shouldRefuseANodeForAnErrorToAnyQuestion(
        final RefusalKind expected, final String error, final String words)
    {
        for (final String question :
            List.of("HELLO", "SELECT", "INFO", "SCRIPT LOAD", "COMMAND INFO", "TIME"))
        {
            final ScriptedServer troubled = ScriptedServer.captured("redis-7.0.15").failing(question, error);

            assertThat(introduce(troubled, "redis://h:7000/3")).as(question)
                .startsWith("node h:7000/3 ").contains(words);
            assertThat(kind()).isEqualTo(expected);
            assertThat(troubled.asked()).last().asString().startsWith(question);
        }
    }

    /*
     * Admitted without an identity it would count as restarted when it comes back.
     */
    @ParameterizedTest
    @ValueSource(strings = {
        "ERR something that nobody has foreseen", "NOREPLICAS Not enough good replicas to write."})
    void shouldAskAgainWhoDoesNotSayWhoItIsJustNow(final String error)
    {
        for (final Answer answer : List.of(Answer.error(error), Answer.text("QUEUED".getBytes(US_ASCII))))
        {
            assertThat(introduce(server.on("INFO", (command) -> answer), "redis://h:7000"))
                .contains("does not answer INFO as locks need", "will be asked again");
            assertThat(kind()).isEqualTo(RefusalKind.TEMPORARY);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "OOM command not allowed when used memory > 'maxmemory'.",
        "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
        "NOREPLICAS Not enough good replicas to write."})
    void shouldAskAgainWhenAScriptIsNotTakenJustNow(final String error)
    {
        assertThat(introduce(server.failing("SCRIPT LOAD", error), "redis://h:7000"))
            .contains("does not take script release", "will be asked again");
        assertThat(kind()).isEqualTo(RefusalKind.TEMPORARY);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        redis://app:Secret@h:7000, user 'app'
        redis://:Secret@h:7000,    user 'default'
        """)
    void shouldNameTheUserThatIsNotLetIn(final String uri, final String user)
    {
        server.failing("HELLO", "WRONGPASS invalid username-password pair or user is disabled.");

        assertThat(introduce(server, uri))
            .startsWith("node h:7000 does not let in " + user + " (WRONGPASS): ").doesNotContain("Secret");
        assertThat(kind()).isEqualTo(RefusalKind.CONFIGURATION);
    }

    @Test
    void shouldTellHowToGiveAPasswordWhenNoneIsConfigured()
    {
        server.failing("HELLO", "NOAUTH HELLO must be called with the client already authenticated, " +
            "otherwise the HELLO AUTH <user> <pass> option can be used to authenticate the client and " +
            "select the RESP protocol version at the same time");

        assertThat(introduce(server, "redis://h:7000"))
            .isEqualTo("node h:7000 requires a password (NOAUTH), but none is configured: write " +
                "redis://:PASSWORD@host or redis://USER:PASSWORD@host, or give it credentials (in " +
                "Spring Boot redlock.password); for a command, write it in --nodes-file or REDLOCK_NODES");
        assertThat(kind()).isEqualTo(RefusalKind.CONFIGURATION);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        redis://:Secret@h    | WRONGPASS invalid username-password pair or user is disabled. | (WRONGPASS)
        redis://:Secret@h    | ERR invalid password                                          | (WRONGPASS)
        redis://:Secret@h    | ERR Client sent AUTH, but no password is set                  | has no password
        redis://:Secret@h    | ERR AUTH <password> called without any password configured    | has no password
        redis://app:Secret@h | ERR wrong number of arguments for 'auth' command | servers before 6.0
        redis://:Secret@h    | ERR what is Secret                               | correct the password
        """)
    void shouldExplainWhyAuthFailedAtAnOldServer(final String uri, final String error, final String words)
    {
        assertThat(introduce(server.withoutHello().failing("AUTH", error), uri))
            .startsWith("node h:6379 ").contains(words).doesNotContain("Secret");
        assertThat(kind()).isEqualTo(RefusalKind.CONFIGURATION);
    }

    @Test
    void shouldNameTheDatabaseThatIsNotThere()
    {
        server.failing("SELECT", "ERR DB index is out of range");

        assertThat(introduce(server, "redis://h:7000/99"))
            .contains("node h:7000/99", "database 99", "'ERR DB index is out of range'", "in every client");
        assertThat(kind()).isEqualTo(RefusalKind.CONFIGURATION);
    }

    @Test
    void shouldSayClusterRatherThanDatabase()
    {
        final ScriptedServer cluster = ScriptedServer.captured("redis-7.0.15-cluster")
            .failing("SELECT", "ERR SELECT is not allowed in cluster mode")
            .on("HELLO", (command) -> Answer.list(List.of(
                ScriptedServer.text("mode"), ScriptedServer.text("cluster"))));

        assertThat(introduce(cluster, "redis://h:7000/3")).contains("belongs to a cluster");
    }

    @Test
    void shouldBelieveTheGreetingWhenInfoIsDenied()
    {
        server.failing("INFO", "NOPERM User app has no permissions to run the 'info' command")
            .on("HELLO", (command) -> Answer.list(List.of(
                ScriptedServer.text("role"), ScriptedServer.text("replica"))));

        assertThat(introduce(server, "redis://h:7000")).contains("has the role 'replica', but only masters");
    }

    @Test
    void shouldAskAgainWhenCredentialsThrow()
    {
        final NodeAddress address = NodeAddress.of("h", 7000).with(new Credentials()
        {
            @Override
            public String user()
            {
                return "app";
            }

            @Override
            public String password()
            {
                throw new IllegalStateException("vault says: Secret is not available");
            }
        });
        admission = new Admission(List.of(address), Scripts.plain(), new ClientLabel("redlock", "1.2.3"));

        assertThat(server.converse(admission.begin(0, false)))
            .contains("node h:7000", "java.lang.IllegalStateException").doesNotContain("Secret");
        assertThat(kind()).isEqualTo(RefusalKind.TEMPORARY);
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void shouldForgetTheRefusalWithTheNextConnection()
    {
        introduce(server.with("role", "slave"), "redis://h:7000");
        server.with("role", "master");

        assertThat(server.converse(admission.begin(0, false))).isNull();
        assertThat(kind()).isEqualTo(RefusalKind.NONE);
    }

    @Test
    void shouldNotBeRefusedBeforeItIsAsked()
    {
        introduce(server, "redis://h:7000");
        admission.begin(0, false);

        assertThat(kind()).isEqualTo(RefusalKind.NONE);
    }

    private String introduce(final ScriptedServer node, final String uri)
    {
        admission = new Admission(
            List.of(NodeAddress.parse(uri)), Scripts.plain(), new ClientLabel("redlock", "1.2.3"));

        return node.converse(admission.begin(0, false));
    }

    private RefusalKind kind()
    {
        return admission.refusalKind(0);
    }
}
