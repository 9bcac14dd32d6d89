// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.line;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.test.process.PeerLines;

/**
 * A client in a process of its own that waits in line: acquires and releases when it is told so, and says
 * when it has.
 */
public final class LineMember
{
    static final String READY = "ready";
    static final String ACQUIRE = "acquire";
    static final String ACQUIRED = "acquired";
    static final String RELEASE = "release";
    static final String RELEASED = "released";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration NODE_TIMEOUT = Duration.ofSeconds(2);
    private static final int URIS_AT = 3;

    private LineMember()
    {
    }

    /**
     * Entry point.
     *
     * @param args the port of those who tell it, name of the transport, time to live in milliseconds, nodes.
     * @throws InterruptedException never, as nobody interrupts it.
     */
    public static void main(final String[] args) throws InterruptedException
    {
        final LockOptions options = LockOptions.DEFAULT.withTtl(Duration.ofMillis(Long.parseLong(args[2])));
        final List<String> uris = Arrays.asList(args).subList(URIS_AT, args.length);
        try (PeerLines lines = PeerLines.toStarter(args[0]);
            Redlock redlock = new TransportChoice(args[1], Map.of()).builder(uris).assumeNodesFresh()
                .waitInLine().defaults(options).minNodeTimeout(NODE_TIMEOUT).maxNodeTimeout(NODE_TIMEOUT)
                .build())
        {
            lines.say(READY);
            Lease lease = null;
            for (String word = lines.next(); word != null; word = lines.next())
            {
                if (word.equals(ACQUIRE))
                {
                    lease = redlock.acquire(LineNodes.KEY, PATIENCE);
                    lines.say(ACQUIRED);
                }
                else if (word.equals(RELEASE) && lease != null)
                {
                    lease.close();
                    lines.say(RELEASED);
                }
            }
        }
    }
}
