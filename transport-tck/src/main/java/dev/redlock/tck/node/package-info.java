// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A node that answers by script.
 */
package dev.redlock.tck.node;
