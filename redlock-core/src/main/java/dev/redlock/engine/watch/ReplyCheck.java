// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.wire.NodeCommand;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.engine.wire.ReplyFacts;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;
import dev.redlock.text.Printable;

/**
 * Checks every answer of a running node for signs that it is no longer what was admitted, or that answers no
 * longer match their questions. Either ends the connection.
 */
public final class ReplyCheck
{
    private final NodeEvents events;

    public ReplyCheck(final NodeEvents events)
    {
        this.events = events;
    }

    /**
     * What an answer shows.
     *
     * @param nodeIndex of the node that gave it.
     * @param command   that it is given to.
     * @param nonce     that must come back, if the operation carried one.
     * @param marker    that the node must have; looked at for {@link OperationKind#MARKER} only.
     * @param reply     what it said.
     * @return null if it shows nothing.
     */
    public Objection objectionTo(final int nodeIndex, final NodeCommand command, final long nonce,
        final byte[] marker, final Reply reply)
    {
        final OperationKind kind = command.kind();

        if (reply.kind() == Reply.Kind.ERROR)
        {
            return reply.errorCode() == ErrorCode.NOSCRIPT ? judge(nodeIndex, kind, reply) :
                ofError(reply.errorCode());
        }
        if (!command.template().canAnswer(reply))
        {
            return new Objection(DownReason.PROTOCOL, "answered " + kind + " with " + reply.kind() +
                ", which belongs to another question", true);
        }
        if (ReplyFacts.isOtherIncarnation(kind, reply, marker))
        {
            return new Objection(DownReason.LOCAL, "has lost its incarnation marker, or has another one: " +
                "its keys may be gone, and its votes are dropped", true);
        }
        if (ReplyFacts.isOtherConfiguration(kind, reply, marker))
        {
            return new Objection(DownReason.LOCAL, "has been declared anew (its incarnation marker has " +
                "changed, but not its keys); it is asked again who it is", false);
        }
        if (kind == OperationKind.PING && reply.kind() == Reply.Kind.TEXT && !isNumber(reply, nonce))
        {
            return new Objection(DownReason.PROTOCOL, "answered a heartbeat with another question's " +
                "answer: its answers are shifted", true);
        }
        if ((kind == OperationKind.REPLICATION || kind == OperationKind.MEMORY) &&
            reply.kind() == Reply.Kind.TEXT)
        {
            return judge(nodeIndex, kind, reply);
        }

        return null;
    }

    /*
     * Nobody knows what odd answers make a judgement throw; that must stay this one node's trouble. A lack of
     * scripts is somebody's flush of them, and says nothing of the keys.
     */
    private Objection judge(final int nodeIndex, final OperationKind kind, final Reply reply)
    {
        final boolean isLackOfScript = reply.kind() == Reply.Kind.ERROR;
        try
        {
            final String why = isLackOfScript ? events.objectionToLackOfScript(nodeIndex) :
                kind == OperationKind.MEMORY ? events.objectionToMemory(nodeIndex, reply) :
                events.objectionTo(nodeIndex, reply);

            return why == null ? null : new Objection(DownReason.LOCAL, why, !isLackOfScript,
                kind == OperationKind.MEMORY && !isLackOfScript);
        }
        catch (final Throwable ex)
        {
            return new Objection(DownReason.LOCAL, "cannot be judged by its answer to " +
                (isLackOfScript ? kind : "INFO") + " (" + Printable.of(ex) + "); it is asked again who it is",
                !isLackOfScript);
        }
    }

    /*
     * A server that is what was admitted says none of these. A replica, a node that loads a data set, or a
     * part of a cluster may have lost its grants; a node that forgot our login need not.
     */
    private static Objection ofError(final ErrorCode code)
    {
        return switch (code)
        {
            case READONLY, MASTERDOWN, LOADING, CLUSTER -> notAsAdmitted(code, true);
            case NOAUTH -> notAsAdmitted(code, false);
            default -> null;
        };
    }

    private static Objection notAsAdmitted(final ErrorCode code, final boolean isForgetful)
    {
        return new Objection(DownReason.LOCAL, "answered " + code +
            ", so it may have changed since it was admitted; it is asked again who it is", isForgetful);
    }

    private static boolean isNumber(final Reply reply, final long number)
    {
        long rest = number;
        int at = reply.textLength();
        do
        {
            at--;
            if (at < 0 || reply.text(at) != '0' + rest % 10)
            {
                return false;
            }
            rest /= 10;
        }
        while (rest > 0);

        return at == 0;
    }

    /**
     * Why a connection has to end.
     *
     * @param reason      for the news of its end.
     * @param why         for people.
     * @param isForgetful whether what the node has granted may be worth nothing.
     * @param isEvicting  whether that is so because the node is set to evict keys.
     */
    public record Objection(DownReason reason, String why, boolean isForgetful, boolean isEvicting)
    {
        Objection(final DownReason reason, final String why, final boolean isForgetful)
        {
            this(reason, why, isForgetful, false);
        }
    }
}
