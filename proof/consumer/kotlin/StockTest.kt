// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package shop

import dev.redlock.Redlock
import dev.redlock.test.junit.RedisServersExtension
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.ExtendWith

@ExtendWith(RedisServersExtension::class)
class StockTest {
    @Test
    fun `should sell with a higher token each time`(redlock: Redlock) = runBlocking {
        val stock = Stock(redlock)

        assertTrue(stock.sell("apples") < stock.sell("apples"))
    }
}
