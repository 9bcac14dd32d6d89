// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Drives a transport as an engine would: the commands, questions and dialogues of the tests, what was told,
 * and the book that is kept of it. Knows no rule but those that hold at every moment.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.tck.driver;
