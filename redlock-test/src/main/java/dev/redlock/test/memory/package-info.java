// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A network, its nodes and their clocks, in memory and in virtual time: for simulations and stories that run
 * fast, and the same way every time.
 * <p>
 * {@link dev.redlock.test.memory.MemoryNetwork} owns the time and the events. A
 * {@link dev.redlock.test.memory.MemoryTransport} carries one client's commands over it, in keeping with
 * {@link dev.redlock.spi.Transport} to the letter; a {@link dev.redlock.test.memory.MemoryNode} is a small
 * model of a Redis master. What goes wrong has a name: on the way between one client and one node
 * ({@link dev.redlock.test.memory.MemoryPath}), in a node, or in a
 * {@link dev.redlock.test.memory.MemoryClock}.
 * <p>
 * <b>Threads:</b> one thread drives a network and all that belongs to it, unless said otherwise.
 */
package dev.redlock.test.memory;
