// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.AttemptPool;
import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.node.Sender;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.watch.NodePolicy;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Transport;

/**
 * Releases that could not be delivered. Each waits at its node until it is sent or its time to live has made
 * it moot; if they would use up all tokens, the oldest are left to their time to live.
 */
public final class DeferredReleases
{
    /*
     * For a node that refuses releases, a share of all attempts is kept; beyond it the oldest is left. What
     * waits for a connection is kept while acquisitions still find free attempts.
     */
    private static final int SHARE_OF_A_NODE = 8;

    private final int keptPerNode;
    private final Nodes nodes;
    private final Sender sender;
    private final AttemptPool attempts;
    private final Timers timers;
    private final Meter meter;
    private final NodePolicy policy;
    private boolean isRoomWanted;

    public DeferredReleases(final EngineConfig config, final Nodes nodes, final Sender sender,
        final AttemptPool attempts, final Timers timers, final Meter meter, final NodePolicy policy)
    {
        keptPerNode = Math.max(1, config.maxLocks() / SHARE_OF_A_NODE);
        this.nodes = nodes;
        this.sender = sender;
        this.attempts = attempts;
        this.timers = timers;
        this.meter = meter;
        this.policy = policy;
    }

    /**
     * Keeps a release for later, unless no node can have the key by then.
     */
    void defer(final Attempt attempt, final Node node, final long nowNs)
    {
        if (!attempt.releasing.isQueuedAt(node.index) && !forgetIfMoot(attempt, nowNs))
        {
            meter.count(Counter.RELEASES_DEFERRED);
            queue(attempt, node);
            timers.arm(node, node.isUp() ? policy.releaseRetryNs(node) : node.dueNs());
        }
    }

    /**
     * A node answered a release with an error, and it will be deferred: makes room for it.
     */
    void leaveWhatIsTooMuch(final Node node, final ErrorCode error)
    {
        if (node.releases.size() >= keptPerNode)
        {
            leaveOldest(node);
            policy.tellThatReleasesAreLeft(node, error);
        }
    }

    /**
     * Sends what had to wait for the node, as far as it accepts it.
     */
    public int drain(final Node node, final long nowNs)
    {
        int sent = 0;

        while (node.releases.size() > 0 && node.isUp() && nowNs - policy.releaseRetryNs(node) >= 0)
        {
            final Attempt attempt = poll(node);
            if (forgetIfNeedless(attempt, node, nowNs))
            {
                freeIfDone(attempt);
            }
            else if (sender.release(node, attempt, nowNs) == Transport.ACCEPTED)
            {
                sent++;
                policy.onReleaseSent(node, nowNs);
            }
            else
            {
                policy.onReleaseNotSent(node, nowNs);
                queue(attempt, node);
            }
        }
        if (node.releases.size() > 0 && node.isUp())
        {
            timers.arm(node, policy.releaseRetryNs(node));
        }

        return sent;
    }

    /**
     * Drops what has become moot if the node is down.
     */
    public void sweep(final Node node, final long nowNs)
    {
        for (int i = node.link() == Node.Link.DOWN ? node.releases.size() : 0; i > 0; i--)
        {
            final Attempt attempt = poll(node);
            if (forgetIfNeedless(attempt, node, nowNs))
            {
                freeIfDone(attempt);
            }
            else
            {
                queue(attempt, node);
            }
        }
    }

    /**
     * Makes room for another token if all are out: while enough nodes work, what waits only for the others is
     * left to its time to live, oldest first.
     *
     * @return whether there is room.
     */
    public boolean makeRoom(final long nowNs)
    {
        if (attempts.isExhausted())
        {
            isRoomWanted = true;
            final int troubled = policy.troubled(nowNs);
            boolean isLeft = policy.isMinority(troubled);
            while (isLeft && attempts.isExhausted())
            {
                isLeft = leaveOldestOf(troubled);
            }
        }

        return !attempts.isExhausted();
    }

    private boolean leaveOldestOf(final int troubled)
    {
        boolean isLeft = false;
        for (int rest = troubled; rest != 0; rest &= rest - 1)
        {
            final Node node = nodes.at(Integer.numberOfTrailingZeros(rest));
            if (node.releases.size() > 0)
            {
                leaveOldest(node);
                policy.doubt(node);
                isLeft = true;
            }
        }

        return isLeft;
    }

    /**
     * If room is needed, drops the connections of nodes with late answers, so that the releases they owe can
     * be left. Call it after taking replies, so that no node pays for our stall.
     */
    public void hangUpOnNodesThatKeepAll(final long nowNs)
    {
        if (isRoomWanted)
        {
            isRoomWanted = false;
            final int troubled = attempts.isExhausted() ? policy.troubled(nowNs) : 0;
            if (policy.isMinority(troubled) && policy.isAnyLate(nowNs) && isAnyKeptBy(troubled))
            {
                policy.hangUpOnLate(nowNs);
            }
        }
    }

    private boolean isAnyKeptBy(final int troubled)
    {
        for (int i = 0; i < attempts.capacity(); i++)
        {
            final Attempt attempt = attempts.at(i);
            if (attempt.phase == Attempt.Phase.RELEASING && (attempt.mayHold() & ~troubled) == 0)
            {
                return true;
            }
        }

        return false;
    }

    /**
     * Counts unconfirmed releases at the end of this engine.
     */
    public void abandonAll()
    {
        for (int i = 0; i < attempts.capacity(); i++)
        {
            final Attempt attempt = attempts.at(i);
            if (attempt.phase != Attempt.Phase.FREE)
            {
                for (int left = Integer.bitCount(attempt.mayHold()); left > 0; left--)
                {
                    meter.count(Counter.RELEASES_LEFT);
                }
            }
        }
    }

    /**
     * Returns an attempt when nothing of it is left anywhere.
     */
    public void freeIfDone(final Attempt attempt)
    {
        if (attempt.isDone())
        {
            attempts.giveBack(attempt);
        }
    }

    private void leaveOldest(final Node node)
    {
        final Attempt attempt = poll(node);
        meter.count(Counter.RELEASES_LEFT);
        freeIfDone(attempt);
    }

    private boolean forgetIfNeedless(final Attempt attempt, final Node node, final long nowNs)
    {
        return !attempt.mayHoldAt(node.index) || forgetIfMoot(attempt, nowNs);
    }

    private boolean forgetIfMoot(final Attempt attempt, final long nowNs)
    {
        final boolean isMoot = attempt.isMoot(nowNs);
        if (isMoot)
        {
            meter.count(Counter.RELEASES_MOOT);
        }

        return isMoot;
    }

    private static void queue(final Attempt attempt, final Node node)
    {
        attempt.releasing.queueAt(node.index);
        node.releases.add(attempt);
    }

    private static Attempt poll(final Node node)
    {
        final Attempt attempt = node.releases.poll();
        attempt.releasing.leaveQueueAt(node.index);

        return attempt;
    }
}
