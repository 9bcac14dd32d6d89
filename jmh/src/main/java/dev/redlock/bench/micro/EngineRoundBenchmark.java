// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.micro;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import dev.redlock.engine.Engine;
import dev.redlock.engine.EngineContext;
import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.KeyLine;
import dev.redlock.engine.node.Admitted;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.Commands;
import dev.redlock.quorum.Quorum;
import dev.redlock.runtime.metrics.ClientMeter;
import dev.redlock.runtime.tokens.CtrTokenSource;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Reply;
import dev.redlock.spi.address.NodeAddress;

/**
 * The engine alone: acquire (with the drawing of its owner token), five votes, release, five confirmations,
 * over nodes that answer at once.
 * Measuring on against off is the cost of the histograms and counters: {@code java -jar
 * jmh/target/benchmarks.jar EngineRoundBenchmark}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Fork(value = 3, jvmArgsAppend = {"-Xms256m", "-Xmx256m"})
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class EngineRoundBenchmark
{
    private static final byte[] MAILBOX = {1, 2, 3, 4};
    private static final int NODES = 5;
    private static final long ROUND_TRIP_NS = 50_000;
    private static final ClaimOptions OPTIONS =
        new ClaimOptions.Draft().with((set) -> set.maxAttempts = 1).conclude();

    /**
     * Whether the engine measures, as it does in a client.
     */
    @Param({"on", "off"})
    public String measuring;

    private final Reply granted = new Reply().set(Reply.Kind.OK);
    private final Reply done = new Reply().set(Reply.Kind.NUMBERS).add(1);
    private final List<Connection> connections = Connection.toEach(
        Collections.nCopies(NODES, NodeAddress.of("nowhere", 1)), Connection.Role.VOTING);
    private final GrantingTransport transport = new GrantingTransport(NODES);
    private final Winner winner = new Winner();
    private Engine engine;
    private Claim claim;
    private long nowNs;

    /**
     * Five nodes that are up, and whose clocks have been asked.
     */
    @Setup
    public void setUp()
    {
        final Meter meter = "on".equals(measuring) ? new ClientMeter(NODES) : Meter.NONE;
        final EngineConfig config =
            new EngineConfig.Draft().with((set) -> set.quorum = Quorum.majorityOf(NODES)).conclude();
        final Commands commands = new Commands(Scripts.all(), config, null);
        engine = new Engine(new EngineContext(config, connections, transport, commands,
            new CtrTokenSource(), MAILBOX, 42, meter, NodeEvents.NONE), nowNs);
        engine.start(nowNs);
        final Admitted admitted =
            new Admitted(-1, ReleaseMethod.SCRIPT, false, Long.MAX_VALUE, null, false, true, false, 0);
        for (int node = 0; node < NODES; node++)
        {
            engine.onUp(node, admitted, nowNs);
        }
        claim = new Claim(engine.config(), transport.prepare(new byte[16]), new KeyLine(), OPTIONS, winner);
        answerAll(new Reply().set(Reply.Kind.OTHER));
    }

    /**
     * One cycle, with the duty cycle's look at the timers, twice. Time goes on by two round trips, so
     * that heartbeats come as they do over a network: one in some thousand cycles.
     *
     * @return how many cycles there were.
     */
    @Benchmark
    public long round()
    {
        engine.acquire(claim, 0, nowNs);
        nowNs += ROUND_TRIP_NS;
        answerAll(granted);
        engine.doWork(nowNs);
        engine.release(claim, winner.term(), 0, nowNs);
        nowNs += ROUND_TRIP_NS;
        answerAll(done);
        engine.doWork(nowNs);

        return winner.released();
    }

    private void answerAll(final Reply reply)
    {
        for (int node = 0; node < NODES; node++)
        {
            while (transport.hasNext(node))
            {
                final Reply fitting = transport.replyToNext(node, reply, nowNs);
                engine.onReply(connections.get(node), transport.next(node), fitting, nowNs);
            }
        }
    }
}
