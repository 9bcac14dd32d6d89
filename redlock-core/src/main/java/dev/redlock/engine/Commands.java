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
 * The commands of the lock, as templates, and all that the engine ever sends. Each says how it can be
 * answered. The owner token is byte slot {@link Operation#TOKEN}, the time to live in milliseconds is number
 * slot {@link #TTL}.
 */
public final class Commands
{
    /**
     * Number slot of the time to live.
     */
    public static final int TTL = 0;

    /**
     * Number slot of what a heartbeat has to bring back.
     */
    public static final int NONCE = 0;

    private static final int ACQUIRE = 0;
    private static final int EXTEND_SHA = 1;
    private static final int EXTEND_TEXT = 2;
    private static final int RELEASE_SHA = 3;
    private static final int RELEASE_TEXT = 4;
    private static final int RELEASE_DELIFEQ = 5;
    private static final int RELEASE_DELEX = 6;
    private static final int RELEASE_CAD = 7;
    private static final int TIME = 8;
    private static final int PING = 9;
    private static final int REPLICATION = 10;

    private final List<CommandTemplate> all;
    private final CommandTemplate[] byId;

    /**
     * Builds the templates.
     *
     * @param release script that deletes a key if its value is the token.
     * @param extend  script that prolongs a key if its value is the token.
     */
    public Commands(final Script release, final Script extend)
    {
        final int token = Operation.TOKEN;
        all = List.of(
            CommandTemplate.of(ACQUIRE, "acquire")
                .literal("SET").key().bytes(token).literal("NX", "PX").number(TTL)
                .answers(Reply.Kind.OK, Reply.Kind.NIL).build(),
            CommandTemplate.of(EXTEND_SHA, "extend by EVALSHA")
                .literal("EVALSHA", extend.sha1(), "1").key().bytes(token).number(TTL)
                .answersNumbers(1).build(),
            CommandTemplate.of(EXTEND_TEXT, "extend by EVAL")
                .literal("EVAL", extend.text(), "1").key().bytes(token).number(TTL)
                .answersNumbers(1).build(),
            CommandTemplate.of(RELEASE_SHA, "release by EVALSHA")
                .literal("EVALSHA", release.sha1(), "1").key().bytes(token).answersNumbers(1).build(),
            CommandTemplate.of(RELEASE_TEXT, "release by EVAL")
                .literal("EVAL", release.text(), "1").key().bytes(token).answersNumbers(1).build(),
            CommandTemplate.of(RELEASE_DELIFEQ, "release by DELIFEQ")
                .literal("DELIFEQ").key().bytes(token).answersNumbers(1).build(),
            CommandTemplate.of(RELEASE_DELEX, "release by DELEX")
                .literal("DELEX").key().literal("IFEQ").bytes(token).answersNumbers(1).build(),
            CommandTemplate.of(RELEASE_CAD, "release by CAD")
                .literal("CAD").key().bytes(token).answersNumbers(1).build(),
            CommandTemplate.of(TIME, "time").literal("TIME").answersNumbers(2).build(),
            CommandTemplate.of(PING, "ping").literal("PING").number(NONCE)
                .answers(Reply.Kind.TEXT).build(),
            CommandTemplate.of(REPLICATION, "replication").literal("INFO", "replication")
                .answers(Reply.Kind.TEXT).build());
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
     * Whether the command that an operation was for can have been answered so.
     */
    boolean canAnswer(final OperationKind kind, final Reply reply)
    {
        return templateOf(kind).canAnswer(reply);
    }

    /*
     * What is answered to the native commands is the same for all.
     */
    private CommandTemplate templateOf(final OperationKind kind)
    {
        switch (kind)
        {
            case ACQUIRE:
                return byId[ACQUIRE];

            case EXTEND:
                return byId[EXTEND_SHA];

            case EXTEND_WITH_TEXT:
                return byId[EXTEND_TEXT];

            case RELEASE:
                return byId[RELEASE_SHA];

            case RELEASE_WITH_TEXT:
                return byId[RELEASE_TEXT];

            case RELEASE_NATIVE:
                return byId[RELEASE_DELIFEQ];

            case PING:
                return byId[PING];

            case REPLICATION:
                return byId[REPLICATION];

            default:
                return byId[TIME];
        }
    }

    CommandTemplate acquire()
    {
        return byId[ACQUIRE];
    }

    CommandTemplate extend()
    {
        return byId[EXTEND_SHA];
    }

    CommandTemplate extendWithText()
    {
        return byId[EXTEND_TEXT];
    }

    CommandTemplate release(final ReleaseMethod method)
    {
        switch (method)
        {
            case DELIFEQ:
                return byId[RELEASE_DELIFEQ];

            case DELEX:
                return byId[RELEASE_DELEX];

            case CAD:
                return byId[RELEASE_CAD];

            default:
                return byId[RELEASE_SHA];
        }
    }

    CommandTemplate releaseWithText()
    {
        return byId[RELEASE_TEXT];
    }

    CommandTemplate time()
    {
        return byId[TIME];
    }

    CommandTemplate ping()
    {
        return byId[PING];
    }

    CommandTemplate replication()
    {
        return byId[REPLICATION];
    }
}
