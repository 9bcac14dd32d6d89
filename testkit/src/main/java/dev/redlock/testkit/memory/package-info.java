/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

/**
 * A network, its nodes and their clocks, in memory and in virtual time: for simulations and stories that run
 * fast, and the same way every time.
 * <p>
 * {@link dev.redlock.testkit.memory.MemoryNetwork} owns the time and the events. A
 * {@link dev.redlock.testkit.memory.MemoryTransport} carries one client's commands over it, in keeping with
 * {@link dev.redlock.spi.Transport} to the letter; a {@link dev.redlock.testkit.memory.MemoryNode} is a small
 * model of a Redis master. What goes wrong has a name: on the way between one client and one node
 * ({@link dev.redlock.testkit.memory.MemoryPath}), in a node, or in a
 * {@link dev.redlock.testkit.memory.MemoryClock}; {@link dev.redlock.testkit.simulation.Simulation} lets
 * chance choose among them.
 * <p>
 * <b>Threads:</b> one thread drives a network and all that belongs to it, unless said otherwise.
 */
package dev.redlock.testkit.memory;
