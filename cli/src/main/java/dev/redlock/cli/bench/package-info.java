// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * {@code bench}: how fast locks are on these nodes, from this machine.
 */
package dev.redlock.cli.bench;
