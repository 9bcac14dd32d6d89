// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * {@code run}: a command that works under a lock, and never without it.
 */
package dev.redlock.cli.run;
