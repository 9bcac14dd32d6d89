// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.threads;

import dev.redlock.runtime.calls.Call;
import dev.redlock.runtime.calls.Command;

/**
 * How commands reach the engine and callers wait for it: on a thread of its own, or on the caller's.
 */
public interface Driver
{
    /**
     * Throws if the present thread must not call the client. Check it first in every call.
     */
    void checkMayCall();

    /**
     * Throws if the present thread must not wait for the engine, or must not call the client at all.
     */
    void checkMayWait();

    /**
     * Throws in a callback of the engine, which any wait would hold up. Any other thread may wait, for what
     * is no work of the engine.
     */
    void checkNotInACallback();

    /**
     * Throws if the present thread must not close the client. The engine of a thread that has died is handed
     * to the one that asks.
     */
    void checkMayClose();

    /**
     * Whether the present thread may wait for the engine.
     */
    boolean mayWait();

    /**
     * Hands a command over, behind those that were handed over before.
     */
    void submit(Command command);

    /**
     * As {@link #submit}, for a command that any thread may bring: where the engine has none of its own, it
     * takes the command when its owner calls next.
     */
    void submitFromAnyThread(Command command);

    /**
     * Waits until a call is done, or the thread is interrupted if it may be, or the time is over. An engine
     * on the caller's own thread keeps all times itself, and is not left. If the engine has ended and gives
     * no answer any more, the time is over.
     */
    Call.Wait await(Call call, boolean isInterruptible, long deadlineNs);

    /**
     * Has an engine count as closed whose thread has died without a word, and goes on with an end that was
     * held up, if that is this thread's to do.
     */
    void seeToTheDead();

    /**
     * As {@link #seeToTheDead()}, for a thread that closes a client which counts as closed: all of an end
     * that was held up is made, the close of the transport too. The engine of a thread that has died is
     * handed to the present one; nothing if it is another's.
     */
    void closeTheDead();

    /**
     * One duty cycle on the caller's thread, where that is how the engine is driven.
     *
     * @return amount of work done.
     */
    int poll();

    /**
     * Waits until a call that ends the engine is done, and the engine with it, for a bounded time.
     *
     * @return false if the engine is still there.
     */
    boolean awaitEnd(Call closeCall, long timeoutNs);
}
