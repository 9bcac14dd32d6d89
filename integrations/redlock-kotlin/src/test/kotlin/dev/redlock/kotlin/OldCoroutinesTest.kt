// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.kotlin

import dev.redlock.Redlock
import dev.redlock.test.FakeNodes
import java.io.File
import java.net.URLClassLoader
import java.util.concurrent.Callable
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource

/**
 * Coroutines of an older version are refused before there is a lease: the build puts them into a folder. With them a
 * caller waited for ever, and its lock was held.
 */
class OldCoroutinesTest {
    @ParameterizedTest
    @ValueSource(strings = ["1.7.3", "1.8.0"])
    fun `should refuse coroutines that are too old`(version: String) {
        val old = File("target/old-coroutines/kotlinx-coroutines-core-jvm-$version.jar")
        assertThat(old).exists()
        val path = System.getProperty("java.class.path").split(File.pathSeparator)
            .filterNot { it.contains("kotlinx-coroutines") } + old.path
        URLClassLoader(path.map { File(it).toURI().toURL() }.toTypedArray(), ClassLoader.getPlatformClassLoader()).use {
            val attempt = it.loadClass(Attempt::class.java.name).getDeclaredConstructor().newInstance() as Callable<*>
            assertThat(attempt.call()).isEqualTo(
                "kotlinx-coroutines is older than 1.9 but redlock-kotlin needs 1.9 or newer: ask for " +
                    "kotlinx-coroutines-core 1.10.2, in Spring Boot with the property kotlin-coroutines.version; 0 leases",
            )
        }
    }

    /**
     * Loaded anew, with its Kotlin.
     */
    class Attempt : Callable<String> {
        override fun call(): String = FakeNodes.of(3).use { nodes ->
            nodes.builder().build().use { redlock -> "${failure(redlock)}; ${redlock.metrics().tokensOut()} leases" }
        }

        private fun failure(redlock: Redlock): String? =
            try {
                runBlocking { redlock.withLock("work", 1.seconds) { "done" } }
            } catch (refusal: IllegalStateException) {
                refusal.message
            }
    }
}
