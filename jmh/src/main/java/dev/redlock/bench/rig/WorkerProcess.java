// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import dev.redlock.test.process.PeerJvm;

/**
 * The rig's end of a worker: starts its JVM, gives orders, waits for answers.
 */
final class WorkerProcess implements AutoCloseable
{
    /*
     * Room enough for the garbage of all; the collector is the JVM's own choice, as for most applications.
     */
    static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g");

    /*
     * Each JVM warns of the same, such as of nodes that are assumed to be fresh. Without a date such lines
     * are equal, and the first is enough.
     */
    private static final String WARNING = "WARNING: ";
    private static final String WITHOUT_DATE =
        "-Djava.util.logging.SimpleFormatter.format=%4$s: %3$s: %5$s%6$s%n";
    private static final Set<String> SHOWN = ConcurrentHashMap.newKeySet();

    private final PeerJvm jvm = PeerJvm.start(
        Stream.concat(FLAGS.stream(), Stream.of(WITHOUT_DATE)).toList(), Worker.class, List.of());

    /**
     * Gives an order and waits until it is done. A worker that does not answer in time is ended.
     *
     * @param order  what to do.
     * @param within the time to do it, a generous one.
     * @return what came of it.
     * @throws IllegalStateException if the worker could not do it, or has ended.
     */
    Message call(final Message order, final Duration within)
    {
        jvm.lines().say(order.line());
        final String line;
        try
        {
            line = jvm.lines().next(within);
        }
        catch (final TimeoutException ex)
        {
            jvm.close();
            throw new IllegalStateException(
                "the worker was ended after " + within + " while it was to " + order.line(), ex);
        }
        if (line == null)
        {
            throw new IllegalStateException("the worker ended while it was to " + order.line());
        }
        final Message answer = Message.parse(line);
        if ("failed".equals(answer.word()))
        {
            throw new IllegalStateException("the worker could not " + order.line() + ": " +
                answer.text("why"));
        }

        return answer;
    }

    /**
     * Ends it, and shows what contenders have printed, which is mostly warnings: each of them once in a run.
     */
    @Override
    public void close()
    {
        jvm.close();
        jvm.process().output().lines().filter(line -> !line.startsWith(WARNING) || SHOWN.add(line))
            .forEach(System.err::println);
    }
}
