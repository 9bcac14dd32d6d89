// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What happens to the bytes in one direction of a {@link TcpProxy}, on all its connections.
 * <p>
 * At first bytes pass at once. Each setting takes effect before its method returns, and lasts until it is
 * changed or {@link #clear()}ed. Delay, gate and split are independent of each other and act in this order: a
 * byte becomes due (delay), may pass (hold, drop), and goes alone or with others (split). The end of a stream
 * follows the bytes before it.
 * <p>
 * In each direction a connection keeps at most 4 MiB in at most 16,384 pieces; the rest stays with its
 * sender, as with a full window.
 * <p>
 * All methods may be called from any thread.
 */
public final class Flow
{
    /**
     * Bytes that go in one read or write.
     */
    static final int MOST_AT_ONCE = 64 * 1024;

    private final List<Pipe> pipes = new ArrayList<>();
    private final Ledger ledger = new Ledger();
    private final Direction direction;
    private final Watch watch;
    private final Runnable wakeUp;
    private Random random = new Random(0);
    private int mostAtOnce = Integer.MAX_VALUE;
    private Gate gate = Gate.OPEN;
    private long delayNs;
    private long jitterNs;

    Flow(final Direction direction, final Watch watch, final Runnable wakeUp)
    {
        this.direction = direction;
        this.watch = watch;
        this.wakeUp = wakeUp;
    }

    /**
     * Delays every byte. Delays of successive bytes overlap, as on a long wire.
     *
     * @param fixed the delay; zero for none.
     * @return this.
     */
    public Flow delay(final Duration fixed)
    {
        return delay(fixed, Duration.ZERO, 0);
    }

    /**
     * As {@link #delay(Duration)}, with a delay that is drawn uniformly for all bytes that arrive together.
     * The order within a connection stays.
     *
     * @param atLeast the smallest delay.
     * @param jitter  the most that is added.
     * @param seed    of the generator.
     * @return this.
     */
    public Flow delay(final Duration atLeast, final Duration jitter, final long seed)
    {
        if (atLeast.isNegative() || jitter.isNegative())
        {
            throw new IllegalArgumentException(
                "delay " + atLeast + " and jitter " + jitter + " must not be negative");
        }

        return change(() ->
        {
            delayNs = atLeast.toNanos();
            jitterNs = jitter.toNanos();
            random = new Random(seed);
        });
    }

    /**
     * No byte passes, on present and future connections, until {@link #release()}. This is a partition that
     * heals: bytes sent meanwhile arrive in the end, even if their sender has gone.
     *
     * @return this.
     */
    public Flow hold()
    {
        return change(() -> gate(Gate.HELD, Gate.HELD));
    }

    /**
     * As {@link #hold()}, on the present connections only. A client that gives up and connects again gets
     * through, and {@link #release()} then delivers its old bytes after the new ones.
     *
     * @return this.
     */
    public Flow holdExisting()
    {
        return change(() -> gate(Gate.HELD, gate));
    }

    /**
     * Ends holding and dropping: held bytes pass in order, connection by connection in the order of
     * acceptance. A connection that has lost bytes by {@link #drop()} stays deaf: TCP never delivers bytes
     * after a gap.
     *
     * @return this.
     */
    public Flow release()
    {
        return change(() -> gate(Gate.OPEN, Gate.OPEN));
    }

    /**
     * Swallows everything, even ends of streams, on present and future connections: the peer has vanished.
     * Held bytes are swallowed, too.
     *
     * @return this.
     */
    public Flow drop()
    {
        return change(() -> gate(Gate.DROPPING, Gate.DROPPING));
    }

    /**
     * As {@link #drop()}, on the present connections only.
     *
     * @return this.
     */
    public Flow dropExisting()
    {
        return change(() -> gate(Gate.DROPPING, gate));
    }

    /**
     * Writes each byte separately, with Nagle's algorithm off. A slow receiver may still find several at
     * once.
     *
     * @return this.
     */
    public Flow split()
    {
        return change(() -> mostAtOnce = 1);
    }

    /**
     * Cuts one connection, both ends, after this many more bytes in this direction, counted over all
     * connections: the one that carried the last of them. Its bytes inside the proxy are lost. Happens once.
     *
     * @param bytes to let through, 0 or more; with 0 the next byte does not pass.
     * @param how   to cut.
     * @return this.
     */
    public Flow cutAfter(final long bytes, final Cut how)
    {
        if (bytes < 0)
        {
            throw new IllegalArgumentException("cannot cut after " + bytes + " bytes; 0 or more");
        }

        return change(() -> ledger.cutAfter(bytes, how));
    }

    /**
     * Resets all: no delay, whole pieces, nothing held or dropped, no cut ahead. Bytes in flight keep their
     * delay.
     *
     * @return this.
     */
    public Flow clear()
    {
        return change(() ->
        {
            delayNs = 0;
            jitterNs = 0;
            mostAtOnce = Integer.MAX_VALUE;
            ledger.forgetCut();
            gate(Gate.OPEN, Gate.OPEN);
        });
    }

    /**
     * Bytes that the proxy has read in this direction and neither forwarded nor dropped.
     *
     * @return the number of bytes at this moment.
     */
    public long heldBytes()
    {
        return watch.locked(ledger::inside);
    }

    /**
     * Bytes that have passed in this direction since the start.
     *
     * @return the number of bytes.
     */
    public long forwardedBytes()
    {
        return watch.locked(ledger::forwarded);
    }

    /**
     * Bytes that were read and will never be forwarded: dropped, discarded, or without a receiver.
     *
     * @return the number of bytes.
     */
    public long droppedBytes()
    {
        return watch.locked(ledger::dropped);
    }

    /**
     * Waits until at least this many bytes are inside the proxy.
     *
     * @param atLeast bytes.
     * @param within  how long to wait; then {@link AssertionError} is thrown.
     */
    public void awaitHeld(final long atLeast, final Duration within)
    {
        watch.await(() -> atLeast + " bytes held, but " + this, () -> ledger.inside() >= atLeast, within);
    }

    /**
     * Waits until at least this many bytes have passed since the start.
     *
     * @param atLeast bytes.
     * @param within  how long to wait; then {@link AssertionError} is thrown.
     */
    public void awaitForwarded(final long atLeast, final Duration within)
    {
        watch.await(
            () -> atLeast + " bytes forwarded, but " + this, () -> ledger.forwarded() >= atLeast, within);
    }

    @Override
    public String toString()
    {
        return watch.locked(() -> direction + " held " + ledger.inside() + ", forwarded " +
            ledger.forwarded() + ", dropped " + ledger.dropped() + " bytes");
    }

    List<Pipe> pipes()
    {
        return pipes;
    }

    Ledger ledger()
    {
        return ledger;
    }

    long drawDelayNs()
    {
        return jitterNs == 0 ? delayNs : delayNs + (long)(random.nextDouble() * jitterNs);
    }

    /**
     * So many bytes go in one write.
     */
    int mostAtOnce()
    {
        return mostAtOnce;
    }

    Gate gate()
    {
        return gate;
    }

    private void gate(final Gate present, final Gate future)
    {
        gate = future;
        pipes.forEach((pipe) -> pipe.gate(present));
    }

    private Flow change(final Runnable setting)
    {
        watch.locked(setting);
        wakeUp.run();

        return this;
    }
}
