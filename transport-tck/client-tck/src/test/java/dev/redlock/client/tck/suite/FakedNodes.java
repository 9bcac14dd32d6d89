// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.suite;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.redlock.Redlock;
import dev.redlock.spi.Answer;
import dev.redlock.spi.TransportProvider;
import dev.redlock.test.FakeNodes;
import dev.redlock.test.server.RedisServerProcess;

/**
 * The nodes of a suite inside this JVM, seen through operators' questions of another client.
 */
public final class FakedNodes extends TestNodes
{
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final FakeNodes nodes;
    private final boolean isPersistent;
    private final Redlock witness;
    private final BitSet killed = new BitSet();

    public FakedNodes(final int count, final boolean isPersistent)
    {
        this.isPersistent = isPersistent;
        nodes = FakeNodes.of(count);
        witness = nodes.client(builder -> builder.name("witness"));
    }

    public TransportProvider provider()
    {
        return nodes.provider();
    }

    @Override
    public int count()
    {
        return nodes.size();
    }

    @Override
    public List<String> uris()
    {
        return IntStream.range(0, count()).mapToObj(index -> "redis://n" + index).toList();
    }

    @Override
    public String place(final int index)
    {
        return "n" + index + ":6379";
    }

    @Override
    public boolean isRunning(final int index)
    {
        return !killed.get(index);
    }

    @Override
    public void kill(final int index)
    {
        killed.set(index);
        nodes.kill(index);
    }

    @Override
    public void restart(final int index)
    {
        if (!isPersistent)
        {
            nodes.forget(index);
        }
        nodes.restart(index);
        killed.clear(index);
    }

    @Override
    public void pause(final int index)
    {
        nodes.pause(index);
    }

    @Override
    public void resume(final int index)
    {
        nodes.resume(index);
    }

    @Override
    public Object call(final int index, final String... command)
    {
        return value(ask(index, command));
    }

    @Override
    public byte[] value(final int index, final String key)
    {
        final Answer answer = ask(index, "GET", key);

        return answer.kind() == Answer.Kind.NIL ? null : answer.bytes();
    }

    private Answer ask(final int index, final String... command)
    {
        final byte[][] words = Stream.of(command).map(word -> word.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);

        return witness.operators().ask(index, PATIENCE, words).toCompletableFuture().join();
    }

    private static Object value(final Answer answer)
    {
        return switch (answer.kind())
        {
            case NIL -> null;
            case NUMBER -> answer.number();
            case LIST -> answer.elements().stream().map(FakedNodes::value).toList();
            default -> answer.text();
        };
    }

    @Override
    public RedisServerProcess server(final int index)
    {
        throw new UnsupportedOperationException("a suite that needs a server cannot run over the fake");
    }

    @Override
    public long calls(final int index, final String command)
    {
        throw new UnsupportedOperationException("the fake does not tell how often a command ran");
    }

    @Override
    public void close()
    {
        nodes.close();
    }
}
