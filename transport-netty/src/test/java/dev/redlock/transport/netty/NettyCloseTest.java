// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import dev.redlock.spi.address.NodeAddress;
import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeReply;

class NettyCloseTest extends OverBothSockets
{
    @Test
    void shouldNotWaitAfterItIsClosed()
    {
        final NettyRig rig = rig().node(1).open();
        rig.close();

        assertThat(rig.transport.poll(TimeUnit.DAYS.toNanos(1))).isZero();
    }

    @Test
    void shouldKeepTheReasonOfAnEndThatWasNotToldYet()
    {
        final FakeNode node = node(command -> FakeReply.silence());
        final NettyRig rig = rig().node(node.port()).open().up(0);
        rig.disconnect(0);
        rig.close();

        rig.toldLast("down 0 LOCAL disconnect was called");
    }

    @Test
    void shouldThrowFromCloseWhatACallbackThrows()
    {
        final FakeNode node = node(command -> FakeReply.silence());
        final NettyRig rig = rig().node(node.port()).open().up(0);
        rig.recorder.onDown = nodeIndex ->
        {
            throw new IllegalStateException("flaw");
        };

        assertThatThrownBy(rig::close).isInstanceOf(IllegalStateException.class).hasMessage("flaw");
        rig.close();
    }

    @Test
    void shouldBeClosedByAnyThreadIfNeverDriven() throws Exception
    {
        final NettyRig rig = rig().node(1).open();
        rig.transport.wakeup();
        rig.transport.prepare(new byte[3]);
        final FutureTask<Void> closing = new FutureTask<>(rig::close, null);
        final Thread thread = new Thread(closing);
        thread.start();
        closing.get(20, TimeUnit.SECONDS);
        thread.join();

        rig.close();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldLeaveNoFileAndNoThread() throws IOException
    {
        final FakeNode node = node(command -> FakeReply.silence());
        openAndClose(node);
        final long files = openFiles();
        final Set<Thread> threads = threads();
        IntStream.range(0, 50).forEach((i) -> openAndClose(node));

        awaitAtMost(files);
        assertThat(threads()).as("threads").isSubsetOf(threads);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldLeaveNoFileOfADroppedConnection() throws IOException
    {
        final FakeNode node = node(command -> FakeReply.silence());
        final NettyRig rig = rig().node(node.port()).open();
        reconnect(rig);
        final long files = openFiles();
        IntStream.range(0, 100).forEach((i) -> reconnect(rig));
        awaitAtMost(files);
    }

    private static void reconnect(final NettyRig rig)
    {
        rig.clear().up().disconnect(0).pollUntil("down 0 LOCAL disconnect was called");
    }

    private void openAndClose(final FakeNode node)
    {
        try (NettyRig rig = rig().node(node.port()).node(node.port())
            .node(NodeAddress.of("localhost", node.port())).open().up(0).up(2))
        {
            rig.offers(NettyRig.PING, 1).connect(1).poll();
        }
    }

    /*
     * The node's ends of the connections are files of this process, too, and it closes them when it sees ours
     * closed.
     */
    private static void awaitAtMost(final long before) throws IOException
    {
        // The JVM opens its jars when it needs them; a leak would be one file for each of 50 rounds and more.
        final long files = before + 25;
        final long startNs = System.nanoTime();
        // What was seen at the end of the wait counts: ends that close late come and go between two looks.
        long open;
        do
        {
            open = openFiles();
        }
        while (open > files && System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(20));

        assertThat(open).as("open files").isLessThanOrEqualTo(files);
    }

    private static long openFiles() throws IOException
    {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd")))
        {
            return files.count();
        }
    }

    private static Set<Thread> threads()
    {
        return Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("redlock") || thread.getName().contains("netty"))
            .filter(thread -> !thread.getName().equals("redlock-netty-lookup")).collect(Collectors.toSet());
    }
}
