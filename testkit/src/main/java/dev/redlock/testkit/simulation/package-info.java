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
 * The simulator: real engines over a {@link dev.redlock.testkit.memory.MemoryNetwork}, faults of all kinds,
 * and a checker that sees the true time and compares what clients claim with what is true.
 * {@link dev.redlock.testkit.simulation.Simulation} runs histories, each from one seed.
 */
package dev.redlock.testkit.simulation;
