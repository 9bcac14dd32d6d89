// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

class LogRoomTest
{
    /**
     * The machine has no thread left: whoever says something is not troubled by that.
     */
    @Test
    void shouldDropLinesWhenNoThreadCanStart()
    {
        final AtomicInteger dropped = new AtomicInteger();
        final Log log = new Log((work) ->
        {
            throw new OutOfMemoryError("planted: unable to create native thread");
        });
        log.onDropped(dropped::incrementAndGet);

        log.write(System.Logger.Level.WARNING, "line");

        assertThat(dropped.get()).isEqualTo(1);
        log.flush(Long.MAX_VALUE / 2 + System.nanoTime());
    }
}
