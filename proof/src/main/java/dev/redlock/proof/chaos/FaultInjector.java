// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import dev.redlock.test.process.JavaProcess;
import dev.redlock.test.proxy.Cut;
import dev.redlock.test.proxy.TcpProxy;
import dev.redlock.test.server.RedisServerProcess;

/**
 * Does what a fault says, and undoes it. One thread.
 */
final class FaultInjector
{
    private static final int REPLY_BYTES = 5;

    private final ChaosNodes nodes;
    private final JavaProcess process;
    private final Map<TcpProxy, Long> cutAt = new HashMap<>();

    /**
     * @param process the second one, or null.
     */
    FaultInjector(final ChaosNodes nodes, final JavaProcess process)
    {
        this.nodes = nodes;
        this.process = process;
    }

    /**
     * Begins a fault.
     *
     * @return whether it has happened; false if that shows at its end only, or not at all.
     */
    boolean begin(final PlannedFault fault)
    {
        switch (fault.faultClass().target())
        {
            case PROCESS:
                process.pause();
                return true;

            case LINKS:
                return beginOnLinks(fault);

            default:
                return beginOnNode(fault, nodes.server(fault.nodes().nextSetBit(0)));
        }
    }

    private boolean beginOnNode(final PlannedFault fault, final RedisServerProcess server)
    {
        switch (fault.faultClass())
        {
            case STOP_BRIEFLY:
            case STOP_LONG:
                server.pause();
                return true;

            case CLIENT_KILL:
                return (Long)server.call("CLIENT", "KILL", "TYPE", "normal") > 0;

            case SCRIPT_FLUSH:
                return "OK".equals(server.call("SCRIPT", "FLUSH"));

            default:
                server.kill();
                return true;
        }
    }

    private boolean beginOnLinks(final PlannedFault fault)
    {
        final long detail = fault.detail();
        switch (fault.faultClass())
        {
            case PARTITION:
                each(fault, proxy -> proxy.requests().hold());
                each(fault, proxy -> proxy.replies().hold());
                return true;

            case REPLIES_HELD:
                each(fault, proxy -> proxy.replies().hold());
                return true;

            case REQUESTS_HELD:
                each(fault, proxy -> proxy.requests().hold());
                return true;

            case LATENCY:
                // Many small ones and few large ones: each power of two is as likely as the next.
                final Duration least = Duration.ofMillis(1L << detail % 9);
                final Duration jitter = Duration.ofMillis(1L << detail / 9 % 9);
                each(fault, proxy -> proxy.requests().delay(least, jitter, detail));
                each(fault, proxy -> proxy.replies().delay(least, jitter, detail + 1));
                return true;

            case RESET_MID_REPLY:
                each(fault, proxy -> cutWithinReply(proxy, detail));
                return false;

            case HALF_OPEN:
                each(fault, proxy -> proxy.requests().dropExisting());
                each(fault, proxy -> proxy.replies().dropExisting());
                return true;

            case OLD_BYTES:
                each(fault, proxy -> proxy.requests().holdExisting());
                each(fault, proxy -> proxy.cutClients(Cut.RESET));
                return true;

            default:
                throw new IllegalStateException(fault + " does not happen to links");
        }
    }

    /*
     * The shortest replies have five bytes, so that an amount that is no multiple of it ends within one.
     */
    private void cutWithinReply(final TcpProxy proxy, final long detail)
    {
        final long bytes = REPLY_BYTES * (detail % 7) + 1 + detail % (REPLY_BYTES - 1);
        cutAt.put(proxy, proxy.replies().forwardedBytes() + bytes);
        proxy.replies().cutAfter(bytes, Cut.RESET);
    }

    /**
     * Ends a fault.
     *
     * @return whether it has turned out only now that it has happened.
     */
    boolean end(final PlannedFault fault)
    {
        switch (fault.faultClass())
        {
            case STOP_PROCESS:
                process.resume();
                return false;

            case KILL_FORGETFUL:
            case KILL_DURABLE:
                nodes.server(fault.nodes().nextSetBit(0)).start();
                return false;

            case STOP_BRIEFLY:
            case STOP_LONG:
                nodes.server(fault.nodes().nextSetBit(0)).resume();
                return false;

            case CLIENT_KILL:
            case SCRIPT_FLUSH:
                return false;

            default:
                final boolean wasCut = fault.nodes().stream()
                    .mapToObj(node -> nodes.proxy(fault.client(), node)).filter(this::wasCut).count() > 0;
                each(fault, proxy -> proxy.requests().clear());
                each(fault, proxy -> proxy.replies().clear());

                return wasCut;
        }
    }

    private boolean wasCut(final TcpProxy proxy)
    {
        final Long at = cutAt.remove(proxy);

        return at != null && proxy.replies().forwardedBytes() >= at;
    }

    /**
     * Cuts a client off from a majority that loses its memory and is back at once: what must not happen.
     */
    void forgetMajority(final int client)
    {
        final List<Integer> forgetful = List.of(0, 1, 2);
        forgetful.forEach(node -> nodes.proxy(client, node).requests().drop());
        forgetful.forEach(node -> nodes.proxy(client, node).replies().drop());
        forgetful.forEach(node -> nodes.server(node).kill());
        forgetful.forEach(node -> nodes.server(node).start());
    }

    /**
     * Lets the client that was cut off come back.
     */
    void heal(final int client)
    {
        for (int node = 0; node < ChaosPlan.NODES; node++)
        {
            nodes.proxy(client, node).requests().clear();
            nodes.proxy(client, node).replies().clear();
        }
    }

    private void each(final PlannedFault fault, final Consumer<TcpProxy> action)
    {
        fault.nodes().stream().mapToObj(node -> nodes.proxy(fault.client(), node)).forEach(action);
    }
}
