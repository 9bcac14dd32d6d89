// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * {@code simulate}: the long run of the simulator.
 */
package dev.redlock.cli.simulate;
