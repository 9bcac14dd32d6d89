// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.kotlin

// Shown in docs/kotlin.md from here on.
import dev.redlock.LeaseLostException
import dev.redlock.Redlock
import dev.redlock.test.Await
import dev.redlock.test.FakeNodes
import java.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test

class SaleTest {
    private val nodes = FakeNodes.of(3)
    private val redlock: Redlock = nodes.client()

    @AfterEach
    fun close() = nodes.close()                           // closes the client, too

    @Test
    fun `should free the lock after the work`() {
        runBlocking { redlock.withLock("stock:apples", within = 10.seconds) { } }

        Await.parking().until("free", Duration.ofSeconds(10)) { !nodes.isHeld("stock:apples") }
    }

    @Test
    fun `should stop the work when the lock is lost`() {
        assertThrows(LeaseLostException::class.java) {
            runBlocking {
                redlock.withLock("stock:apples", within = 10.seconds) {
                    nodes.skip(Duration.ofMinutes(1))     // for the nodes and the client
                    awaitCancellation()
                }
            }
        }
    }
}
