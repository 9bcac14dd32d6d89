// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.netty.util.concurrent.FastThreadLocalThread;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.spi.Answer;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Script;
import dev.redlock.spi.TlsOptions;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportLimits;
import dev.redlock.test.server.RedisServerProcess;

/**
 * The promise of the module: an acquire and a release by script cost no garbage, whatever the thread and the
 * sockets.
 */
class AllocationTest
{
    private static final com.sun.management.ThreadMXBean THREADS =
        (com.sun.management.ThreadMXBean)ManagementFactory.getThreadMXBean();
    private static final int CYCLES = 10_000;
    private static final int MOST_BLOCKS = 6;
    private static final int REPLIES_PER_CYCLE = 2;
    private static final int MANY_DESCRIPTORS = 200;
    private static final Script RELEASE = Script.of("release",
        "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) end return 0");
    private static final CommandTemplate SET = CommandTemplate.of(0, "acquire")
        .literal("SET").key().bytes(0).literal("NX", "PX").number(0).build();
    private static final CommandTemplate EVALSHA = CommandTemplate.of(1, "release")
        .literal("EVALSHA", RELEASE.sha1(), "1").key().bytes(0).build();

    private static RedisServerProcess server;

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

    @ParameterizedTest(name = "{0} thread, {1}, wait {2} ns")
    @CsvSource({"plain,epoll,0", "plain,nio,0", "netty,epoll,0", "netty,nio,0",
        "plain,epoll,1000000", "plain,nio,1000000"})
    void shouldNotAllocate(final String kindOfThread, final String io, final long maxWaitNs) throws Exception
    {
        check(kindOfThread, io, maxWaitNs);
    }

    /**
     * As in any service of some size. The JDK's selector treats descriptors above 127 differently.
     */
    @ParameterizedTest
    @ValueSource(strings = {"epoll", "nio"})
    void shouldNotAllocateAmongManyDescriptors(final String io) throws Exception
    {
        final List<InputStream> files = new ArrayList<>();
        try
        {
            for (int i = 0; i < MANY_DESCRIPTORS; i++)
            {
                files.add(Files.newInputStream(Path.of("/dev/null")));
            }
            check("plain", io, 0);
        }
        finally
        {
            for (final InputStream file : files)
            {
                file.close();
            }
        }
    }

    private static void check(final String kindOfThread, final String io, final long maxWaitNs)
        throws Exception
    {
        final FutureTask<Long> work = new FutureTask<>(() -> excessBytes(io, maxWaitNs));
        final Thread thread = kindOfThread.equals("plain") ?
            new Thread(work, "plain") : new NettyTransportProvider().newEngineThread(work, "netty");
        assertThat(thread instanceof FastThreadLocalThread).isEqualTo(kindOfThread.equals("netty"));
        thread.start();

        assertThat(work.get(120, TimeUnit.SECONDS)).as("bytes more than allowed").isNotPositive();
        thread.join();
    }

    private static long excessBytes(final String io, final long maxWaitNs)
    {
        final TransportContext context = new TransportContext(List.of(Rig.at(server.port())), List.of(SET,
            EVALSHA), TransportLimits.DEFAULT, TlsOptions.PLATFORM, Map.of("io", io));
        final Cycles cycles = new Cycles();
        try (Transport transport = new NettyTransportProvider().open(context, cycles))
        {
            cycles.transport = transport;
            cycles.key = transport.prepare(Rig.bytes("allocation:" + io));
            cycles.maxWaitNs = maxWaitNs;
            transport.connect(0);
            while (!cycles.isUp)
            {
                transport.poll(1_000_000);
            }

            // Again, as code allocates here and there until all of it is compiled.
            final long allowed = REPLIES_PER_CYCLE * CYCLES * NioGarbage.bytesPerReply(io) + CYCLES / 100;
            long excess = Long.MAX_VALUE;
            for (int block = 0; block < MOST_BLOCKS && excess > 0; block++)
            {
                final long before = THREADS.getCurrentThreadAllocatedBytes();
                cycles.run(CYCLES);
                excess = THREADS.getCurrentThreadAllocatedBytes() - before - allowed;
            }

            return excess;
        }
    }

    private static final class Cycles implements TransportHandler
    {
        private final Operation operation = new Operation();
        private final byte[] token = new byte[20];
        private Transport transport;
        private PreparedKey key;
        private long maxWaitNs;
        private boolean isUp;
        private long answered;
        private String trouble;

        private void run(final int count)
        {
            for (int i = 0; i < count; i++)
            {
                ask(operation.wrap(SET, key, 2L * i).bytes(0, token).number(0, 30_000 + i));
                ask(operation.wrap(EVALSHA, key, 2L * i + 1).bytes(0, token));
            }
        }

        private void ask(final Operation next)
        {
            final long wanted = answered + 1;
            if (transport.offer(0, next) != Transport.ACCEPTED)
            {
                trouble = "the offer was not accepted";
            }
            transport.flush();
            while (answered < wanted && trouble == null)
            {
                transport.poll(maxWaitNs);
            }
            if (trouble != null)
            {
                throw new AssertionError(trouble);
            }
        }

        @Override
        public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
        {
            answered++;
            final boolean isGranted = reply.kind() == Reply.Kind.OK;
            final boolean isReleased = reply.kind() == Reply.Kind.NUMBERS && reply.number(0) == 1;
            if (correlationId % 2 == 0 ? !isGranted : !isReleased)
            {
                trouble = reply.kind() + " " + reply.errorText() + " as answer to " + correlationId;
            }
        }

        @Override
        public Dialogue onConnected(final int nodeIndex, final boolean sessionOpened)
        {
            return new OneQuestion(Recorder.command("SCRIPT", "LOAD", RELEASE.text()));
        }

        @Override
        public void onUp(final int nodeIndex)
        {
            isUp = true;
        }

        @Override
        public void onDown(final int nodeIndex, final DownReason reason, final String detail)
        {
            trouble = reason + " " + detail;
        }
    }

    private static final class OneQuestion implements Dialogue
    {
        private byte[][] question;

        private OneQuestion(final byte[][] question)
        {
            this.question = question;
        }

        @Override
        public byte[][] next()
        {
            final byte[][] next = question;
            question = null;

            return next;
        }

        @Override
        public void onAnswer(final Answer answer)
        {
            assertThat(answer.text()).isEqualTo(RELEASE.sha1());
        }

        @Override
        public String refusal()
        {
            return null;
        }
    }
}
