// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import java.util.List;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Operation;
import dev.redlock.spi.ReleaseMethod;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Script;

/**
 * The commands of the lock, as templates: everything that the engine sends. Each says which replies it can
 * have. The owner token is byte slot {@link Operation#TOKEN}, the time to live in milliseconds is number slot
 * {@link #TTL}.
 */
public final class Commands
{
    /**
     * Number slot of the time to live.
     */
    public static final int TTL = 0;

    /**
     * Number slot of the number that a heartbeat must bring back.
     */
    public static final int NONCE = 0;

    private static final String EXACTLY = "exactly";

    private static final int DELEX = OperationKind.values().length;
    private static final int CAD = DELEX + 1;

    private final List<CommandTemplate> all;
    private final CommandTemplate[] byId;

    /**
     * Builds the templates.
     *
     * @param release script that deletes a key if its value is the token.
     * @param extend  script that prolongs a key if its value is the token; with one more argument it may also
     *                shorten its life.
     */
    public Commands(final Script release, final Script extend)
    {
        final int token = Operation.TOKEN;
        all = List.of(
            named(OperationKind.ACQUIRE, "acquire")
                .literal("SET").key().bytes(token).literal("NX", "PX").number(TTL)
                .answers(Reply.Kind.OK, Reply.Kind.NIL).build(),
            named(OperationKind.EXTEND, "extend by EVALSHA")
                .literal("EVALSHA", extend.sha1(), "1").key().bytes(token).number(TTL)
                .answersNumbers(1).build(),
            named(OperationKind.EXTEND_WITH_TEXT, "extend by EVAL")
                .literal("EVAL", extend.text(), "1").key().bytes(token).number(TTL)
                .answersNumbers(1).build(),
            named(OperationKind.RELEASE, "release by EVALSHA")
                .literal("EVALSHA", release.sha1(), "1").key().bytes(token).answersNumbers(1).build(),
            named(OperationKind.RELEASE_WITH_TEXT, "release by EVAL")
                .literal("EVAL", release.text(), "1").key().bytes(token).answersNumbers(1).build(),
            named(OperationKind.RELEASE_NATIVE, "release by DELIFEQ")
                .literal("DELIFEQ").key().bytes(token).answersNumbers(1).build(),
            named(OperationKind.RELEASE_LATER, "release later by EVALSHA")
                .literal("EVALSHA", extend.sha1(), "1").key().bytes(token).number(TTL).literal(EXACTLY)
                .answersNumbers(1).build(),
            named(OperationKind.RELEASE_LATER_WITH_TEXT, "release later by EVAL")
                .literal("EVAL", extend.text(), "1").key().bytes(token).number(TTL).literal(EXACTLY)
                .answersNumbers(1).build(),
            named(OperationKind.PING, "ping").literal("PING").number(NONCE)
                .answers(Reply.Kind.TEXT).build(),
            named(OperationKind.TIME, "time").literal("TIME").answersNumbers(2).build(),
            named(OperationKind.REPLICATION, "replication").literal("INFO", "replication")
                .answers(Reply.Kind.TEXT).build(),
            CommandTemplate.of(DELEX, "release by DELEX")
                .literal("DELEX").key().literal("IFEQ").bytes(token).answersNumbers(1).build(),
            CommandTemplate.of(CAD, "release by CAD")
                .literal("CAD").key().bytes(token).answersNumbers(1).build());
        byId = all.toArray(new CommandTemplate[0]);
    }

    /**
     * All templates, for {@link dev.redlock.spi.TransportContext}.
     *
     * @return immutable, each at the place of its id.
     */
    public List<CommandTemplate> all()
    {
        return all;
    }

    /**
     * The command of an operation; of the native releases, which are all answered alike, the first.
     */
    CommandTemplate of(final OperationKind kind)
    {
        return byId[kind.ordinal()];
    }

    /**
     * The command that releases by the method of a node.
     */
    CommandTemplate release(final ReleaseMethod method)
    {
        return method == ReleaseMethod.DELEX ? byId[DELEX] : method == ReleaseMethod.CAD ? byId[CAD] :
            of(OperationKind.releaseBy(method));
    }

    private static CommandTemplate.Builder named(final OperationKind kind, final String name)
    {
        return CommandTemplate.of(kind.ordinal(), name);
    }
}
