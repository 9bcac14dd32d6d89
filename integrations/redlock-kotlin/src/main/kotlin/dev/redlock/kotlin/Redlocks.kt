// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.kotlin

import dev.redlock.Lease
import dev.redlock.LeaseLostException
import dev.redlock.LockOptions
import dev.redlock.Redlock
import dev.redlock.outcome.Outcome
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlin.time.Duration
import kotlin.time.toJavaDuration
import kotlinx.coroutines.CancellableContinuation
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Job
import kotlinx.coroutines.cancel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.launch
import kotlinx.coroutines.suspendCancellableCoroutine

/**
 * Runs [block] under a lock, as [Redlock.call] does for threads, and suspends where that blocks.
 *
 * The lock is held until [block] and all coroutines that it has started in its scope have ended. If the lease is lost
 * before, they are cancelled with a [CancellationException] whose cause is a [LeaseLostException], and the caller gets a
 * [LeaseLostException], which is none. If the caller is cancelled, while it waits or while it works, nothing stays
 * locked. Releases are not waited for. The work may release the lease itself.
 *
 * What the work throws is what the caller gets, on every dispatcher; if the lease had been lost before the work ended,
 * with the [LeaseLostException] as a suppressed exception. A [CancellationException] of the work gives way to the
 * [LeaseLostException], unless the caller itself has been cancelled: then that is what it gets.
 *
 * The lock belongs to the call and not to a thread: the work may change threads, and a nested call with the same key
 * waits for the outer one until its patience ends.
 *
 * @param key of the lock.
 * @param within patience; zero is a single attempt.
 * @param options how to acquire and hold.
 * @param block gets the lease, for its fencing token, its remaining time, and to extend it.
 * @return what [block] returns.
 * @throws dev.redlock.LockContendedException if somebody else held the lock all the time.
 * @throws dev.redlock.NoQuorumException if too few nodes answered.
 * @throws dev.redlock.LeaseLostException if the lock was lost before the work ended.
 * @throws IllegalStateException if kotlinx-coroutines is older than 1.9.
 */
public suspend fun <T> Redlock.withLock(
    key: String,
    within: Duration,
    options: LockOptions = defaults(),
    block: suspend CoroutineScope.(Lease) -> T,
): T {
    CoroutinesVersion.check()
    val lease = acquireSuspending(key, within, options)
    val result = try {
        lease.whileHeld(block)
    } catch (failure: Throwable) {
        throw failureOf(failure, lease.end(), currentCoroutineContext())
    }
    lease.end()?.let { throw it }
    return result
}

/*
 * Returns when the work and its children have ended. They are cancelled when the lease is lost.
 */
private suspend fun <T> Lease.whileHeld(block: suspend CoroutineScope.(Lease) -> T): T = coroutineScope {
    val outer = this
    lateinit var watch: Job
    val result = coroutineScope {
        val work = this
        watch = outer.launch(start = CoroutineStart.UNDISPATCHED) {
            awaitLoss()
            loss()?.let { work.cancel(CancellationException("lock lost", it)) }
        }
        block(this@whileHeld)
    }
    watch.cancel()
    result
}

/*
 * What the caller gets if the work failed. Whether a cancellation was there before that by the loss depends on the
 * dispatcher, so the loss goes before any but the caller's own.
 */
private fun failureOf(failure: Throwable, loss: LeaseLostException?, caller: CoroutineContext): Throwable {
    if (loss == null) {
        return failure
    }
    val told = if (failure is CancellationException) cancellationOf(caller) ?: return loss else failure
    told.addSuppressed(loss)
    // Where coroutines copy exceptions for their stack traces, the next copy is made of the original again.
    told.cause?.takeIf { it.javaClass == told.javaClass }?.addSuppressed(loss)
    return told
}

private fun cancellationOf(caller: CoroutineContext): CancellationException? =
    try {
        caller.ensureActive()
        null
    } catch (cancellation: CancellationException) {
        cancellation
    }

/*
 * Releases. Returns the loss if the lease had ended before, unless the work has released it itself.
 */
private fun Lease.end(): LeaseLostException? {
    val loss = loss()
    return if (releaseAsync() == Outcome.STALE_TERM) null else loss
}

private fun Lease.loss(): LeaseLostException? =
    try {
        checkHeld()
        null
    } catch (loss: LeaseLostException) {
        loss
    }

/*
 * A lease that comes when the caller has been cancelled is released: by the client if the future was cancelled before,
 * else here.
 */
private suspend fun Redlock.acquireSuspending(key: String, within: Duration, options: LockOptions): Lease =
    suspendCancellableCoroutine { caller ->
        val future = acquireAsync(key, within.toJavaDuration(), options)
        caller.invokeOnCancellation { future.cancel(false) }
        future.whenComplete { lease, failure ->
            if (failure == null) {
                caller.resumeHolding(lease)
            } else {
                caller.resumeWithException(failure)
            }
        }
    }

/*
 * Nobody hears of what a callback of a future throws: the caller would wait for ever, and the lease would be extended.
 */
private fun CancellableContinuation<Lease>.resumeHolding(lease: Lease) {
    try {
        resume(lease) { _, late, _ -> late.releaseAsync() }
    } catch (failure: Throwable) {
        lease.releaseAsync()
        resumeWithException(failure)
    }
}

private suspend fun Lease.awaitLoss() {
    suspendCancellableCoroutine { watch -> lost().whenComplete { _, _ -> watch.resume(Unit) } }
}
