// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * {@code demo}: sellers, a stock that does not forgive, and a node that dies.
 */
package dev.redlock.cli.demo;
