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

import dev.redlock.spi.Reply;
import dev.redlock.spi.TransportLimits;
import dev.redlock.transport.resp.ReplySink;
import dev.redlock.transport.resp.RespDecoder;
import dev.redlock.transport.resp.RespException;

/**
 * From the bytes of one reply to the flyweight that the engine sees: {@code java -jar
 * jmh/target/benchmarks.jar DecodeBenchmark}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Fork(value = 3, jvmArgsAppend = {"-Xms256m", "-Xmx256m"})
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class DecodeBenchmark
{
    private final byte[] granted = "+OK\r\n".getBytes(US_ASCII);
    private final byte[] refused = "$-1\r\n".getBytes(US_ASCII);
    private final byte[] released = ":1\r\n".getBytes(US_ASCII);
    private final byte[] time = "*2\r\n$10\r\n1800000000\r\n$6\r\n123456\r\n".getBytes(US_ASCII);
    private final Reply reply = new Reply();
    private final ReplySink sink = new ReplySink();
    private final RespDecoder decoder = new RespDecoder(TransportLimits.DEFAULT);

    /**
     * The answer to a SET that took the key.
     *
     * @return the reply.
     * @throws RespException never.
     */
    @Benchmark
    public Reply ok() throws RespException
    {
        return decode(granted);
    }

    /**
     * The answer to a SET NX of a key that is there.
     *
     * @return the reply.
     * @throws RespException never.
     */
    @Benchmark
    public Reply nil() throws RespException
    {
        return decode(refused);
    }

    /**
     * The answer to a release.
     *
     * @return the reply.
     * @throws RespException never.
     */
    @Benchmark
    public Reply number() throws RespException
    {
        return decode(released);
    }

    /**
     * The answer to TIME, once per heartbeat.
     *
     * @return the reply.
     * @throws RespException never.
     */
    @Benchmark
    public Reply time() throws RespException
    {
        return decode(time);
    }

    private Reply decode(final byte[] bytes) throws RespException
    {
        decoder.begin(sink.begin(reply));
        decoder.decode(bytes, 0, bytes.length);

        return reply;
    }
}
