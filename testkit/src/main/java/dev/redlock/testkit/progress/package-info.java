// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How far long work is, in one line for people.
 */
package dev.redlock.testkit.progress;
