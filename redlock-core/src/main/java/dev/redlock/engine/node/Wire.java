// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.node;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.Commands;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Validity;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Transport;

/**
 * Sends operations and records what is in flight.
 */
public final class Wire
{
    private static final int HEARTBEAT = 4;
    private static final int MARKED_HEARTBEAT = HEARTBEAT + 1;

    private final Operation operation = new Operation();
    private final Transport transport;
    private final Commands commands;
    private final Drift drift;
    private final boolean isByScript;

    /*
     * The last quarter of a node's room is for releases and heartbeats, so that a release always finds room.
     */
    private final int roomForOthers;

    /*
     * The last places are for a heartbeat: it must learn a node's state under any load, above all a slow
     * node's.
     */
    private final int roomForReleases;

    public Wire(final Transport transport, final Commands commands, final EngineConfig config)
    {
        final int inFlightPerNode = config.maxInFlightPerNode();
        this.transport = transport;
        this.commands = commands;
        drift = config.drift();
        isByScript = commands.areMarked() || drift.isMeasured();
        roomForOthers = inFlightPerNode - inFlightPerNode / 4;
        roomForReleases = inFlightPerNode - (commands.areMarked() ? MARKED_HEARTBEAT : HEARTBEAT);
    }

    public int acquire(final Node node, final Attempt attempt, final long nowNs)
    {
        return node.isDoubtful() ? Transport.NOT_CONNECTED :
            send(node, acquisitionBy(node, attempt), attempt, nowNs);
    }

    public OperationKind acquisitionBy(final Node node, final Attempt attempt)
    {
        return OperationKind.acquisitionBy(node.releaseMethod(), attempt.isFenced(), isByScript);
    }

    public int extend(final Node node, final Attempt attempt, final long nowNs)
    {
        return send(node, extensionBy(node, attempt), attempt, nowNs);
    }

    public OperationKind extensionBy(final Node node, final Attempt attempt)
    {
        return OperationKind.extensionBy(node.releaseMethod(), attempt.isFenced());
    }

    /**
     * Has the node delete the key, at once or, if it is to be kept for a while, at the end of that.
     */
    public int release(final Node node, final Attempt attempt, final long nowNs)
    {
        return send(node,
            OperationKind.releaseBy(node.releaseMethod(), attempt.isFenced(),
            attempt.keptForMs(nowNs) != 0), attempt, nowNs);
    }

    /**
     * Sends the text of a script to a node that lacked it.
     *
     * @param kind as it was sent by digest.
     */
    public int sendText(final Node node, final OperationKind kind, final Attempt attempt, final long nowNs)
    {
        return send(node, kind.withText(), attempt, nowNs);
    }

    /**
     * Asks a node about its vote for a lease, outside of any round.
     *
     * @param kind    acquisition or extension.
     * @param ttlNs   time to live, in whole milliseconds.
     * @param untilNs when a vote that it brings ends.
     */
    public int sendAside(final Node node, final OperationKind kind, final Attempt attempt, final long ttlNs,
        final long untilNs, final long nowNs)
    {
        final int offered = offer(node, kind, attempt, keyTtlMs(attempt, ttlNs, nowNs));
        if (offered == Transport.ACCEPTED)
        {
            node.inFlight.add(InFlight.Asker.ASIDE, kind, attempt, untilNs, nowNs);
            attempt.onOffered(kind, node.index);
            attempt.onOfferedAside(node.index);
        }

        return offered;
    }

    /**
     * Sends part of a heartbeat.
     *
     * @param mark what is to be known of it when it is answered: for PING the number that must come back.
     */
    public void sendBeat(final Node node, final OperationKind kind, final long mark, final long nowNs)
    {
        final InFlight inFlight = node.inFlight;

        if (inFlight.size() < inFlight.capacity())
        {
            operation.wrap(commands.of(kind), null, inFlight.nextId()).number(Commands.NONCE, mark);
            if (transport.offer(node.connection, operation) == Transport.ACCEPTED)
            {
                inFlight.add(kind, mark, nowNs);
            }
        }
    }

    /**
     * Asks for a sign of life on the connection that waits.
     *
     * @param connection that confirms.
     * @param beatId     for the answer, which must bring back its number.
     * @return whether it was taken.
     */
    public boolean beatAside(final Connection connection, final long beatId)
    {
        return transport.offer(connection, operation.wrap(commands.of(OperationKind.PING), null, beatId)
            .number(Commands.NONCE, -beatId)) == Transport.ACCEPTED;
    }

    /**
     * Has a node write a barrier behind everything that it has executed, and say when that is durable.
     *
     * @param connection that confirms.
     * @param barrier    which kind.
     * @param barrierId  for the answer to the barrier; the next one is for the confirmation.
     * @return whether both were taken.
     */
    public boolean askToConfirm(
        final Connection connection, final OperationKind barrier, final long barrierId)
    {
        return offer(connection, barrier, barrierId) &&
            offer(connection, OperationKind.CONFIRM, barrierId + 1);
    }

    private boolean offer(final Connection connection, final OperationKind kind, final long id)
    {
        return transport.offer(connection, operation.wrap(commands.of(kind), null, id)) == Transport.ACCEPTED;
    }

    /**
     * Whether an acquisition or an extension could be sent to the node now.
     */
    public boolean hasRoom(final Node node)
    {
        return node.isUp() && node.inFlight.size() < roomForOthers;
    }

    private int send(final Node node, final OperationKind kind, final Attempt attempt, final long nowNs)
    {
        final int offered = offer(node, kind, attempt, kind.isRelease() ?
            attempt.keptForMs(nowNs) : keyTtlMs(attempt, attempt.round.ttlNs(), nowNs));
        if (offered == Transport.ACCEPTED)
        {
            node.inFlight.add(InFlight.Asker.ROUND, kind, attempt, attempt.round.untilNs, nowNs);
            attempt.onOffered(kind, node.index);
        }

        return offered;
    }

    /*
     * A fenced extension may set a key anew that has gone, and its answer does not say so: the key has to
     * last as long as any vote that may count. Other fenced questions lose nothing by the same rule.
     */
    private long keyTtlMs(final Attempt attempt, final long ttlNs, final long nowNs)
    {
        final long leastNs = attempt.isFenced() ? Validity.ttlNs(attempt.votesEndNs() - nowNs, drift) : 0;

        return Math.max(ttlNs, leastNs) / ClaimOptions.NS_PER_MS;
    }

    private int offer(final Node node, final OperationKind kind, final Attempt attempt, final long ttlMs)
    {
        final InFlight inFlight = node.inFlight;

        if (!node.isUp())
        {
            return Transport.NOT_CONNECTED;
        }
        if (inFlight.size() >= (kind.isRelease() ? roomForReleases : roomForOthers))
        {
            return Transport.BACK_PRESSURED;
        }

        final CommandTemplate template = kind == OperationKind.RELEASE_NATIVE ?
            commands.release(node.releaseMethod()) : commands.of(kind);
        operation.wrap(template, attempt.claim.key, inFlight.nextId())
            .bytes(Operation.TOKEN, attempt.token)
            .bytes(Commands.MARKER, node.marker())
            .number(Commands.TTL, ttlMs)
            .number(Commands.FENCING_TOKEN, attempt.fencingToken());

        return transport.offer(node.connection, operation);
    }
}
