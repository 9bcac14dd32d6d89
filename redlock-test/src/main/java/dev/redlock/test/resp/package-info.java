// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What is said to a server past the library under test, and what it answers, byte by byte.
 */
package dev.redlock.test.resp;
