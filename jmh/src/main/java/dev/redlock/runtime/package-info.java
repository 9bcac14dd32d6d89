// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Benchmarks of what only the runtime itself may see.
 */
package dev.redlock.runtime;
