// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The command that runs under the lock, as the system sees it: how it is started and marked, who descends
 * from it, and how all of these get a signal or are killed.
 */
package dev.redlock.cli.run.process;
