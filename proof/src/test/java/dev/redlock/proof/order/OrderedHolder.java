// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.order;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockException;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.test.Await;
import dev.redlock.test.resp.RespClient;

/**
 * One of several processes that want the same fenced lock all the time. The resource is a server that no
 * fault reaches: it takes a write if its token is not below the last one. A file gets a line for each
 * acquisition (see {@link Holding}).
 */
final class OrderedHolder
{
    static final String READY = "ready ";
    static final String GO = "go";
    static final String STOP = "stop";
    static final String COUNT = "count";

    private static final String KEY = "ordered";
    private static final String WRITE = """
        local isInOrder = tonumber(ARGV[1]) >= tonumber(redis.call('GET', 'token') or '0')
        if isInOrder then
            redis.call('SET', 'token', ARGV[1])
        end
        redis.call('INCR', 'count')
        return isInOrder and 1 or 0
        """;
    private static final Duration TTL = Duration.ofSeconds(4);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final long HOLD_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int URIS_AT = 4;

    private OrderedHolder()
    {
    }

    /**
     * Entry point.
     *
     * @param args the file, the port of the resource, whether nodes keep their keys, by how many milliseconds
     *             the client's wall clock is moved (0 if the process's is), the nodes.
     * @throws InterruptedException if interrupted.
     * @throws IOException          if the file cannot be written.
     */
    public static void main(final String[] args) throws InterruptedException, IOException
    {
        final long offsetMs = Long.parseLong(args[3]);
        final RedlockBuilder builder =
            new TransportChoice("netty", Map.of()).builder(Arrays.asList(args).subList(URIS_AT, args.length))
                .defaults(LockOptions.DEFAULT.withTtl(TTL).withFencing()).longestTtl(TTL)
                .minNodeTimeout(Duration.ofSeconds(1)).maxNodeTimeout(Duration.ofSeconds(1))
                .startTimeout(SOON).wallClock(() -> System.currentTimeMillis() + offsetMs);
        try (Redlock redlock =
                (Boolean.parseBoolean(args[2]) ? builder.assumeNodesKeepKeys() : builder.assumeNodesFresh())
                    .build();
            RespClient resource = RespClient.connect("127.0.0.1", Integer.parseInt(args[1]));
            PrintWriter file = new PrintWriter(Files.newBufferedWriter(Path.of(args[0]))))
        {
            Await.parking().untilAllUp(redlock, SOON);
            System.out.println(READY + (System.currentTimeMillis() + offsetMs));
            while (resource.call("GET", GO) == null)
            {
                LockSupport.parkNanos(HOLD_NS);
            }
            while (resource.call("GET", STOP) == null)
            {
                hold(redlock, resource, file);
            }
        }
    }

    private static void hold(final Redlock redlock, final RespClient resource, final PrintWriter file)
        throws InterruptedException
    {
        final long askedNs = System.nanoTime();
        try (Lease lease = redlock.acquire(KEY, PATIENCE))
        {
            final long gotNs = System.nanoTime();
            final long token = lease.fencingToken();
            final Object written = resource.call("EVAL", WRITE, "0", Long.toString(token));
            LockSupport.parkNanos(HOLD_NS);
            final long endNs = System.nanoTime();
            file.println(token + " " + askedNs + " " + gotNs + " " + endNs + " " + written + " " +
                (lease.isHeld() ? 1 : 0));
        }
        catch (final RedlockException ex)
        {
            System.out.println(ex.getMessage());
        }
    }
}
