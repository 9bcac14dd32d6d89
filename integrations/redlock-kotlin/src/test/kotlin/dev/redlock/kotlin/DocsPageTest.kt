// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.kotlin

import java.nio.file.Files
import java.nio.file.Path
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/**
 * The Kotlin of docs/kotlin.md is test source.
 */
class DocsPageTest {
    @Test
    fun `should show what is compiled`() {
        val page = Files.readString(Path.of("../../docs/kotlin.md"))
        for (name in listOf("Stock", "SaleTest")) {
            val source = Files.readString(Path.of("src/test/kotlin/dev/redlock/kotlin/$name.kt"))
            val shown = source.substringAfter("from here on.\n").replace(FIRST, "$FIRST${IMPORT}\n")

            assertThat(page).contains("```kotlin\n$shown```")
        }
    }

    private companion object {
        const val FIRST = "import dev.redlock.Redlock\n"

        /** The test is in that package. */
        const val IMPORT = "import dev.redlock.kotlin.withLock"
    }
}
