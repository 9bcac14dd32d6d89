// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.scripts;

import java.util.Arrays;

import dev.redlock.spi.Answer;
import dev.redlock.test.memory.commands.NodeError;

/**
 * What pass.lua does, for nodes without Lua.
 */
public final class MemoryPass
{
    private static final int GIVE = 8;
    private static final int HIGHEST = 9;
    private static final int MARKER = 10;
    private static final int FOLLOWING = 11;
    private static final int SINCE = 12;
    private static final int SENT = 13;

    private final MemoryLine line;
    private final ScriptCall call;
    private final byte[] marker;
    private boolean isReleased;
    private boolean isGiven;

    private MemoryPass(final ScriptCall call)
    {
        this.call = call;
        line = new MemoryLine(call);
        marker = call.argument(MARKER);
    }

    /**
     * Releases, or leaves the line, and gives.
     *
     * @param call of the script.
     * @return three numbers.
     */
    public static Answer run(final ScriptCall call)
    {
        return new MemoryPass(call).run();
    }

    private Answer run()
    {
        final String following =
            call.argumentCount() > FOLLOWING ? ScriptCall.text(call.argument(FOLLOWING)) : null;
        String holder = line.holder();
        final boolean isLine = line.count() > 0;
        if (marker.length > 0)
        {
            line.isUnder(marker);
        }
        line.readFence(false);
        final boolean hadPlace = (isLine || following != null) && line.leave(line.me);

        isReleased = line.me.equals(holder);
        if (isReleased || holder == null)
        {
            holder = isLine && call.number(GIVE) == 1 && isAdmitted() ? line.give((ticket) -> true) : null;
            isGiven = holder != null;
            if (isReleased && !isGiven)
            {
                call.run("DEL", line.lock);
            }
        }
        else if (isLine && !hadPlace)
        {
            tellOfLine(holder);
        }
        close();
        if (following != null && !following.equals(holder))
        {
            line.queue(following, Math.min(call.number(SINCE), line.nowUs), SENT, SENT + 1);
        }
        final long waiting = isLine || following != null ? line.count() : 0;
        if (following != null && waiting == 1)
        {
            line.keep();
        }

        return ScriptCall.answer(isReleased ? 1 : 0, isGiven ? 1 : 0, waiting);
    }

    private void tellOfLine(final String holder)
    {
        final MemoryLine.Ticket head = line.first();
        if (head != null && head.isAlive() && holder.length() == line.me.length() && line.heard(holder) > 0)
        {
            line.tell(holder, "w" + holder + head.who() + " " + head.sinceUs());
        }
    }

    private boolean isAdmitted()
    {
        if (marker.length == 0)
        {
            return true;
        }
        try
        {
            final Answer found = call.run("GET", call.key(call.keyCount() - 1));

            return found.kind() != Answer.Kind.NIL && Arrays.equals(found.bytes(), marker);
        }
        catch (final NodeError ex)
        {
            return false;
        }
    }

    private void close()
    {
        if (!line.isFenced || line.fence == null || isGiven)
        {
            return;
        }
        final long last = line.fence.last();
        final long highest = Math.max(last, Math.min(call.number(HIGHEST), line.nowUs + line.window()));
        if (highest > last || line.me.equals(line.fence.owner()))
        {
            if (!isReleased)
            {
                line.keepFence();
            }
            line.setFence(highest, line.me, true);
        }
    }
}
