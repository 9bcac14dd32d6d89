// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import dev.redlock.news.ClientEvents;

/**
 * News for an application. Called on the engine thread (in invoker mode: on the thread that polls): return
 * quickly, do not wait for the lock. Exceptions are counted and passed to {@link #onError(Throwable)}. By
 * default the news is logged: extend {@link LoggedEvents} to hear of it and keep that.
 * <p>
 * Java Flight Recorder hears the same, and more, whatever listens here: its events are in the category
 * <em>Redlock</em>, named {@code dev.redlock.NodeStatus}, {@code LeaseLost}, {@code TooLate}, {@code
 * NoQuorum}, and, if a recording asks for them, {@code Acquired} and {@code Contended}.
 */
public interface RedlockEvents extends ClientEvents
{
}
