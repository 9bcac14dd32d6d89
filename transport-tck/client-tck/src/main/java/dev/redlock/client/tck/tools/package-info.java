// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What several suites look with, and what they put in the way.
 */
package dev.redlock.client.tck.tools;
