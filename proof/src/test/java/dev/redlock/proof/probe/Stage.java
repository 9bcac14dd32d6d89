// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.client.tck.clock.WallClock;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.test.Await;
import dev.redlock.test.proxy.TcpProxy;
import dev.redlock.test.server.RedisServerBuilder;
import dev.redlock.test.server.RedisServerProcess;

/**
 * Two good nodes, and one that a scene brings into a state. All three are declared before that.
 */
final class Stage implements AutoCloseable
{
    static final String PREFIX = "lock:";
    static final Duration SOON = Duration.ofSeconds(30);

    final RedisServerProcess subject;
    final List<String> uris;

    /*
     * Null where no clock can be moved.
     */
    final WallClock clock;
    boolean isFresh = true;

    private final QuarantineLevel level;
    private final Deque<AutoCloseable> closing = new ArrayDeque<>();

    Stage(final List<String> good, final RedisServerBuilder builder, final WallClock clock,
        final QuarantineLevel level)
    {
        this.level = level;
        this.clock = clock;
        uris = new ArrayList<>(good);
        subject = keep(builder.start());
        uris.add(subject.uri());
        if (isStrict())
        {
            declare(false);
        }
    }

    boolean isStrict()
    {
        return level == QuarantineLevel.STRICT;
    }

    RedlockBuilder client()
    {
        return Redlock.builder().nodes(uris.toArray(new String[0])).transport("netty").keyPrefix(PREFIX)
            .quarantine(level).quorum(uris.size()).startWithoutQuorum();
    }

    void declare(final boolean isInUse)
    {
        try (Redlock redlock = client().build())
        {
            redlock.operators().declareNodes(isInUse);
        }
    }

    <T extends AutoCloseable> T keep(final T resource)
    {
        closing.push(resource);

        return resource;
    }

    Object call(final String... words)
    {
        return subject.call(words);
    }

    void set(final String name, final String value)
    {
        call("CONFIG", "SET", name, value);
    }

    /**
     * The subject is another one, or is reached in another way.
     */
    void subjectIs(final String uri)
    {
        uris.set(uris.size() - 1, uri);
    }

    void subjectIs(final RedisServerBuilder builder)
    {
        subjectIs(keep(builder.start()).uri());
    }

    /**
     * The subject has a user with these rules, and that is who we are.
     */
    void userIs(final List<String> rules)
    {
        final List<String> words =
            new ArrayList<>(List.of("ACL", "SETUSER", "locks", "reset", "on", ">secret"));
        words.addAll(rules);
        call(words.toArray(new String[0]));
        subjectIs("redis://locks:secret@127.0.0.1:" + subject.port());
    }

    TcpProxy proxy()
    {
        final TcpProxy proxy = keep(TcpProxy.inFrontOf("127.0.0.1", subject.port()));
        subjectIs(proxy.uri());

        return proxy;
    }

    void awaitError(final String code)
    {
        Await.parking().until(code, SOON, () -> errorTo("PING"), (error) -> error.startsWith(code));
    }

    void awaitInfo(final String line)
    {
        Await.parking().until(line, SOON, () -> errorTo("INFO"), (info) -> info.contains(line));
    }

    private String errorTo(final String... words)
    {
        try
        {
            return String.valueOf(call(words));
        }
        catch (final RuntimeException ex)
        {
            return String.valueOf(ex.getMessage());
        }
    }

    Path directory()
    {
        return subject.directory();
    }

    @Override
    public void close() throws IOException
    {
        while (!closing.isEmpty())
        {
            try
            {
                closing.pop().close();
            }
            catch (final Exception ex)
            {
                throw new IOException("cannot close", ex);
            }
        }
    }
}
