// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * For tests of code that uses locks: fake nodes, real servers, a faulty proxy, nodes in memory, and how to
 * wait.
 */
package dev.redlock.test;
