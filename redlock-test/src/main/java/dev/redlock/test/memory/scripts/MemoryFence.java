// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.scripts;

import static dev.redlock.test.memory.scripts.ScriptCall.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.redlock.spi.Answer;
import dev.redlock.test.memory.commands.NodeError;

/**
 * What the scripts of fenced locks do, for nodes without Lua.
 *
 * @param last     the last token.
 * @param isClosed whether it was released, or there is none.
 * @param owner    of that token, each byte a character.
 */
public record MemoryFence(long last, boolean isClosed, String owner)
{
    private static final Pattern FORM = Pattern.compile("(\\d+)\\|([01])\\|(.*)", Pattern.DOTALL);
    private static final long HELD = 0;
    private static final long STALE = -1;
    private static final long IMPLAUSIBLE = -2;

    /**
     * Acquires or prolongs a fenced lock, as fence.lua does.
     *
     * @param call of the script.
     * @return the node's time if granted, or four numbers.
     */
    public static Answer acquire(final ScriptCall call)
    {
        final long now = call.timeUs();
        final MemoryFence fence = of(call, 1);
        final boolean isLocked = call.run("GET", call.key(0)).kind() != Answer.Kind.NIL;
        if (isLocked && !MemoryScript.isOurs(call))
        {
            return ScriptCall.answer(HELD, fence.last, call.run("PTTL", call.key(0)).number(), now);
        }

        final long want = call.number(2);
        final long window = call.number(4);
        final boolean isOurs = fence.isOf(call);
        final boolean isLastGrant = isOurs && want == fence.last && !fence.isClosed;
        if (window != 0 && Math.abs(want - now) > window)
        {
            return ScriptCall.answer(IMPLAUSIBLE, fence.last, 0, now);
        }
        if (window == 0 ? !isLocked && !isLastGrant : want <= fence.last && !(isLastGrant && isLocked))
        {
            return ScriptCall.answer(STALE, fence.last, 0, now);
        }
        if (isOurs && fence.isClosed)
        {
            return ScriptCall.answer(STALE, fence.last, 0, now);
        }

        if (want > fence.last)
        {
            set(call, 1, want + "|0|" + text(call.argument(0)), call.argument(3));
        }
        else if (isLastGrant)
        {
            call.run("PEXPIRE", call.key(1), call.argument(3));
        }
        final long ttl = Math.max(call.number(1), isLocked ? call.run("PTTL", call.key(0)).number() : 0);
        set(call, 0, text(call.argument(0)), ScriptCall.bytes(Long.toString(ttl)));

        return Answer.number(now);
    }

    /**
     * Releases a fenced lock and closes its token, as unfence.lua does.
     *
     * @param call of the script.
     * @return 1 or 0.
     */
    public static Answer release(final ScriptCall call)
    {
        final boolean isToBeKept = call.number(1) != 0 && MemoryScript.isOurs(call);
        final Answer deleted = !isToBeKept ? MemoryScript.RELEASE.run(call) :
            call.run("PEXPIRE", call.key(0), call.argument(1));
        final MemoryFence fence = ofAnyType(call, 1);
        if (fence != null)
        {
            final long most = Math.min(call.number(2), call.timeUs() + call.number(4));
            final long close = Math.max(fence.last, most);
            if (close > fence.last || fence.isOf(call))
            {
                close(call, close, deleted.number());
            }
        }

        return deleted;
    }

    /*
     * A node that is short of memory allows it to a script that has written before.
     */
    private static void close(final ScriptCall call, final long token, final long deleted)
    {
        if (deleted == 0)
        {
            call.run("PEXPIRE", call.key(1), call.argument(3));
        }
        set(call, 1, token + "|1|" + text(call.argument(0)), call.argument(3));
    }

    /**
     * The last token that a fence says.
     *
     * @param fence as it is stored.
     * @return 0 if it is not one of ours.
     */
    public static long tokenOf(final byte[] fence)
    {
        final Matcher parts = FORM.matcher(text(fence));

        return parts.matches() ? Long.parseLong(parts.group(1)) : 0;
    }

    /**
     * What the fence at a key says.
     *
     * @throws NodeError if it is not one of ours.
     */
    static MemoryFence of(final ScriptCall call, final int key)
    {
        final Answer value = call.run("GET", call.key(key));
        if (value.kind() == Answer.Kind.NIL)
        {
            return new MemoryFence(0, true, "");
        }
        final Matcher parts = FORM.matcher(text(value.bytes()));
        if (!parts.matches())
        {
            throw new NodeError("ERR the fence of this lock is not one of ours");
        }

        return new MemoryFence(Long.parseLong(parts.group(1)), parts.group(2).equals("1"), parts.group(3));
    }

    /**
     * What the fence at a key says, or null if it is not one of ours.
     */
    static MemoryFence ofAnyType(final ScriptCall call, final int key)
    {
        try
        {
            return of(call, key);
        }
        catch (final NodeError ex)
        {
            return null;
        }
    }

    private boolean isOf(final ScriptCall call)
    {
        return owner.equals(text(call.argument(0)));
    }

    /**
     * Whether an owner has released what it was granted last.
     */
    boolean isClosedBy(final String who)
    {
        return isClosed && owner.equals(who);
    }

    private static void set(final ScriptCall call, final int key, final String value, final byte[] ttl)
    {
        call.run("SET", call.key(key), ScriptCall.bytes(value), ScriptCall.bytes("PX"), ttl);
    }
}
