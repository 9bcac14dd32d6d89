// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The rig: scenarios in microseconds over real servers, in alternating rounds of contenders.
 */
package dev.redlock.bench.rig;
