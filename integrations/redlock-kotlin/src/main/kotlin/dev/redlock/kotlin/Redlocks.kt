// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.kotlin

import dev.redlock.Lease
import dev.redlock.LockOptions
import dev.redlock.Redlock
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlin.time.Duration
import kotlin.time.toJavaDuration
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.suspendCancellableCoroutine

/**
 * Runs [block] under a lock, as [Redlock.call] does for threads, and suspends where that blocks.
 *
 * The lock is held until [block] and all coroutines that it has started in its scope have ended. If the lease is lost
 * before, they are cancelled, and the caller gets a [dev.redlock.LeaseLostException]. If the caller is cancelled, while
 * it waits or while it works, nothing stays locked. Releases are not waited for.
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
 */
public suspend fun <T> Redlock.withLock(
    key: String,
    within: Duration,
    options: LockOptions = defaults(),
    block: suspend CoroutineScope.(Lease) -> T,
): T {
    val lease = acquireSuspending(key, within, options)
    try {
        val result = coroutineScope {
            val watch = launch(start = CoroutineStart.UNDISPATCHED) { lease.awaitLoss() }
            val result = coroutineScope { block(lease) }
            watch.cancel()
            result
        }
        lease.checkHeld()
        return result
    } finally {
        lease.releaseAsync()
    }
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
                caller.resume(lease) { _, late, _ -> late.releaseAsync() }
            } else {
                caller.resumeWithException(failure)
            }
        }
    }

/*
 * Throws when the lease is lost.
 */
private suspend fun Lease.awaitLoss() {
    suspendCancellableCoroutine { watch -> lost().whenComplete { _, _ -> watch.resume(Unit) } }
    checkHeld()
}
