// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.Redlock;
import dev.redlock.outcome.Outcome;
import dev.redlock.tck.node.FakeCommand;
import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeReply;
import dev.redlock.test.resp.RespClient;
import dev.redlock.test.server.RedisServerProcess;

/**
 * Tair's compare and delete, against a scripted peer, for want of a live one. The peer speaks CAD, and
 * answers the rest by a real server.
 */
class TairTest
{
    private static final byte[] COMPARE_AND_DELETE =
        ("if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end " +
            "return redis.call('EXISTS', KEYS[1]) - 1").getBytes(StandardCharsets.US_ASCII);

    @Test
    void shouldReleaseWithTheNativeCommand()
    {
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            RespClient real = server.client();
            FakeNode tair = FakeNode.start(command -> answer(real, command));
            Redlock redlock = connect(tair);
            LockHandle handle = redlock.handle("k"))
        {
            final long term = handle.tryAcquire();
            assertThat(term).isPositive();
            assertThat(server.client().call("EXISTS", "k")).isEqualTo(1L);

            assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);

            assertThat(server.client().call("EXISTS", "k")).isEqualTo(0L);
            // The trials before the node votes are on another key.
            assertThat(tair.commands()).filteredOn(command -> command.size() > 1)
                .filteredOn(command -> "k".equals(command.text(1)))
                .extracting(FakeCommand::name).contains("SET", "CAD");
            assertThat(tair.commands()).filteredOn(command -> "EVALSHA".equals(command.name()))
                .noneMatch(command -> "k".equals(command.text(3)));
        }
    }

    @Test
    void shouldTakeAKeyThatIsGoneForReleased()
    {
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            RespClient real = server.client();
            FakeNode tair = FakeNode.start(command -> answer(real, command));
            Redlock redlock = connect(tair);
            LockHandle handle = redlock.handle("k"))
        {
            final long term = handle.tryAcquire();
            server.client().call("DEL", "k");

            assertThat(handle.release(term)).isEqualTo(Outcome.EXPIRED);
        }
    }

    /*
     * The peer is a thread of this test, and asks a real server before it answers: it may take its time.
     */
    private static Redlock connect(final FakeNode tair)
    {
        return Redlock.builder().nodes(tair.uri()).assumeNodesFresh()
            .startTimeout(Duration.ofSeconds(20)).minNodeTimeout(Duration.ofSeconds(2))
            .maxNodeTimeout(Duration.ofSeconds(2)).build();
    }

    private static FakeReply answer(final RespClient real, final FakeCommand command)
    {
        return switch (command.name())
        {
            case "HELLO" -> FakeReply.error("NOPROTO unsupported protocol version");
            case "COMMAND" -> FakeReply.array(
                    FakeReply.nil(), FakeReply.nil(), FakeReply.array(FakeReply.bulk("cad")));
            case "CAD" -> forward(real, "EVAL".getBytes(StandardCharsets.US_ASCII), COMPARE_AND_DELETE,
                    new byte[]{'1'}, command.bytes()[1], command.bytes()[2]);
            default -> forward(real, command.bytes());
        };
    }

    private static FakeReply forward(final RespClient real, final byte[]... arguments)
    {
        final ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(("*" + arguments.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (final byte[] argument : arguments)
        {
            frame.writeBytes(("$" + argument.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
            frame.writeBytes(argument);
            frame.writeBytes(new byte[]{'\r', '\n'});
        }
        real.sendRaw(frame.toByteArray());

        return FakeReply.raw(real.receiveRaw());
    }
}
