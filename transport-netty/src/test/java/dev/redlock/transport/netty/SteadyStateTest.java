// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import jdk.jfr.Recording;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.test.resp.RespClient;
import dev.redlock.test.server.RedisServers;

/**
 * The promise of the library: in steady state the whole client allocates nothing, for every operation, in
 * invoker and in dedicated mode, on the caller's threads and on the engine's.
 * <p>
 * The test tolerates a byte per hundred rounds: while the virtual machine compiles, it allocates once here
 * and there, for some blocks of rounds in a row at its start. Up to nineteen more blocks show whether it was
 * that. Code that allocates in every round, in every retry or at every refill of the pool of owner tokens
 * never passes.
 */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class SteadyStateTest
{
    private static final int MANY = 50_000;
    private static final int SOME = 20_000;
    private static final int FEW = 2_500;
    private static final int BLOCKS = 20;
    private static final int CALLERS = 8;
    private static final int WARM_UP = 3_000;
    private static final int MANY_DESCRIPTORS = 200;
    private static final int NODES = 3;
    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final String NAME = "steady";

    private static RedisServers servers;

    enum Drive
    {
        INVOKER,
        BLOCKING,

        /**
         * As BLOCKING, on a thread of the application's.
         */
        PLAIN_THREAD
    }

    @BeforeAll
    static void startServers()
    {
        servers = RedisServers.start(NODES);
        for (int i = 0; i < servers.size(); i++)
        {
            try (RespClient client = servers.server(i).client())
            {
                for (int caller = 0; caller < CALLERS; caller++)
                {
                    hold(client, SteadyWork.HELD_BY_OTHERS + name(caller));
                }
            }
        }
    }

    private static void hold(final RespClient client, final String name)
    {
        client.call("SET", name, "somebody");
        for (int i = 0; i < SteadyWork.FLIGHTS; i++)
        {
            client.call("SET", name + i, "somebody");
        }
    }

    @AfterAll
    static void stopServers()
    {
        servers.close();
    }

    @ParameterizedTest
    @CsvSource({"INVOKER, epoll", "INVOKER, nio", "BLOCKING, epoll", "PLAIN_THREAD, epoll"})
    void shouldAllocateNothingInSomeCycles(final Drive drive, final String io) throws Exception
    {
        checkRounds(drive, io, SteadyWork.IN_FLIGHT, 1, SOME);
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "PLAIN_THREAD"})
    @Tag("proof")
    void shouldAllocateNothingInSomeCyclesOverNio(final Drive drive) throws Exception
    {
        checkRounds(drive, "nio", SteadyWork.IN_FLIGHT, 1, SOME);
    }

    /**
     * As in any service of some size. The JDK's selector treats descriptors above 127 differently.
     */
    @Test
    @Tag("proof")
    void shouldAllocateNothingAmongManyDescriptors() throws Exception
    {
        checkAmongManyDescriptors("nio");
    }

    @Test
    @Tag("proof")
    void shouldAllocateNothingAmongManyDescriptorsOverEpoll() throws Exception
    {
        checkAmongManyDescriptors("epoll");
    }

    private static void checkAmongManyDescriptors(final String io) throws Exception
    {
        final List<InputStream> files = new ArrayList<>();
        try
        {
            for (int i = 0; i < MANY_DESCRIPTORS; i++)
            {
                files.add(Files.newInputStream(Path.of("/dev/null")));
            }
            checkRounds(Drive.INVOKER, io, SteadyWork.IN_FLIGHT, 1, SOME);
        }
        finally
        {
            for (final InputStream file : files)
            {
                file.close();
            }
        }
    }

    /**
     * Flight Recorder is at work, but the frequent events of ours are not asked for.
     */
    @Test
    @Tag("proof")
    void shouldAllocateNothingForEventsThatAreNotRecorded() throws Exception
    {
        try (Recording recording = new Recording())
        {
            recording.start();
            checkRounds(Drive.INVOKER, "epoll", SteadyWork.IN_FLIGHT, 1, SOME);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"INVOKER", "BLOCKING"})
    @Tag("proof")
    void shouldAllocateNothingInManyCycles(final Drive drive) throws Exception
    {
        checkRounds(drive, "epoll", SteadyWork.IN_FLIGHT, 1, MANY);
    }

    /**
     * At level STRICT every acquire and extend is a script that looks at the node's marker, and each
     * heartbeat asks for it.
     */
    @Tag("proof")
    @ParameterizedTest
    @EnumSource(names = {"EXTENDED", "FENCED"})
    void shouldAllocateNothingUnderMarkers(final SteadyWork work) throws Exception
    {
        final RedlockBuilder strict =
            builder(Drive.INVOKER, "epoll", servers.uris()).quarantine(QuarantineLevel.STRICT);
        checkRounds(strict, Drive.INVOKER, "epoll", work, 1, FEW);
    }

    /**
     * A node's second connection asks for the confirmation of a replica.
     */
    @Test
    @Tag("proof")
    void shouldAllocateNothingForDurableVotes() throws Exception
    {
        try (RedisServers pair = RedisServers.start(2))
        {
            pair.server(0).call("CONFIG", "SET", "repl-diskless-sync-delay", "0");
            pair.server(1).call("REPLICAOF", "127.0.0.1", Integer.toString(pair.server(0).port()));
            final RedlockBuilder durable = builder(Drive.BLOCKING, "epoll", pair.uris().subList(0, 1))
                .replicatedVotes(1, Duration.ofSeconds(10));
            checkRounds(durable, Drive.BLOCKING, "epoll", SteadyWork.DURABLE, 1, FEW);
        }
    }

    static Stream<Arguments> everyWay()
    {
        return SteadyWork.ON_ANY_NODE.stream().flatMap(work -> Stream.of(
            Arguments.of("epoll", Drive.INVOKER, work), Arguments.of("epoll", Drive.BLOCKING, work),
            Arguments.of("nio", Drive.INVOKER, work)));
    }

    @ParameterizedTest
    @MethodSource("everyWay")
    @Tag("proof")
    void shouldAllocateNothing(final String io, final Drive drive, final SteadyWork work) throws Exception
    {
        checkRounds(drive, io, work, drive != Drive.INVOKER && work.isForMany() ? CALLERS : 1, FEW);
    }

    private static void checkRounds(final Drive drive, final String io, final SteadyWork work,
        final int callers, final int rounds) throws Exception
    {
        checkRounds(builder(drive, io, servers.uris()), drive, io, work, callers, rounds);
    }

    private static void checkRounds(final RedlockBuilder builder, final Drive drive, final String io,
        final SteadyWork work, final int callers, final int rounds) throws Exception
    {
        final List<Long> seen = new ArrayList<>();
        final long allowed;
        try (Redlock redlock = builder.build())
        {
            allowed = rounds / 100 + NODES * work.answersPerNode() * NioGarbage.bytesPerReply(io) * rounds;
            final List<Garbage.Work> works = works(drive, redlock, work, callers);
            final Garbage garbage = new Garbage(drive == Drive.INVOKER ? null : NAME);
            int warmUp = WARM_UP / callers;
            do
            {
                seen.add(garbage.of(works, warmUp, rounds / callers));
                warmUp = 0;
            }
            while (seen.get(seen.size() - 1) > allowed && seen.size() < BLOCKS);
        }

        assertThat(seen.get(seen.size() - 1)).as("bytes of blocks of %d rounds: %s", rounds, seen)
            .isLessThanOrEqualTo(allowed);
    }

    private static List<Garbage.Work> works(
        final Drive drive, final Redlock redlock, final SteadyWork work, final int callers)
    {
        final Runnable pause = drive == Drive.INVOKER ? redlock::poll : () -> LockSupport.parkNanos(PAUSE_NS);

        return IntStream.range(0, callers).mapToObj(i -> work.on(redlock, name(i), pause)).toList();
    }

    private static String name(final int caller)
    {
        return "caller " + caller;
    }

    private static RedlockBuilder builder(final Drive drive, final String io, final List<String> uris)
    {
        final RedlockBuilder builder = Redlock.builder().nodes(uris.toArray(new String[0]))
            .name(NAME).transport("netty").transportOption("io", io)
            .assumeNodesFresh().startTimeout(Duration.ofSeconds(20)).longestTtl(SteadyWork.LONGEST_TTL)
            .maxLocks(4096).maxHandles(4096).maxInFlightPerNode(4096)
            .minNodeTimeout(Duration.ofSeconds(2)).maxNodeTimeout(Duration.ofSeconds(2));

        if (drive == Drive.PLAIN_THREAD)
        {
            builder.threadFactory(work -> new Thread(work, NAME));
        }

        return drive == Drive.INVOKER ? builder.invoker() : builder;
    }
}
