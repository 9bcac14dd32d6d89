// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.node;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.Round;
import dev.redlock.engine.claim.Ticket;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.settings.FenceRule;
import dev.redlock.engine.wire.Commands;
import dev.redlock.engine.wire.NodeCommand;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.engine.wire.Primitive;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Transport;

/**
 * Sends operations and records what is in flight.
 */
public final class Sender
{
    private static final long NEXT_TOKEN_US = 2_000;

    private final Operation operation = new Operation();
    private final Transport transport;
    private final Commands commands;
    private final MedianTime time;
    private final FenceRule fence;

    /*
     * The last quarter of a node's room is for releases and heartbeats, so that a release always finds room.
     */
    private final int roomForOthers;

    /*
     * The last places are for a heartbeat: it must learn a node's state under any load, above all a slow
     * node's.
     */
    private final int roomForReleases;

    public Sender(final Transport transport, final Commands commands, final EngineConfig config,
        final MedianTime time)
    {
        final int inFlightPerNode = config.maxInFlightPerNode();
        this.transport = transport;
        this.commands = commands;
        this.time = time;
        fence = config.fence();
        roomForOthers = inFlightPerNode - inFlightPerNode / 4;
        roomForReleases = inFlightPerNode - commands.beats();
    }

    public int acquire(final Node node, final Attempt attempt, final long nowNs)
    {
        if (node.isDoubtful())
        {
            return Transport.NOT_CONNECTED;
        }
        if (attempt.isInLine())
        {
            return node.doesWake() ?
                send(node, attempt.primitive().await(node.releaseMethod()), attempt, nowNs) :
                Transport.NOT_CONNECTED;
        }

        return send(node, attempt.primitive().acquire(node.releaseMethod()), attempt, nowNs);
    }

    public int extend(final Node node, final Attempt attempt, final long nowNs)
    {
        return send(node, attempt.primitive().extend(node.releaseMethod()), attempt, nowNs);
    }

    /**
     * Has the node delete the key, at once or, if it is to be kept for a while, at the end of that; or give
     * it to the next in line, if somebody may wait there.
     */
    public int release(final Node node, final Attempt attempt, final long nowNs)
    {
        final boolean isKept = attempt.keptForMs(nowNs) != 0;
        final Primitive primitive = attempt.primitive();
        final ReleaseMethod method = node.releaseMethod();
        final NodeCommand command = primitive.hasLine() && attempt.isPassedAt(node.index) ?
            primitive.pass(method) : primitive.release(method, isKept);

        return send(node, command, attempt, nowNs);
    }

    /*
     * Above all that the next in line may have proposed by the time as it knows it, so that it need not ask
     * for a higher one.
     */
    private long nextToken(final Attempt attempt, final long nowNs)
    {
        final long own = attempt.fencingToken();
        final long timeUs = time.us(nowNs);
        final long seen = fence.believed(attempt.claim.place.line.lastToken(), timeUs);

        return own == 0 ? 0 : Math.max(timeUs + NEXT_TOKEN_US, Math.max(own, seen) + 1);
    }

    /**
     * Has the node end a place in its line, and give nothing.
     */
    public int leaveLine(final Node node, final Attempt attempt, final long nowNs)
    {
        return send(node, attempt.primitive().pass(node.releaseMethod()), attempt, nowNs);
    }

    /**
     * Sends the text of a script to a node that lacked it.
     *
     * @param command as it was sent by digest.
     */
    public int sendText(final Node node, final NodeCommand command, final Attempt attempt, final long nowNs)
    {
        return send(node, command.withText(), attempt, nowNs);
    }

    /**
     * Asks a node about its vote for a lease, outside of any round.
     *
     * @param command acquisition or extension.
     * @param ttlNs   time to live, in whole milliseconds.
     * @param untilNs when a vote that it brings ends.
     */
    public int sendAside(final Node node, final NodeCommand command, final Attempt attempt, final long ttlNs,
        final long untilNs, final long nowNs)
    {
        return send(InFlight.Asker.ASIDE, node, command, attempt, keyTtlMs(attempt, ttlNs, nowNs), untilNs,
            nowNs);
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
            operation.number(NodeCommand.NONCE, mark);
            if (offer(node.connection, kind, inFlight.nextId()))
            {
                inFlight.add(InFlight.Asker.NODE, commands.of(kind), 0, 0, mark, nowNs);
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
        operation.number(NodeCommand.NONCE, -beatId);

        return offer(connection, OperationKind.PING, beatId);
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
        operation.wrap(commands.of(kind).template(), null, id);

        return transport.offer(connection, operation) == Transport.ACCEPTED;
    }

    /**
     * Whether an acquisition or an extension could be sent to the node now.
     */
    public boolean hasRoom(final Node node)
    {
        return node.isUp() && node.inFlight.size() < roomForOthers;
    }

    private int send(final Node node, final NodeCommand command, final Attempt attempt, final long nowNs)
    {
        final Round round = attempt.round;
        final long ttlMs = command.kind().isRelease() ? attempt.keptForMs(nowNs) :
            command.kind() == OperationKind.WAIT ? round.ttlNs() / ClaimOptions.NS_PER_MS :
            keyTtlMs(attempt, round.ttlNs(), nowNs);

        return send(InFlight.Asker.ROUND, node, command, attempt, ttlMs, round.untilNs, nowNs);
    }

    private static long keyTtlMs(final Attempt attempt, final long ttlNs, final long nowNs)
    {
        final long leastNs = attempt.primitive().leastTtlNs(attempt.votesEndNs() - nowNs);

        return Math.max(ttlNs, leastNs) / ClaimOptions.NS_PER_MS;
    }

    private int send(final InFlight.Asker asker, final Node node, final NodeCommand command,
        final Attempt attempt, final long ttlMs, final long untilNs, final long nowNs)
    {
        final InFlight inFlight = node.inFlight;

        if (!node.isUp())
        {
            return Transport.NOT_CONNECTED;
        }
        if (inFlight.size() >= (command.kind().isRelease() ? roomForReleases : roomForOthers))
        {
            return Transport.BACK_PRESSURED;
        }

        operation.wrap(command.template(), attempt.claim.key, inFlight.nextId())
            .bytes(Operation.TOKEN, attempt.token)
            .bytes(NodeCommand.MARKER, node.marker())
            .number(NodeCommand.TTL, ttlMs)
            .number(NodeCommand.FENCING_TOKEN, attempt.fencingToken());
        if (command.kind() == OperationKind.WAIT)
        {
            final Ticket ticket = attempt.claim.ticket();
            operation.number(NodeCommand.SINCE, ticket.sinceUs())
                .number(NodeCommand.DRAWN_MS,
                    (attempt.round.startNs - attempt.startNs()) / ClaimOptions.NS_PER_MS)
                .number(NodeCommand.TAKE, ticket.isTaking() ? 1 : 0);
        }
        else if (command.kind() == OperationKind.PASS)
        {
            operation.number(NodeCommand.GIVE, attempt.releasing.isGivenToNobody() ? 0 : 1)
                .number(NodeCommand.NEXT_TOKEN, nextToken(attempt, nowNs));
        }

        final int offered = transport.offer(node.connection, operation);
        if (offered == Transport.ACCEPTED)
        {
            inFlight.add(asker, command, attempt.index, attempt.round.number, untilNs, nowNs);
            attempt.onOffered(command.kind(), node.index);
        }

        return offered;
    }
}
