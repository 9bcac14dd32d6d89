// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

import dev.redlock.engine.claim.KeyLine;
import dev.redlock.spi.PreparedKey;

/**
 * The keys in use by this client: one local line per key, with its prepared form, shared by all its handles.
 * Known by their bytes on the nodes. These have an order, so keys chosen to share a hash do not make it slow.
 * Some lines that nobody uses are kept, if other clients wait for their keys: who comes next need not find
 * that out again.
 */
final class Keys
{
    private static final int MOST_KEPT = 64;

    private final ConcurrentHashMap<ByteBuffer, Line> lines = new ConcurrentHashMap<>();
    private final AtomicReferenceArray<Line> kept = new AtomicReferenceArray<>(MOST_KEPT);
    private final Function<byte[], PreparedKey> preparing;

    Keys(final Function<byte[], PreparedKey> preparing)
    {
        this.preparing = preparing;
    }

    /**
     * @param key not changed afterwards.
     */
    Line take(final byte[] key)
    {
        return lines.compute(ByteBuffer.wrap(key), (bytes, present) ->
        {
            final Line line = present != null ? present : new Line(bytes, preparing.apply(key));
            line.users++;

            return line;
        });
    }

    int count()
    {
        return lines.size();
    }

    void giveBack(final Line taken)
    {
        final boolean isKept = taken.isWanted();
        lines.computeIfPresent(taken.bytes, (ignored, line) -> --line.users == 0 && !isKept ? null : line);
        if (isKept)
        {
            final Line before = kept.getAndSet(taken.bytes.hashCode() & MOST_KEPT - 1, taken);
            if (before != null && before != taken)
            {
                lines.computeIfPresent(before.bytes,
                    (ignored, line) -> line == before && line.users == 0 ? null : line);
            }
        }
    }

    /**
     * The line of the claims on a key, and its prepared form.
     */
    static final class Line extends KeyLine
    {
        final PreparedKey key;
        private final ByteBuffer bytes;
        private int users;

        /*
         * What a thread that waited has won last. Plain: whoever reads seeks itself, and what it has written
         * it sees, or what came after.
         */
        private @Nullable Hold won;

        private Line(final ByteBuffer bytes, final PreparedKey key)
        {
            this.bytes = bytes;
            this.key = key;
        }

        /**
         * The present thread has the lock.
         */
        void win(final Hold hold, final long term)
        {
            hold.markWinner(term);
            won = hold;
        }

        /**
         * What the present thread has won, and not released or lost.
         *
         * @return null if another one has the lock, or none.
         */
        @Nullable Hold ofThisThread(final NanoClock clock)
        {
            final Hold last = won;

            return last != null && last.isWonByThisThread(clock) ? last : null;
        }
    }
}
