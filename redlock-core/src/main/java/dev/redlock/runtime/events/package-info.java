// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How news leaves the runtime: to the application's listeners and to Flight Recorder, whatever they throw;
 * and to the platform's logger, for which nobody waits. {@code JfrEvents} alone names classes of the module
 * {@code jdk.jfr}, which a runtime image need not have.
 * <p>
 * Who has news may use it. It counts in {@code metrics} what goes wrong, and knows nothing else of the
 * runtime.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.runtime.events;
