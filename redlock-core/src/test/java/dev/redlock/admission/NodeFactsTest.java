// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.admission.info.InfoText;
import dev.redlock.admission.login.ClientLabel;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Answer;
import dev.redlock.spi.address.NodeAddress;

/**
 * What is read out of INFO as real servers wrote it, and what is warned of.
 */
class NodeFactsTest
{
    private final ScriptedServer server = ScriptedServer.captured("redis-7.0.15");

    @ParameterizedTest
    @CsvSource(textBlock = """
        redis-6.2.11, 63b93fbfd7512f9e47a5942e7e1a2bcf2575176a, 345
        redis-7.0.15, 1f7709b156425c77995ba64a21077e1459534e09, 347
        redis-8.0.2,  b21993d10a9bac5c5561a7ecd000d4ca20913e59, 349
        valkey-9.1.2, d6aafbd219d4d994806ec96333c2f4056854a84e, 352
        """)
    void shouldReadWhatServersTell(final String captured, final String runId, final long uptime)
    {
        final NodeFacts facts = facts(ScriptedServer.captured(captured), "redis://h:7000");

        assertThat(facts.isIdentified()).isTrue();
        assertThat(facts.runId()).isEqualTo(runId);
        assertThat(facts.role()).isEqualTo("master");
        assertThat(facts.isCluster()).isFalse();
        assertThat(facts.info.number("uptime_in_seconds")).isEqualTo(uptime);
        assertThat(facts.connectedMaster()).isNull();
        assertThat(facts.history()).hasSize(40);
        assertThat(facts.clientId()).isEqualTo(1);
        assertThat(facts.warnings()).isEmpty();
    }

    @Test
    void shouldReadLinesThatEndAsOnTheWire()
    {
        final InfoText info = new InfoText("# Server\r\nrun_id:abc\r\nempty:\r\nno colon\r\n\r\nurl:a:b\r\n");

        assertThat(info.text("run_id")).isEqualTo("abc");
        assertThat(info.text("url")).isEqualTo("a:b");
        assertThat(info.text("empty")).isNull();
        assertThat(info.text("no colon")).isNull();
        assertThat(info.text("# Server")).isNull();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
        0,                    0
        15,                   15
        999999999999999999,   999999999999999999
        9999999999999999999,  -1
        -5,                   -1
        1.5,                  -1
        ٣,                    -1
        '',                   -1
        -,                    -1
        """)
    void shouldReadNumbersThatAreNumbers(final String text, final long expected)
    {
        assertThat(InfoText.decimal(text)).isEqualTo(expected);
    }

    @Test
    void shouldSayUnknownWhenTheNodeSaysNothing()
    {
        server.failing("INFO", "ERR unknown command 'INFO'").withoutHello();

        final NodeFacts facts = facts(server, "redis://h:7000");

        assertThat(facts.isIdentified()).isFalse();
        assertThat(facts.role()).isEqualTo("unknown");
        assertThat(facts.history()).isNull();
        assertThat(facts.warnings()).singleElement().asString().contains("'ERR unknown command 'INFO''");
    }

    @Test
    void shouldTakeARunIdOfZerosForNone()
    {
        assertThat(facts(server.with("run_id", "0".repeat(40)), "redis://h").isIdentified()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"allkeys-lru", "allkeys-lfu", "volatile-ttl", "volatile-lrm", "allkeys-random"})
    void shouldWarnOfEviction(final String policy)
    {
        server.with("maxmemory_policy", policy).with("maxmemory", "1000000");

        assertThat(facts(server, "redis://h").warnings()).singleElement().asString()
            .contains(policy, "drop a lock that is held", "noeviction");
    }

    @Test
    void shouldNotWarnOfEvictionThatCannotHappen()
    {
        assertThat(facts(server.with("maxmemory_policy", "allkeys-lru"), "redis://h").warnings()).isEmpty();
    }

    @Test
    void shouldNotWarnOfALimitWithoutEviction()
    {
        server.with("maxmemory", "1073741824").with("aof_enabled", "1");

        assertThat(facts(server, "redis://h").warnings()).isEmpty();
    }

    @Test
    void shouldWarnOfEvictionWhenTheLimitIsNotKnown()
    {
        server.with("maxmemory_policy", "allkeys-lru").without("maxmemory");

        assertThat(facts(server, "redis://h").warnings()).singleElement().asString().contains("allkeys-lru");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rdb_last_bgsave_status", "aof_last_write_status"})
    void shouldWarnOfPersistenceThatFails(final String status)
    {
        final NodeFacts facts = facts(server.with(status, "err"), "redis://h");

        assertThat(facts.warnings()).singleElement().asString().contains("MISCONF");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        redis://:Secret@10.0.0.1,    1
        redis://:Secret@db.example,  1
        redis://:Secret@127.evil.example, 1
        rediss://:Secret@10.0.0.1,   0
        redis://10.0.0.1,            0
        redis://:Secret@localhost,   0
        redis://:Secret@127.0.0.1,   0
        redis://:Secret@[::1],       0
        unix://:Secret@/run/r.sock,  0
        """)
    void shouldWarnOfAPasswordInClearText(final String uri, final int warnings)
    {
        assertThat(facts(server, uri).warnings()).hasSize(warnings)
            .allSatisfy((warning) -> assertThat(warning).contains("rediss://").doesNotContain("Secret"));
    }

    @Test
    void shouldReadTheSameInEveryLocale()
    {
        final Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr-TR"));
        try
        {
            server.on("COMMAND INFO", (command) -> Answer.list(List.of(
                Answer.list(List.of(ScriptedServer.text("delifeq"))))));

            assertThat(facts(server, "redis://h").releaseMethod()).isEqualTo(ReleaseMethod.DELIFEQ);
        }
        finally
        {
            Locale.setDefault(before);
        }
    }

    /*
     * What a newcomer makes of earlier history and offset: its age in seconds, or that nobody knows.
     */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
        00, -1, 8999
        00, -,  8999
        -,  -1, 8999
        -,  -,  8999
        f0, 51, -1
        f0, -1, -1
        00, 51, -1
        f0, -,  -1
        -,  1,  -1
        """)
    void shouldNotBelieveTheAgeOfANodeThatHasTakenOverData(
        final String earlierReplid, final String endedAt, final long seconds)
    {
        final NodeFacts facts = new NodeFacts();
        facts.info = new InfoText("run_id:r\nuptime_in_seconds:9000\nmaster_replid:h" +
            "\nmaster_replid2:" + Objects.toString(earlierReplid, "") +
            "\nsecond_repl_offset:" + Objects.toString(endedAt, ""));
        assertThat(facts.livedNs()).isEqualTo(seconds < 0 ? NodeFacts.UNDATED : seconds * 1_000_000_000);

        facts.keepKeysInFailovers();
        assertThat(facts.livedNs()).isEqualTo(8_999_000_000_000L);
    }

    /*
     * Same or another incarnation, by run id, history, earlier history and number of the connection, before
     * and after.
     */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
        r, h,  7,  r, h, 00,  8,  false
        r, h,  7,  r, h, f,   8,  false
        r, h,  7,  r, h, -,   8,  false
        r, h,  7,  s, h, 00,  8,  true
        r, h,  7,  r, i, 00,  8,  false
        r, h,  7,  r, i, f,   8,  true
        r, h,  7,  r, i, h,   8,  true
        r, h,  7,  r, i, -,   8,  true
        r, h,  7,  s, i, 00,  8,  true
        r, h,  7,  r, i, 00,  6,  true
        r, h,  7,  r, h, 00,  7,  true
        r, h,  7,  r, h, 00,  6,  true
        r, h, -1,  r, h, 00,  1,  false
        r, h,  7,  r, h, 00, -1,  false
        r, -,  7,  r, -, -,   8,  false
        r, -,  7,  r, h, 00,  8,  true
        r, h,  7,  r, -, 00,  8,  true
        -, h,  7,  r, h, 00,  8,  true
        r, h,  7,  -, h, 00,  8,  true
        -, h,  7,  -, h, 00,  8,  true
        """)
    void shouldTellIncarnationsApart(final String runId, final String replid, final long clientId,
        final String nextRunId, final String nextReplid, final String nextEarlier, final long nextClientId,
        final boolean isAnother)
    {
        assertThat(identity(nextRunId, nextReplid, nextEarlier, nextClientId)
            .isAnotherIncarnationThan(identity(runId, replid, "00", clientId))).isEqualTo(isAnother);
    }

    private static NodeFacts identity(
        final String runId, final String replid, final String earlierReplid, final long clientId)
    {
        final NodeFacts facts = new NodeFacts();
        facts.info = new InfoText("run_id:" + Objects.toString(runId, "") +
            "\nmaster_replid:" + Objects.toString(replid, "") +
            "\nmaster_replid2:" + Objects.toString(earlierReplid, ""));
        facts.clientId = clientId;

        return facts;
    }

    private static NodeFacts facts(final ScriptedServer server, final String uri)
    {
        final Admission admission = new Admission(
            List.of(NodeAddress.parse(uri)), Scripts.plain(), new ClientLabel("redlock", "1.2.3"));
        assertThat(server.converse(admission.begin(0, false))).isNull();

        return admission.facts(0);
    }
}
