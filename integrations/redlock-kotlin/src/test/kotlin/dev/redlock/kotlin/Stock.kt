// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.kotlin

// Shown in docs/kotlin.md from here on.
import dev.redlock.LockOptions
import dev.redlock.Redlock
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlin.time.toJavaDuration
import kotlinx.coroutines.launch

class Stock(private val redlock: Redlock) {
    private val options = LockOptions.DEFAULT.withTtl(10.seconds.toJavaDuration()).withFencing()

    suspend fun sell(item: String): Long =
        redlock.withLock("stock:$item", within = 500.milliseconds, options) { lease ->
            launch { writeLog(item) }                     // ends before the lock does
            writeSale(item, lease.fencingToken())
        }

    private suspend fun writeLog(item: String) { /* … */ }

    private suspend fun writeSale(item: String, token: Long): Long = token
}
