// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Clocks in virtual time, which may go wrong.
 */
package dev.redlock.test.memory.time;
