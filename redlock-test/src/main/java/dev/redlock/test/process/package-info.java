// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Other processes for tests: a second JVM, what it prints, signals to it, and that nothing of it stays when
 * the test ends. {@link dev.redlock.test.process.Waiting} waits for an event, with a deadline.
 */
package dev.redlock.test.process;
