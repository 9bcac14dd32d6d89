// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.scripts;

import dev.redlock.spi.Answer;
import dev.redlock.test.memory.scripts.MemoryLine.Ticket;

/**
 * What wait.lua does, for nodes without Lua.
 */
public final class MemoryWait
{
    private static final int TTL = 8;
    private static final int SINCE = 9;
    private static final int SENT = 10;
    private static final int TAKE = 11;
    private static final int MARKER = 14;
    private static final long STALE = -1;
    private static final long RELEASED = -2;
    private static final long IMPLAUSIBLE = -2;

    private final MemoryLine line;
    private final ScriptCall call;
    private final long sinceUs;
    private String holder;
    private boolean isQueued;

    private MemoryWait(final ScriptCall call)
    {
        this.call = call;
        line = new MemoryLine(call);
        sinceUs = Math.min(call.number(SINCE), line.nowUs);
    }

    /**
     * Takes, prolongs or waits.
     *
     * @param call of the script.
     * @return the node's time if granted, or seven numbers.
     */
    public static Answer run(final ScriptCall call)
    {
        return new MemoryWait(call).run();
    }

    /**
     * The same behind a look at the node's marker.
     *
     * @param call of the script, with one more key and one more argument.
     * @return the node's time if granted, or seven numbers.
     */
    public static Answer runMarked(final ScriptCall call)
    {
        final long code = MemoryScript.objection(call);

        return code == 0 ? run(call) : ScriptCall.answer(code, 0, 0, call.timeUs(), -1, -1, 0);
    }

    private Answer run()
    {
        if (call.argumentCount() > MARKER)
        {
            line.isUnder(call.argument(MARKER));
        }
        holder = line.holder();
        isQueued = rank().kind() != Answer.Kind.NIL;
        if (!isQueued)
        {
            call.run("HGET", line.tickets, ScriptCall.bytes(line.me));
        }
        line.readFence(true);
        if (line.fence.isClosedBy(line.me))
        {
            return answer(STALE, RELEASED, -1);
        }
        if (line.me.equals(holder))
        {
            return objection() == 0 ? grant() : answer(objection(), -1, -1);
        }

        Ticket head = line.first();
        final long take = call.number(TAKE);
        if (holder == null && take == 1 && head != null && isBefore(head))
        {
            holder = line.give(this::isBefore);
            head = line.first();
        }
        final boolean isFirst = head == null || !isBefore(head);
        final boolean isTaking = holder == null && (take == 2 || take == 1 && isFirst);
        if (isTaking && objection() == 0)
        {
            return grant();
        }

        return queue(isTaking ? objection() : 0, isFirst);
    }

    private Answer queue(final long code, final boolean isFirst)
    {
        long told = -1;
        if (isFirst && holder != null)
        {
            told = holder.length() == line.me.length() ? line.heard(holder) : 0;
            if (told > 0)
            {
                line.tell(holder, "w" + holder + line.me + " " + sinceUs);
            }
        }
        line.queue(line.me, sinceUs, SENT, SENT + 2);
        if (isFirst)
        {
            line.keep();
        }

        return answer(code, rank().number(), told);
    }

    private boolean isBefore(final Ticket other)
    {
        return !other.who().equals(line.me) && (isQueued || other.sinceUs() <= sinceUs);
    }

    private long objection()
    {
        if (line.isFenced && !line.isPlausible(line.want()))
        {
            return IMPLAUSIBLE;
        }
        final boolean isLastGrant = line.want() == line.fence.last() && line.me.equals(line.fence.owner()) &&
            line.me.equals(holder);

        return line.isFenced && line.want() <= line.fence.last() && !isLastGrant ? STALE : 0;
    }

    private Answer grant()
    {
        if (line.isFenced && line.want() > line.fence.last())
        {
            line.setFence(line.want(), line.me, false);
        }
        else if (line.isFenced)
        {
            line.keepFence();
        }
        if (holder == null)
        {
            call.run("SET", line.lock, ScriptCall.bytes(line.me), ScriptCall.bytes("PX"), call.argument(TTL));
        }
        else if (call.run("PTTL", line.lock).number() < call.number(TTL))
        {
            call.run("PEXPIRE", line.lock, call.argument(TTL));
        }
        if (isQueued)
        {
            line.leave(line.me);
        }

        return Answer.number(line.nowUs);
    }

    private Answer rank()
    {
        return call.run("ZRANK", line.line, ScriptCall.bytes(line.me));
    }

    private Answer answer(final long code, final long rank, final long told)
    {
        return ScriptCall.answer(code, line.fence.last(), call.run("PTTL", line.lock).number(), line.nowUs,
            rank, told, MemoryLine.boxNumber(holder));
    }
}
