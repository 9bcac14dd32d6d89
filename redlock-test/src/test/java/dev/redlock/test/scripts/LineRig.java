// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.scripts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.redlock.test.resp.RespClient;
import dev.redlock.test.server.RedisServerProcess;

/**
 * One lock of a real server, those who wait for it, and what they hear. Tokens are words, such as
 * {@code anna1} and {@code anna2}: their first four letters are the mailbox. Who called first has waited
 * longest.
 */
final class LineRig implements AutoCloseable
{
    static final String MAIL = "lock:mail:";
    static final String MARKER = "lock:marker";
    static final long ALWAYS = 1L << 52;

    private static final int TOKEN_LENGTH = 20;
    private static final int SEEN_DIGITS = 13;

    final RespClient server;
    final boolean isFenced;
    private final RedisServerProcess process;
    private final Map<String, RespClient> ears = new HashMap<>();
    private long calls;
    private long fencingToken = 100;

    /**
     * A server without keys.
     */
    LineRig(final RedisServerProcess process, final boolean isFenced)
    {
        this.process = process;
        this.isFenced = isFenced;
        server = process.client();
        server.call("FLUSHALL");
    }

    LineCall waits(final String owner)
    {
        calls++;
        fencingToken += 10;

        return LineCall.waiting(this, token(owner), calls, fencingToken);
    }

    LineCall passes(final String owner)
    {
        fencingToken += 10;

        return LineCall.pass(this, token(owner), fencingToken);
    }

    LineRig hears(final String... names)
    {
        for (final String name : names)
        {
            final RespClient ear = process.client();
            ear.call("SUBSCRIBE", MAIL + name);
            ears.put(name, ear);
        }

        return this;
    }

    void hearsNoMore(final String name)
    {
        ears.get(name).call("UNSUBSCRIBE");
    }

    /**
     * What a mailbox got, with short tokens. A message comes before the answer to what is asked after it.
     */
    List<String> heard(final String name)
    {
        final List<String> heard = new ArrayList<>();
        ears.get(name).send("PING");
        List<?> push = (List<?>)ears.get(name).receive();
        while (push.get(0).equals("message"))
        {
            heard.add(push.get(2).toString().replace(".", ""));
            push = (List<?>)ears.get(name).receive();
        }

        return heard;
    }

    /**
     * The owner of the lock, or null.
     */
    String holder()
    {
        return name(server.call("GET", "lock"));
    }

    /**
     * Who is in line, the first at the left.
     */
    List<String> line()
    {
        return ((List<?>)server.call("ZRANGE", "lock:line", "0", "-1")).stream().map(LineRig::name).toList();
    }

    String ticket(final String owner)
    {
        return (String)server.call("HGET", "lock:tickets", token(owner));
    }

    String fence()
    {
        return name(server.call("GET", "lock:fence"));
    }

    long ttlMs()
    {
        return (Long)server.call("PTTL", "lock");
    }

    /**
     * Everything but what is left of times to live.
     */
    String state()
    {
        return holder() + " " + line() + " " + server.call("HGETALL", "lock:tickets") + " " + fence();
    }

    /**
     * A ticket was last seen so much earlier.
     */
    void ages(final String owner, final long ageMs)
    {
        final String ticket = ticket(owner);
        final long seen = Long.parseLong(ticket.substring(0, SEEN_DIGITS)) - ageMs;
        server.call("HSET", "lock:tickets", token(owner), seen + ticket.substring(SEEN_DIGITS));
    }

    static String token(final String owner)
    {
        return owner + ".".repeat(TOKEN_LENGTH - owner.length());
    }

    private static String name(final Object token)
    {
        return token == null ? null : token.toString().replace(".", "");
    }

    @Override
    public void close()
    {
        ears.values().forEach(RespClient::close);
        server.close();
    }
}
