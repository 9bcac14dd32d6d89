// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A node that says what a script tells it to.
 */
package dev.redlock.tck.node;
