// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.scripts;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Script;

/**
 * The line of those who wait for a lock: what line.lua has for both scripts.
 */
final class MemoryLine
{
    private static final Pattern TICKET =
        Pattern.compile("(\\d+)([+-])(\\d+)\\|([^|]*)\\|.*", Pattern.DOTALL);
    private static final int MOST = 16;
    private static final int MAILBOX = 4;
    private static final int DIGEST = 16;
    private static final long US_PER_MS = 1000;
    private static final String KEPT_MS = "60000";

    private static final int LIFE = 1;
    private static final int LEFT = 2;
    private static final int LONGEST = 3;
    private static final int MAILBOXES = 4;
    private static final int FENCE_TTL = 5;
    private static final int WINDOW = 6;
    private static final int TOKEN = 7;
    private static final int FENCE = 3;

    final ScriptCall call;
    final byte[] lock;
    final byte[] line;
    final byte[] tickets;
    final boolean isFenced;
    final String me;
    final long nowUs;

    /**
     * What the fence says; null if it is not one of ours.
     */
    MemoryFence fence = new MemoryFence(0, true, "");
    private String digest = "";
    private int toSpare = MOST;

    MemoryLine(final ScriptCall call)
    {
        this.call = call;
        lock = call.key(0);
        line = call.key(1);
        tickets = call.key(2);
        isFenced = call.number(FENCE_TTL) != 0;
        me = ScriptCall.text(call.argument(0));
        nowUs = call.timeUs();
    }

    void isUnder(final byte[] marker)
    {
        digest = Script.of("", new String(marker, StandardCharsets.UTF_8)).sha1().substring(0, DIGEST);
    }

    /**
     * @param isEnough whether a fence that is not one of ours ends the script.
     */
    void readFence(final boolean isEnough)
    {
        if (isFenced)
        {
            fence = isEnough ? MemoryFence.of(call, FENCE) : MemoryFence.ofAnyType(call, FENCE);
        }
    }

    long want()
    {
        return call.number(TOKEN);
    }

    long window()
    {
        return call.number(WINDOW);
    }

    boolean isPlausible(final long token)
    {
        return Math.abs(token - nowUs) <= window();
    }

    void setFence(final long token, final String owner, final boolean isClosed)
    {
        call.run("SET", call.key(FENCE), ScriptCall.bytes(token + (isClosed ? "|1|" : "|0|") + owner),
            ScriptCall.bytes("PX"), call.argument(FENCE_TTL));
        fence = new MemoryFence(token, isClosed, owner);
    }

    void keepFence()
    {
        call.run("PEXPIRE", call.key(FENCE), call.argument(FENCE_TTL));
    }

    /**
     * The owner of the lock, or null.
     */
    String holder()
    {
        final Answer holder = call.run("GET", lock);

        return holder.kind() == Answer.Kind.NIL ? null : ScriptCall.text(holder.bytes());
    }

    long count()
    {
        return call.run("ZCARD", line).number();
    }

    /**
     * @return whether it had a place.
     */
    boolean leave(final String who)
    {
        final boolean hadPlace = call.run("ZREM", line, ScriptCall.bytes(who)).number() == 1;
        call.run("HDEL", tickets, ScriptCall.bytes(who));

        return hadPlace;
    }

    /**
     * @param sent where in the arguments the time of sending is.
     * @param mode where + or - is; who it is follows.
     */
    void queue(final String who, final long sinceUs, final int sent, final int mode)
    {
        final String ticket = nowUs / US_PER_MS + argument(mode) + argument(sent) + "|" + digest + "|" +
            argument(mode + 1);
        call.run("HSET", tickets, ScriptCall.bytes(who), ScriptCall.bytes(ticket));
        call.run("ZADD", line, ScriptCall.bytes("NX"), ScriptCall.bytes(Long.toString(sinceUs)),
            ScriptCall.bytes(who));
    }

    void keep()
    {
        call.run("PEXPIRE", line, ScriptCall.bytes(KEPT_MS));
        call.run("PEXPIRE", tickets, ScriptCall.bytes(KEPT_MS));
    }

    long heard(final String who)
    {
        return call.run("PUBSUB", ScriptCall.bytes("NUMSUB"), mailbox(who)).elements().get(1).number();
    }

    void tell(final String who, final String words)
    {
        call.run("PUBLISH", mailbox(who), ScriptCall.bytes(words));
    }

    private byte[] mailbox(final String who)
    {
        return ScriptCall.bytes(argument(MAILBOXES) + who.substring(0, Math.min(MAILBOX, who.length())));
    }

    /**
     * The number that the first bytes of a token are.
     */
    static long boxNumber(final String who)
    {
        return who == null || who.length() < MAILBOX ? 0 :
            Integer.toUnsignedLong(ByteBuffer.wrap(ScriptCall.bytes(who)).getInt());
    }

    Ticket first()
    {
        while (true)
        {
            final List<Answer> head = call.run("ZRANGE", line, ScriptCall.bytes("0"), ScriptCall.bytes("0"),
                ScriptCall.bytes("WITHSCORES")).elements();
            if (head.isEmpty())
            {
                return null;
            }
            final Ticket ticket = ticket(
                ScriptCall.text(head.get(0).bytes()), Long.parseLong(head.get(1).text()));
            if (ticket.isAlive || ticket.who.equals(me) || toSpare == 0)
            {
                return ticket;
            }
            toSpare--;
            leave(ticket.who);
        }
    }

    private Ticket ticket(final String who, final long sinceUs)
    {
        final Answer found = call.run("HGET", tickets, ScriptCall.bytes(who));
        final Matcher parts =
            TICKET.matcher(found.kind() == Answer.Kind.NIL ? "" : ScriptCall.text(found.bytes()));
        if (!parts.matches())
        {
            return new Ticket(who, sinceUs, false, 0, false, "", "");
        }
        final long ageMs = nowUs / US_PER_MS - Long.parseLong(parts.group(1));

        return new Ticket(who, sinceUs, ageMs >= 0 && ageMs <= call.number(LIFE), ageMs,
            parts.group(2).equals("+"), parts.group(3), parts.group(4));
    }

    /**
     * Gives the lock to the first who can get it; to nobody who fails the test.
     *
     * @return the new owner, or null.
     */
    String give(final Predicate<Ticket> test)
    {
        for (int i = 0; i < MOST; i++)
        {
            final Ticket head = first();
            if (head == null || !head.isAlive || !test.test(head))
            {
                return null;
            }
            final boolean isLost = !head.digest.equals(digest) || fence != null && fence.isClosedBy(head.who);
            if (isLost || head.isTold && heard(head.who) == 0)
            {
                leave(head.who);
            }
            else
            {
                return serve(head) ? head.who : null;
            }
        }

        return null;
    }

    private boolean serve(final Ticket head)
    {
        long token = want();
        if (isFenced)
        {
            token = fence == null ? 0 : Math.max(token, fence.last() + 1);
            if (fence == null || !isPlausible(token))
            {
                return false;
            }
            setFence(token, head.who, false);
        }
        final long ttlMs = Math.min(head.ageMs + call.number(LEFT), call.number(LONGEST));
        call.run("SET", lock, ScriptCall.bytes(head.who), ScriptCall.bytes("PX"),
            ScriptCall.bytes(Long.toString(ttlMs)));
        leave(head.who);
        if (head.isTold)
        {
            tell(head.who, "g" + head.who + " " + head.sent + " " + ttlMs + " " + nowUs + " " + token + " " +
                count());
        }

        return true;
    }

    private String argument(final int index)
    {
        return ScriptCall.text(call.argument(index));
    }

    /**
     * A place in line.
     *
     * @param who      waits.
     * @param sinceUs  when.
     * @param isAlive  whether it was seen lately.
     * @param ageMs    since it was seen.
     * @param isTold   whether messages reach it.
     * @param sent     when, by its own clock.
     * @param digest   of its marker.
     */
    record Ticket(String who, long sinceUs, boolean isAlive, long ageMs, boolean isTold, String sent,
        String digest)
    {
    }
}
