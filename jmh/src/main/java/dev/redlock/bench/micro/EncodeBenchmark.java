// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.micro;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.Commands;
import dev.redlock.engine.wire.NodeCommand;
import dev.redlock.quorum.Quorum;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Operation;
import dev.redlock.transport.resp.CommandFrame;
import dev.redlock.transport.resp.KeyBulk;

/**
 * Putting owner token and time to live into the frame of one command for one node: {@code java -jar
 * jmh/target/benchmarks.jar EncodeBenchmark}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Fork(value = 3, jvmArgsAppend = {"-Xms256m", "-Xmx256m"})
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class EncodeBenchmark
{
    private static final int ROOM = 512;

    private final byte[][] tokens = new byte[64][20];
    private final byte[] to = new byte[ROOM];
    private final Operation operation = new Operation();
    private final KeyBulk key = new KeyBulk("lock:orders:{42}".getBytes(US_ASCII));
    private final CommandFrame acquire = frame("acquire");
    private final CommandFrame release = frame("release by EVALSHA");
    private long round;

    private static CommandFrame frame(final String name)
    {
        final EngineConfig config =
            new EngineConfig.Draft().with((set) -> set.quorum = Quorum.majorityOf(1)).conclude();
        final Commands commands = new Commands(Scripts.all(), config, null);

        return commands.all().stream().filter(template -> template.name().equals(name)).map(CommandFrame::of)
            .findFirst().orElseThrow();
    }

    /**
     * SET key token NX PX ttl, with another token and another time to live each time.
     *
     * @return the array, for its bytes.
     */
    @Benchmark
    public byte[] set()
    {
        return encode(acquire);
    }

    /**
     * EVALSHA sha 1 key token.
     *
     * @return the array, for its bytes.
     */
    @Benchmark
    public byte[] evalsha()
    {
        return encode(release);
    }

    private byte[] encode(final CommandFrame frame)
    {
        final CommandTemplate template = frame.template();
        operation.wrap(template, key, ++round)
            .bytes(Operation.TOKEN, tokens[(int)round & 63])
            .number(NodeCommand.TTL, 30_000 + (round & 1_023));
        frame.encode(operation, to, 0);

        return to;
    }
}
