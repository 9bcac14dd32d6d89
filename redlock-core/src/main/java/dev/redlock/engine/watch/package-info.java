// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What looks after the nodes: who may connect and when ({@code NodePolicy} decides, {@code Connections} and
 * {@code Heartbeat} do it), whether answers are those of an admitted node, whose clock is wrong, whose grants
 * do not count ({@code Quarantine}), and which nodes are needed in a hurry.
 * <p>
 * It sees leases as data and moves none: what it finds out about votes it reports to {@code Grants}, which is
 * implemented above. Nobody outside the engine may use it.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.engine.watch;
