// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.spi.Transport;
import dev.redlock.test.server.RedisServerProcess;

@OverBothSockets
class PipeliningTest
{
    private static RedisServerProcess server;

    private final String io;

    PipeliningTest(final String io)
    {
        this.io = io;
    }

    @BeforeAll
    static void startServer()
    {
        server = RedisServerProcess.builder().start();
    }

    @AfterAll
    static void stopServer()
    {
        server.close();
    }

    @BeforeEach
    void forgetKeys()
    {
        server.client().call("FLUSHALL");
    }

    @Test
    void shouldAnswerTenThousandOperationsInOrder()
    {
        final int count = 10_000;
        final List<String> expected = new ArrayList<>();
        try (Rig rig = Rig.with(io).node(server.port()).open().up())
        {
            rig.recorder.events.clear();
            int backPressured = 0;
            for (int i = 1; i <= count; i++)
            {
                while (rig.offer(Rig.INCR, 1_000_000 + i) == Transport.BACK_PRESSURED)
                {
                    backPressured++;
                    rig.transport.poll(1_000_000);
                }
                expected.add("reply 0 " + (1_000_000 + i) + " NUMBERS " + i);
            }
            rig.pollUntilReplies(count);

            assertThat(rig.recorder.events).isEqualTo(expected);
            assertThat(backPressured).isPositive();
        }
    }

    @Test
    void shouldKeepTheOrderOfOperationsAndInquiries()
    {
        try (Rig rig = Rig.with(io).node(server.port()).open().up())
        {
            rig.recorder.events.clear();
            assertThat(rig.offer(Rig.INCR, 1)).isEqualTo(Transport.ACCEPTED);
            assertThat(rig.inquire(0, "GET", "a:key")).isEqualTo(Transport.ACCEPTED);
            assertThat(rig.offer(Rig.INCR, 2)).isEqualTo(Transport.ACCEPTED);
            assertThat(rig.inquire(0, "GET", "a:key")).isEqualTo(Transport.ACCEPTED);
            assertThat(rig.offer(Rig.UNKNOWN, 3)).isEqualTo(Transport.ACCEPTED);
            rig.pollUntilReplies(3);

            assertThat(rig.recorder.events).containsExactly("reply 0 1 NUMBERS 1", "answer 0 TEXT 1",
                "reply 0 2 NUMBERS 2", "answer 0 TEXT 2",
                "reply 0 3 ERROR UNKNOWN_COMMAND ERR unknown command 'NONSENSE'");
        }
    }

    @Test
    void shouldReadWhatALockHears()
    {
        try (Rig rig = Rig.with(io).node(server.port()).open().up())
        {
            rig.recorder.events.clear();
            rig.set(1, "k", 20);
            rig.operation.wrap(Rig.EVAL, rig.transport.prepare(Rig.bytes("k")), 2).number(0,
                1_700_000_000_000_000L);
            rig.transport.offer(0, rig.operation);
            rig.offer(Rig.TIME, 3);
            rig.pollUntilReplies(3);

            assertThat(rig.recorder.events.get(0)).isEqualTo("reply 0 1 OK");
            assertThat(rig.recorder.events.get(1)).isEqualTo("reply 0 2 NUMBERS 1 1700000000000000");
            assertThat(rig.recorder.events.get(2)).matches("reply 0 3 NUMBERS [0-9]+ [0-9]+");
        }
    }

    @Test
    void shouldSkipPushesBetweenReplies()
    {
        try (Rig rig = Rig.with(io).node(server.port()).open())
        {
            rig.recorder.dialogues =
                nodeIndex -> Recorder.questions("HELLO 3", "CLIENT TRACKING ON BCAST");
            rig.up();
            rig.recorder.events.clear();
            for (int i = 1; i <= 100; i++)
            {
                rig.offer(Rig.INCR, i);
            }
            rig.pollUntilReplies(100);
            server.client().call("SET", "another", "value");
            rig.offer(Rig.PING, 101);
            rig.pollUntilReplies(101);

            assertThat(rig.recorder.events).hasSize(101);
            assertThat(rig.recorder.events.get(99)).isEqualTo("reply 0 100 NUMBERS 100");
            assertThat(rig.recorder.last()).isEqualTo("reply 0 101 STATUS");
        }
    }

    @Test
    void shouldCarrySeveralConnectionsToOneNodeAtOnce()
    {
        try (Rig rig = Rig.with(io).node(server.port()).node(server.port()).node(server.port()).open())
        {
            rig.up(0).up(1).up(2);
            for (int i = 0; i < 300; i++)
            {
                assertThat(rig.offer(i % 3, Rig.INCR, i)).isEqualTo(Transport.ACCEPTED);
            }
            rig.pollUntilReplies(300);

            assertThat(rig.recorder.count("reply 0 ")).isEqualTo(100);
            assertThat(rig.recorder.count("reply 1 ")).isEqualTo(100);
            assertThat(rig.recorder.count("reply 2 ")).isEqualTo(100);
            assertThat(server.client().call("GET", "a:key")).isEqualTo("300");
        }
    }

    @Test
    void shouldCountEventsAndFindNothingToDoInSilence()
    {
        try (Rig rig = Rig.with(io).node(server.port()).open().up())
        {
            assertThat(rig.transport.poll(0)).isZero();
            rig.offer(Rig.PING, 1);
            rig.offer(Rig.PING, 2);
            rig.inquire(0, "PING");
            int events = 0;
            while (events < 3)
            {
                events += rig.transport.poll(1_000_000_000L);
            }

            assertThat(events).isEqualTo(3);
            assertThat(rig.transport.poll(0)).isZero();
        }
    }
}
