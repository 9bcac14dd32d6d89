// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.netty.util.concurrent.FastThreadLocalThread;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.redlock.tck.harness.Closing;

class ThreadTest
{
    static Stream<Arguments> calls()
    {
        return Stream.of(
            call("connect", rig -> rig.connect(0)),
            call("disconnect", rig -> rig.disconnect(0)),
            call("offer", rig -> rig.offer(NettyRig.PING, 1)),
            call("inquire", rig -> rig.inquire(0, "PING")),
            call("flush", rig -> rig.transport.flush()), call("poll", rig -> rig.transport.poll(0)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void shouldBindTheFirstThreadThatDrives(final String name, final Consumer<NettyRig> call) throws Exception
    {
        final NettyRig rig = NettyRig.with("nio", new Closing()).node(1).open();
        final FutureTask<Void> driving = new FutureTask<>(() -> call.accept(rig), null);
        final Thread driver = new Thread(driving, "the-driver");
        driver.start();
        driving.get(20, TimeUnit.SECONDS);
        driver.join();

        assertThatThrownBy(() -> rig.transport.poll(0)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("driven by thread 'the-driver'")
            .hasMessageContaining("called from thread '" + Thread.currentThread().getName() + "'")
            .hasMessageContaining("open one transport per thread");
    }

    @Test
    void shouldMakeAThreadForWhichNettyKeepsItsPools() throws InterruptedException
    {
        final boolean[] hasPools = new boolean[1];
        final Thread thread = new NettyTransportProvider().newEngineThread(
            () -> hasPools[0] = FastThreadLocalThread.currentThreadWillCleanupFastThreadLocals(), "engine");
        assertThat(thread).isInstanceOf(FastThreadLocalThread.class).extracting(Thread::getName)
            .isEqualTo("engine");
        thread.start();
        thread.join();

        assertThat(hasPools[0]).isTrue();
    }

    private static Arguments call(final String name, final Consumer<NettyRig> call)
    {
        return arguments(name, call);
    }
}
