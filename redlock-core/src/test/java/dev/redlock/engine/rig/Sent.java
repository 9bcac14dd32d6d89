// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.rig;

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;

import dev.redlock.engine.wire.NodeCommand;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Operation;

/**
 * One operation that the engine offered for one node, or for its second connection.
 */
public final class Sent
{
    private static final Set<OperationKind> HEARTBEAT =
        EnumSet.range(OperationKind.PING, OperationKind.MARKER);

    public final int node;
    public final long correlationId;
    public final OperationKind kind;
    public final NodeCommand command;
    public final ScriptedKey key;
    public final String token;
    final long ttlMs;
    public final long fencingToken;
    public final long atNs;
    public final String text;

    /*
     * When the round began that it belongs to, as far as the law knows; the place among all that was sent.
     */
    long roundStartNs;
    long place;

    public Sent(final int node, final Operation operation, final NodeCommand command, final long atNs)
    {
        this.node = node;
        this.command = command;
        kind = command.kind();
        this.atNs = atNs;
        correlationId = operation.correlationId();
        key = (ScriptedKey)operation.key();
        token = operation.key() == null ? "" : latin(operation.bytes(Operation.TOKEN));
        ttlMs = operation.number(NodeCommand.TTL);
        fencingToken = operation.number(NodeCommand.FENCING_TOKEN);
        text = textOf(operation);
    }

    /**
     * Whether it belongs to a heartbeat and to no attempt.
     */
    public boolean isHeartbeat()
    {
        return HEARTBEAT.contains(kind);
    }

    private static String textOf(final Operation operation)
    {
        final CommandTemplate template = operation.template();
        final StringBuilder text = new StringBuilder();

        for (int i = 0; i < template.argumentCount(); i++)
        {
            text.append(i == 0 ? "" : " ");
            switch (template.kind(i))
            {
                case LITERAL -> text.append(latin(template.literal(i)));
                case KEY ->
                    text.append(((ScriptedKey)operation.key()).name).append(latin(template.literal(i)));
                case NUMBER -> text.append(operation.number(template.slot(i)));
                default -> text.append("<token>");
            }
        }

        return text.toString();
    }

    private static String latin(final byte[] bytes)
    {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString()
    {
        return "n" + node + " " + text;
    }
}
