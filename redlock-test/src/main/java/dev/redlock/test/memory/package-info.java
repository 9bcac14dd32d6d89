// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A network, its nodes and their clocks, in memory and in virtual time: for fast, repeatable simulations and
 * stories.
 * <p>
 * {@link dev.redlock.test.memory.MemoryNetwork} owns the time and the events. A {@link
 * dev.redlock.test.memory.MemoryTransport} carries one client's commands over it, exactly as {@link
 * dev.redlock.spi.Transport} says; a {@link dev.redlock.test.memory.MemoryNode} is a small model of a Redis
 * master. Faults have names: on the way between one client and one node ({@link
 * dev.redlock.test.memory.MemoryPath}), in a node, or in a {@link dev.redlock.test.memory.time.MemoryClock}.
 * <p>
 * <b>Threads:</b> one thread drives a network and its parts, unless stated otherwise.
 */
package dev.redlock.test.memory;
