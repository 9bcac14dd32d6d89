/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

class LogRoomTest
{
    /**
     * The machine has no thread left: whoever says something is not troubled by that.
     */
    @Test
    void shouldDropWhatNoThreadCanBeHadFor()
    {
        final AtomicInteger dropped = new AtomicInteger();
        final Log log = new Log((work) ->
        {
            throw new OutOfMemoryError("planted: unable to create native thread");
        });
        log.onDropped(dropped::incrementAndGet);

        log.write(System.Logger.Level.WARNING, "line");

        assertEquals(1, dropped.get());
        log.flush(Long.MAX_VALUE / 2 + System.nanoTime());
    }
}
