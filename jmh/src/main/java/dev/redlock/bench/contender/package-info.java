// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What is compared: each contender takes and releases a lock in its own way, on the same servers.
 */
package dev.redlock.bench.contender;
