// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.kotlin

import dev.redlock.Redlock
import dev.redlock.test.server.RedisServers
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Tag
import org.junit.jupiter.api.Test

/**
 * Two clients over three real servers, of which one is killed.
 */
@Tag("proof")
class DyingNodeTest {
    private val inside = AtomicInteger()
    private val sold = AtomicInteger()

    @Test
    fun `should exclude each other while a node dies`() {
        RedisServers.start(3).use { servers ->
            client(servers).use { one ->
                client(servers).use { two ->
                    runBlocking(Dispatchers.Default) {
                        coroutineScope {
                            for (redlock in listOf(one, two)) {
                                repeat(4) { launch { repeat(25) { sell(redlock) } } }
                            }
                            servers.server(1).kill()
                        }
                    }
                }
            }
        }
        assertThat(sold).hasValue(2 * 4 * 25)
    }

    private suspend fun sell(redlock: Redlock) {
        redlock.withLock("stock", 30.seconds) {
            inside.incrementAndGet()
            yield()
            assertThat(inside).hasValue(1)
            sold.set(sold.get() + 1)
            inside.decrementAndGet()
        }
    }

    private fun client(servers: RedisServers): Redlock =
        Redlock.builder().nodes(*servers.uris().toTypedArray()).assumeNodesFresh().build()
}
