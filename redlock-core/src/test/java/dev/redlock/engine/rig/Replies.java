// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.rig;

import java.nio.charset.StandardCharsets;

import dev.redlock.engine.wire.OperationKind;
import dev.redlock.engine.wire.ReplyFacts;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;

/**
 * The answers that nodes give.
 */
public final class Replies
{
    // What the nodes' clocks show first.
    public static final long START_US = 1_800_000_000_000_000L;

    private Replies()
    {
    }

    public static Reply granted(final Sent sent)
    {
        return isSet(sent) ? new Reply().set(Reply.Kind.OK) : tellsTime(sent) ? grantedByScript() :
            sent.kind == OperationKind.PASS ? passed(1, 0) : number(1);
    }

    public static Reply refused(final Sent sent)
    {
        return isSet(sent) ? new Reply().set(Reply.Kind.NIL) :
            sent.kind == OperationKind.WAIT ? place(10_000, 1, 1) :
            sent.kind == OperationKind.PASS ? passed(0, 0) :
            tellsTime(sent) ? fence(0, 0) : number(0);
    }

    /**
     * To one that waits in line.
     *
     * @param msLeft of the key; -2 without one.
     * @param rank   how many are before it.
     * @param holder mailbox of who has the key; 0 for nobody.
     */
    public static Reply place(final long msLeft, final long rank, final long holder)
    {
        return number(0).add(0).add(msLeft).add(0).add(rank).add(rank == 0 ? 1 : -1).add(holder);
    }

    /**
     * To one that waits in line for a fenced lock, and has it already.
     *
     * @param lastToken above the one that was proposed.
     */
    public static Reply oursWith(final long lastToken)
    {
        return number(-1).add(lastToken).add(1_000).add(0).add(-1).add(-1).add(1);
    }

    /**
     * The same where it was released.
     */
    public static Reply releasedWith(final long lastToken)
    {
        return number(-1).add(lastToken).add(-2).add(0).add(-2).add(-1).add(0);
    }

    /**
     * The same where the lock is free.
     */
    public static Reply freeAbove(final long lastToken)
    {
        return number(-1).add(lastToken).add(-2).add(0).add(0).add(-1).add(0);
    }

    /**
     * To a release that gives the key to the next in line.
     *
     * @param released 1 if the key was ours, else 0.
     * @param waiting  how many are in line.
     */
    public static Reply passed(final long released, final long waiting)
    {
        return number(released).add(0).add(waiting);
    }

    static boolean isSet(final Sent sent)
    {
        return sent.kind.isAcquisition() && !sent.command.isScript();
    }

    private static boolean tellsTime(final Sent sent)
    {
        return sent.command.template().canAnswer(grantedByScript());
    }

    /**
     * What a script answers when it grants a lock: the node's time.
     */
    public static Reply grantedByScript()
    {
        return number(START_US);
    }

    /**
     * What the script of fenced locks answers when it refuses.
     */
    public static Reply fence(final long code, final long lastToken)
    {
        return number(code).add(lastToken).add(0).add(0);
    }

    /**
     * The same, with the node's time if it is of the kind that tells it.
     */
    static Reply at(final long timeUs, final Reply reply)
    {
        if (reply.isTime() || !ReplyFacts.tellsTime(reply))
        {
            return reply.isTime() ? number(timeUs) : reply;
        }

        final Reply timed = number(reply.number(0)).add(reply.number(1)).add(reply.number(2)).add(timeUs);
        for (int i = timed.size(); i < reply.size(); i++)
        {
            timed.add(reply.number(i));
        }

        return timed;
    }

    public static Reply number(final long number)
    {
        return new Reply().set(Reply.Kind.NUMBERS).add(number);
    }

    /**
     * To any part of a heartbeat.
     */
    public static Reply beat(final Sent sent, final long micros)
    {
        return switch (sent.kind)
        {
            case PING -> text(sent.text.substring("PING ".length()));
            case MEMORY -> text("# Memory\r\nmaxmemory:0\r\nmaxmemory_policy:noeviction\r\n");
            case REPLICATION -> text("# Replication\r\nrole:master\r\n");
            default -> time(micros);
        };
    }

    public static Reply text(final String text)
    {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

        return new Reply().set(Reply.Kind.TEXT).add(bytes, 0, bytes.length);
    }

    static String textOf(final Reply reply)
    {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < reply.textLength(); i++)
        {
            text.append((char)reply.text(i));
        }

        return text.toString();
    }

    public static Reply time(final long micros)
    {
        return new Reply().set(Reply.Kind.NUMBERS).add(micros / 1_000_000).add(micros % 1_000_000);
    }

    public static Reply error(final ErrorCode code)
    {
        return new Reply().setError(code, code + " says the server");
    }

    public static Reply strange()
    {
        return new Reply().set(Reply.Kind.OTHER);
    }

    public static Reply lost()
    {
        return new Reply().set(Reply.Kind.LOST);
    }
}
