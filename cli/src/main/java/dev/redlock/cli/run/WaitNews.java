// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import dev.redlock.Redlock;
import dev.redlock.cli.common.Secrets;
import dev.redlock.cli.output.Progress;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.text.Printable;

/**
 * Says for what a run waits, and how long still, by a daemon thread of its own. Where no thread is left, says
 * nothing.
 */
final class WaitNews extends Thread
{
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final DateTimeFormatter TIME =
        DateTimeFormatter.ofPattern("HH:mm:ss'Z'").withZone(ZoneOffset.UTC);

    private final Redlock redlock;
    private final Progress progress;
    private final Supplier<Attempt> last;
    private boolean isOver;

    private WaitNews(final Redlock redlock, final Progress progress, final Supplier<Attempt> last)
    {
        super("wait-news");
        setDaemon(true);
        this.redlock = redlock;
        this.progress = progress;
        this.last = last;
    }

    /**
     * News of an acquisition that begins now.
     *
     * @param redlock  the client.
     * @param patience of the run.
     * @param last     gives the last attempt that was lost; null if there is none yet.
     * @return to be closed when the acquisition has ended.
     */
    static WaitNews start(final Redlock redlock, final Patience patience, final Supplier<Attempt> last)
    {
        final WaitNews news = new WaitNews(redlock, patience.progress(), last);
        if (!patience.length().isZero())
        {
            try
            {
                news.start();
            }
            catch (final OutOfMemoryError ignored)
            {
                // The machine has no thread left.
            }
        }

        return news;
    }

    @Override
    public void run()
    {
        while (tell())
        {
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private synchronized boolean tell()
    {
        if (!isOver)
        {
            final String reason = reason(last.get(), redlock.nodes(), redlock.quorum());
            if (!reason.isEmpty())
            {
                progress.update(Printable.of(Secrets.hide(reason)));
            }
        }

        return !isOver;
    }

    /**
     * Takes the line off a terminal; no other follows.
     */
    synchronized void close()
    {
        isOver = true;
        LockSupport.unpark(this);
        progress.close();
    }

    /**
     * Why there is no lock yet.
     *
     * @param last   attempt; null if none was lost so far.
     * @param nodes  as they are now.
     * @param quorum votes needed.
     * @return for people; empty if it is too early to say.
     */
    static String reason(final Attempt last, final List<NodeStatus> nodes, final int quorum)
    {
        final long up = nodes.stream().filter((node) -> node.state() == NodeStatus.State.UP).count();
        if (up >= quorum)
        {
            return last == null ? "" : last.reason() +
                (last.outcome() == Outcome.CONTENDED ? "" :
                " (" + NotObtained.summary(last.votes(), nodes) + ")");
        }
        if (nodes.stream().filter(NodeStatus::isConnected).count() >= quorum)
        {
            return QuarantineEnd.latest(nodes)
                .map((end) -> "nodes do not vote until " + TIME.format(end)).orElse("nodes do not vote yet");
        }

        return up + " of " + nodes.size() + " nodes can vote, " + quorum + " must";
    }
}
