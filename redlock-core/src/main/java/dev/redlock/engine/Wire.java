// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Operation;
import dev.redlock.spi.ReleaseMethod;
import dev.redlock.spi.Transport;

/**
 * Sends operations and keeps book of what is in flight.
 */
final class Wire
{
    private static final int HEARTBEAT = 3;

    private final Operation operation = new Operation();
    private final Transport transport;
    private final Commands commands;

    /*
     * The last quarter of a node's room is for releases and heartbeats: what may hold a key can always be
     * let go.
     */
    private final int roomForOthers;

    /*
     * The last places are for a heartbeat: it must find out what has become of a node however much is asked
     * of it, and above all of one that is slow.
     */
    private final int roomForReleases;

    Wire(final Transport transport, final Commands commands, final int inFlightPerNode)
    {
        this.transport = transport;
        this.commands = commands;
        roomForOthers = inFlightPerNode - inFlightPerNode / 4;
        roomForReleases = inFlightPerNode - HEARTBEAT;
    }

    int acquire(final Node node, final Attempt attempt, final long nowNs)
    {
        return node.isDoubtful ? Transport.NOT_CONNECTED :
            send(node, OperationKind.ACQUIRE, commands.acquire(), attempt, nowNs);
    }

    int extend(final Node node, final Attempt attempt, final long nowNs)
    {
        return node.releaseMethod == ReleaseMethod.TEXT ? extendWithText(node, attempt, nowNs) :
            send(node, OperationKind.EXTEND, commands.extend(), attempt, nowNs);
    }

    int extendWithText(final Node node, final Attempt attempt, final long nowNs)
    {
        return send(node, OperationKind.EXTEND_WITH_TEXT, commands.extendWithText(), attempt, nowNs);
    }

    int release(final Node node, final Attempt attempt, final long nowNs)
    {
        final ReleaseMethod method = node.releaseMethod;
        if (method == ReleaseMethod.TEXT)
        {
            return releaseWithText(node, attempt, nowNs);
        }
        final OperationKind kind =
            method == ReleaseMethod.SCRIPT ? OperationKind.RELEASE : OperationKind.RELEASE_NATIVE;

        return send(node, kind, commands.release(method), attempt, nowNs);
    }

    int releaseWithText(final Node node, final Attempt attempt, final long nowNs)
    {
        return send(node, OperationKind.RELEASE_WITH_TEXT, commands.releaseWithText(), attempt, nowNs);
    }

    void ping(final Node node, final long nonce, final long nowNs)
    {
        beat(node, OperationKind.PING, commands.ping(), nonce, nowNs);
    }

    void sendTime(final Node node, final long nowNs)
    {
        beat(node, OperationKind.TIME, commands.time(), nowNs, nowNs);
    }

    void askReplication(final Node node, final long nowNs)
    {
        beat(node, OperationKind.REPLICATION, commands.replication(), nowNs, nowNs);
    }

    private void beat(
        final Node node,
        final OperationKind kind,
        final CommandTemplate template,
        final long mark,
        final long nowNs)
    {
        final InFlight inFlight = node.inFlight;

        if (inFlight.size() == inFlight.capacity())
        {
            return;
        }

        operation.wrap(template, null, inFlight.nextId()).number(Commands.NONCE, mark);
        if (transport.offer(node.index, operation) == Transport.ACCEPTED)
        {
            inFlight.add(kind, mark, nowNs);
        }
    }

    /**
     * Whether an acquisition or an extension could be sent to the node now.
     */
    boolean hasRoom(final Node node)
    {
        return node.isUp() && node.inFlight.size() < roomForOthers;
    }

    private int send(
        final Node node,
        final OperationKind kind,
        final CommandTemplate template,
        final Attempt attempt,
        final long nowNs)
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

        operation.wrap(template, attempt.key(), inFlight.nextId())
            .bytes(Operation.TOKEN, attempt.token)
            .number(Commands.TTL, attempt.round.ttlNs / ClaimOptions.NS_PER_MS);

        final int offered = transport.offer(node.index, operation);
        if (offered == Transport.ACCEPTED)
        {
            inFlight.add(kind, attempt, nowNs);
            attempt.onOffered(kind);
        }

        return offered;
    }
}
