// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Which thread drives an engine, and how the others wait for it.
 * {@link dev.redlock.runtime.threads.EngineAgent} is the duty cycle; a
 * {@link dev.redlock.runtime.threads.Driver} runs it, on a thread of its own or on the caller's.
 * <p>
 * Only {@code client} knows it. It knows no handle: it runs commands, and tells those who are busy that the
 * engine has ended.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.runtime.threads;
