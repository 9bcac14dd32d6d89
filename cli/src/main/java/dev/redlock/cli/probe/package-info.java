// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * {@code probe}: what there is to know about the nodes, and what endangers a lock there.
 */
package dev.redlock.cli.probe;
