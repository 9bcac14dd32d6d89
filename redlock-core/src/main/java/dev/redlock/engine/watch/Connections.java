// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.node.Admitted;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Transport;

/**
 * Keeps the connections: connects, gives up and reconnects, for ever, as {@link NodePolicy} decides.
 */
public final class Connections
{
    private final EngineConfig config;
    private final Nodes nodes;
    private final Timers timers;
    private final Meter meter;
    private final Transport transport;
    private final NodePolicy policy;
    private final Stakes stakes;
    private final Heartbeat heartbeat;
    private final NodeEvents events;

    public Connections(final EngineConfig config, final Nodes nodes, final Timers timers, final Meter meter,
        final Transport transport, final NodePolicy policy, final Stakes stakes, final Heartbeat heartbeat,
        final NodeEvents events)
    {
        this.config = config;
        this.nodes = nodes;
        this.timers = timers;
        this.meter = meter;
        this.transport = transport;
        this.policy = policy;
        this.stakes = stakes;
        this.heartbeat = heartbeat;
        this.events = events;
    }

    public void connectAll(final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            connect(nodes.at(i), nowNs);
        }
    }

    /**
     * @return the nodes that were sent a heartbeat, a bit each.
     */
    public int onUp(final Node node, final Admitted admitted, final long nowNs)
    {
        node.up(admitted, transport.isLocal(node.connection), nowNs);
        policy.onUp(node, nowNs);
        heartbeat.begin(node, nowNs);
        meter.count(Counter.CONNECTS);
        events.onNodeUp(node.index, admitted.isRestarted());

        return heartbeat.onTimer(node, nowNs);
    }

    public void onDown(final Node node, final DownReason reason, final String detail, final boolean hopeless,
        final long nowNs)
    {
        policy.onEnded(node, reason, nowNs);
        final boolean wasUp = node.isUp();
        final boolean isOurs = reason == DownReason.LOCAL && node.isHungUp();
        final DownReason toldReason = isOurs ? node.hungUpAs() : reason;
        final String toldDetail = isOurs ? node.hungUpBecause() : detail;
        node.down(policy.reconnectNs(node, hopeless, nowNs));
        meter.count(Counter.DISCONNECTS);
        if (reason == DownReason.REFUSED)
        {
            meter.count(Counter.NODES_REFUSED);
        }
        events.onNodeDown(node.index, toldReason, toldDetail);
        armWhileDown(node);
        stakes.onDown(wasUp, nowNs);
    }

    /**
     * @return the nodes that were sent a heartbeat, a bit each.
     */
    public int onTimer(final Node node, final long nowNs)
    {
        switch (node.link())
        {
            case DOWN -> reconnectIfDue(node, nowNs);
            case CONNECTING -> giveUpIfDue(node, nowNs);
            default ->
            {
                return heartbeat.onTimer(node, nowNs);
            }
        }

        return 0;
    }

    private void reconnectIfDue(final Node node, final long nowNs)
    {
        if (policy.isWanted(node) && nowNs - node.dueNs() >= 0)
        {
            connect(node, nowNs);
        }
        else
        {
            armWhileDown(node);
        }
    }

    private void armWhileDown(final Node node)
    {
        if (policy.isWanted(node))
        {
            timers.arm(node, node.dueNs());
        }
    }

    private void connect(final Node node, final long nowNs)
    {
        node.connecting(nowNs + config.connectTimeoutNs());
        timers.arm(node, node.dueNs());
        transport.connect(node.connection);
    }

    private void giveUpIfDue(final Node node, final long nowNs)
    {
        if (nowNs - node.dueNs() >= 0)
        {
            node.giveUpAgain(nowNs + config.connectTimeoutNs());
            policy.hangUpOnUnready(node);
        }

        timers.arm(node, node.dueNs());
    }
}
