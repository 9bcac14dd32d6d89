// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.scripts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.test.resp.RespClient;
import dev.redlock.test.resp.RespError;
import dev.redlock.test.server.RedisServerProcess;

/**
 * A client with the least rights; each is needed, and none is missed too late.
 */
class LineRightsTest
{
    private static final List<String> TODAY =
        List.of("+eval", "+set", "+get", "+del", "+pexpire", "+pttl", "+time");
    private static final List<String> MORE = List.of("+publish", "+pubsub|numsub", "+zadd", "+zrem",
        "+zrange", "+zrank", "+zcard", "+hset", "+hget", "+hdel");

    private RedisServerProcess process;
    private LineRig rig;
    private RespClient client;

    @BeforeEach
    void start()
    {
        process = RedisServerProcess.builder().start();
        rig = new LineRig(process, true).hears("anna", "bert");
        client = process.client();
        rights("on", "resetchannels", "nopass", "~lock*", "&" + LineRig.MAIL + "*", "-@all", "+auth");
        rights(TODAY.toArray(String[]::new));
        rights(MORE.toArray(String[]::new));
        client.call("AUTH", "locks", "any");
    }

    @AfterEach
    void stop()
    {
        client.close();
        rig.close();
        process.close();
    }

    private void rights(final String... rules)
    {
        for (final String rule : rules)
        {
            rig.server.call("ACL", "SETUSER", "locks", rule);
        }
    }

    /*
     * Some servers cannot take away a part of a command.
     */
    private void takeAway(final String right)
    {
        rights("-" + right.split("\\|")[0]);
    }

    @Test
    void shouldNeedNoMore()
    {
        assertThat(rig.waits("anna").said(client)).hasSize(1);
        assertThat(rig.waits("bert").said(client)).endsWith(0L, 1L, 0x616e6e61L);
        assertThat(rig.passes("anna").waitsOnAs("anna2", 1).said(client)).containsExactly(1L, 1L, 1L);
        assertThat(rig.waits("anna2").take(0).said(client)).endsWith(0L, 1L, 0x62657274L);
        assertThat(rig.passes("anna2").said(client)).containsExactly(0L, 0L, 0L);
        assertThat(rig.passes("bert").said(client)).containsExactly(1L, 0L, 0L);
    }

    /**
     * What only those need who leave the line is not asked for by those who come.
     */
    @Test
    void shouldWriteNothingIfWaitMayNotDoAll()
    {
        rig.waits("anna").said();
        final String before = rig.state();
        for (final String right : List.of(
            "publish", "pubsub|numsub", "zadd", "zrange", "zrank", "hset", "hget"))
        {
            takeAway(right);
            assertThatThrownBy(() -> rig.waits("bert").said(client)).as(right).isInstanceOf(RespError.class);
            assertThat(rig.state()).as(right).isEqualTo(before);
            rights("+" + right);
        }
        rights("resetchannels");
        assertThatThrownBy(() -> rig.waits("bert").said(client)).isInstanceOf(RespError.class);
        assertThat(rig.state()).isEqualTo(before);
    }

    /**
     * Then the ordinary release is sent.
     */
    @Test
    void shouldLeaveTheLockIfPassMayNotDoAll()
    {
        rig.waits("anna").said();
        rig.waits("bert").said();
        final String before = rig.state();
        for (final String right : List.of("pubsub|numsub", "zrem", "zrange", "zcard", "hget", "hdel"))
        {
            takeAway(right);
            assertThatThrownBy(() -> rig.passes("anna").said(client)).as(right).isInstanceOf(RespError.class);
            assertThat(rig.state()).as(right).isEqualTo(before);
            rights("+" + right);
        }

        rights("-publish");
        assertThatThrownBy(() -> rig.passes("anna").said(client)).isInstanceOf(RespError.class);
        assertThat(rig.holder()).as("which finds it when it renews").isEqualTo("bert");
    }

    @Test
    void shouldReleaseEvenIfNoTicketMayBeLeft()
    {
        for (final String right : List.of("zadd", "hset"))
        {
            rig.waits("anna" + right).said();
            rights("-" + right);
            assertThat(rig.passes("anna" + right).waitsOnAs("anna2", 1).said(client))
                .containsExactly(1L, 0L, 0L);
            assertThat(rig.state()).startsWith("null [] [] ");
            rights("+" + right);
        }
    }
}
