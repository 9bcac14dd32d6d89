// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.kotlin

import dev.redlock.LeaseLostException
import dev.redlock.LockContendedException
import dev.redlock.LockOptions
import dev.redlock.NoQuorumException
import dev.redlock.Redlock
import dev.redlock.outcome.Outcome
import dev.redlock.test.Await
import dev.redlock.test.FakeNodes
import java.util.concurrent.CancellationException
import java.util.concurrent.atomic.AtomicInteger
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.random.Random
import kotlin.time.Duration
import kotlin.time.Duration.Companion.hours
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlin.time.toJavaDuration
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancel
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test

/**
 * Coroutines under locks, over nodes in memory.
 */
class WithLockTest {
    private val nodes = FakeNodes.of(3)
    private val redlock: Redlock = nodes.builder().build()

    @AfterEach
    fun close() {
        redlock.close()
        nodes.close()
    }

    private fun awaitNothingLeft() {
        Await.parking().until("no owner token out", SOON.toJavaDuration(), { redlock.metrics().tokensOut() }) { it == 0 }
        assertThat(nodes.isHeld(KEY)).isFalse()
    }

    @Test
    fun `should hold the lock while the work and its children run`() = runBlocking {
        val children = AtomicInteger()
        val result = redlock.withLock(KEY, SOON, LockOptions.DEFAULT.withFencing()) { lease ->
            launch(Dispatchers.Default) {
                yield()
                assertThat(nodes.isHeld(KEY)).isTrue()
                children.incrementAndGet()
            }
            withContext(Dispatchers.IO) { lease.fencingToken() }
        }
        assertThat(result).isPositive()
        assertThat(children).hasValue(1)
        awaitNothingLeft()
    }

    @Test
    fun `should tell contention, outage and failures of the work apart`() {
        nodes.holdElsewhere(KEY).use {
            assertThatThrownBy { runBlocking { redlock.withLock(KEY, Duration.ZERO) { } } }
                .isInstanceOf(LockContendedException::class.java)
        }
        assertThatThrownBy { runBlocking { redlock.withLock(KEY, SOON) { error("of the work") } } }
            .hasMessage("of the work")
        awaitNothingLeft()
        nodes.kill(0)
        nodes.kill(1)
        assertThatThrownBy { runBlocking { redlock.withLock(KEY, 50.milliseconds) { } } }
            .isInstanceOf(NoQuorumException::class.java)
    }

    @Test
    fun `should leave nothing locked when the caller gives up`() = runBlocking {
        val theirs = nodes.holdElsewhere(KEY)
        assertThat(withTimeoutOrNull(20.milliseconds) { redlock.withLock(KEY, SOON) { "won" } }).isNull()
        theirs.close()
        awaitNothingLeft()

        val working = CompletableDeferred<Unit>()
        val caller = launch {
            redlock.withLock(KEY, SOON) {
                working.complete(Unit)
                awaitCancellation()
            }
        }
        working.await()
        caller.cancelAndJoin()
        awaitNothingLeft()
    }

    /**
     * The lock may be won at the very moment of the cancellation.
     */
    @Test
    fun `should leave nothing locked whenever the caller gives up`() = runBlocking(Dispatchers.Default) {
        val random = Random(7)
        repeat(500) {
            val caller = launch { redlock.withLock(KEY, SOON) { yield() } }
            repeat(random.nextInt(200)) { yield() }
            caller.cancelAndJoin()
        }
        awaitNothingLeft()
    }

    @Test
    fun `should cancel the work when the lock is lost`() {
        val cancelled = CompletableDeferred<Throwable>()
        assertThatThrownBy {
            runBlocking {
                redlock.withLock(KEY, SOON) {
                    launch {
                        try {
                            awaitCancellation()
                        } catch (end: CancellationException) {
                            cancelled.complete(end)
                            throw end
                        }
                    }
                    yield()
                    nodes.skip(LockOptions.DEFAULT.ttl())
                    awaitCancellation()
                }
            }
        }.isInstanceOf(LeaseLostException::class.java)
        assertThat(runBlocking { cancelled.await() }).hasRootCauseInstanceOf(LeaseLostException::class.java)
        awaitNothingLeft()
    }

    /**
     * The work ends with a failure of its own: when it is cancelled, or before it can be.
     */
    @Test
    fun `should throw what the work threw, and tell the loss with it`() {
        for (dispatcher in listOf(EmptyCoroutineContext, Dispatchers.Default, Dispatchers.Unconfined)) {
            for (isCancelled in listOf(true, false)) {
                assertThatThrownBy {
                    runBlocking(dispatcher) {
                        redlock.withLock(KEY, SOON) {
                            nodes.skip(LockOptions.DEFAULT.ttl())
                            try {
                                if (isCancelled) awaitCancellation()
                            } finally {
                                error("of the work")
                            }
                        }
                    }
                }.describedAs("%s, %s", dispatcher, isCancelled).hasMessage("of the work")
                    .satisfies({ assertThat(it.suppressed).hasOnlyElementsOfType(LeaseLostException::class.java).hasSize(1) })
            }
        }
        awaitNothingLeft()
    }

    @Test
    fun `should tell the loss, whatever cancelled the work`() {
        for (dispatcher in listOf(EmptyCoroutineContext, Dispatchers.Default)) {
            assertThatThrownBy {
                runBlocking(dispatcher) {
                    redlock.withLock(KEY, SOON) {
                        nodes.skip(LockOptions.DEFAULT.ttl())
                        throw CancellationException("of the work")
                    }
                }
            }.isInstanceOf(LeaseLostException::class.java)
        }
    }

    /**
     * Else the loss would fail the caller's parent.
     */
    @Test
    fun `should stay cancelled if the caller is cancelled after the loss`() = runBlocking {
        val isLost = CompletableDeferred<Unit>()
        val end = CompletableDeferred<Unit>()
        val thrown = CompletableDeferred<Throwable>()
        val caller = launch {
            try {
                redlock.withLock(KEY, SOON) {
                    nodes.skip(LockOptions.DEFAULT.ttl())
                    try {
                        awaitCancellation()
                    } finally {
                        isLost.complete(Unit)
                        withContext(NonCancellable) { end.await() }
                    }
                }
            } catch (failure: Throwable) {
                thrown.complete(failure)
                throw failure
            }
        }
        isLost.await()
        caller.cancel("from outside")
        end.complete(Unit)
        caller.join()
        assertThat(thrown.await()).isInstanceOf(CancellationException::class.java).hasMessage("from outside")
        assertThat(thrown.await().suppressed).hasOnlyElementsOfType(LeaseLostException::class.java).hasSize(1)
        awaitNothingLeft()
    }

    @Test
    fun `should tell how long the work went on without the lock`() {
        val unprotected = 3.seconds.toJavaDuration()
        assertThatThrownBy {
            runBlocking(Dispatchers.Default) {
                redlock.withLock(KEY, SOON) {
                    nodes.skip(LockOptions.DEFAULT.ttl())
                    try {
                        awaitCancellation()
                    } finally {
                        nodes.skip(unprotected)
                    }
                }
            }
        }.isInstanceOfSatisfying(LeaseLostException::class.java) {
            assertThat(it.late()).isGreaterThanOrEqualTo(unprotected)
        }
    }

    @Test
    fun `should tell a release by the work from a loss`() {
        val within = SOON.toJavaDuration()
        val ofCall = redlock.call<Outcome, RuntimeException>(KEY, within) { it.release() }
        assertThat(runBlocking { redlock.withLock(KEY, SOON) { it.release() } }).isEqualTo(ofCall)

        assertThatThrownBy {
            runBlocking {
                redlock.withLock(KEY, SOON) {
                    nodes.skip(LockOptions.DEFAULT.ttl())
                    it.release()
                }
            }
        }.isInstanceOf(LeaseLostException::class.java)
        awaitNothingLeft()
    }

    private companion object {
        const val KEY = "stock:7"
        val SOON = 10.seconds
    }

    /** Work that heeds no cancellation yet keeps its lock while the client waits for it, and after that. */
    @Test
    fun `should keep the lock of work that goes on when the client ends`() = runBlocking {
        val begun = CompletableDeferred<Unit>()
        val goOn = CompletableDeferred<Unit>()
        val working = launch(Dispatchers.Default) {
            redlock.withLock(KEY, SOON) {
                withContext(NonCancellable) {
                    begun.complete(Unit)
                    goOn.await()
                }
            }
        }
        begun.await()
        working.cancel()

        assertThat(redlock.closeAfterWork(10.milliseconds.toJavaDuration())).containsExactly("'$KEY'")
        assertThat(nodes.isHeld(KEY)).isTrue()
        goOn.complete(Unit)
        working.join()
        assertThat(nodes.isHeld(KEY)).isTrue()
    }

    @Test
    fun `should let work end before the client does`() = runBlocking {
        val begun = CompletableDeferred<Unit>()
        val goOn = CompletableDeferred<Unit>()
        val working = launch(Dispatchers.Default) {
            redlock.withLock(KEY, SOON) {
                begun.complete(Unit)
                goOn.await()
            }
        }
        begun.await()
        val closing = launch(Dispatchers.IO) {
            assertThat(redlock.closeAfterWork(1.hours.toJavaDuration())).isEmpty()
        }
        goOn.complete(Unit)
        working.join()
        closing.join()
        assertThat(nodes.isHeld(KEY)).isFalse()
    }
}
