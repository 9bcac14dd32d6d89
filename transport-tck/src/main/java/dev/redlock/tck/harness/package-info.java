// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The world around a transport: its nodes, what they can be made to do, and the clock. For a transport over
 * sockets {@link dev.redlock.tck.harness.RealServerHarness} has all of it; others implement {@link
 * dev.redlock.tck.harness.TckHarness}. It knows no rule.
 */
package dev.redlock.tck.harness;
