// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Locks over five real servers, by JMH: {@code java -jar jmh/target/benchmarks.jar "bench.lock"}. A closed
 * loop: for latency under a given rate see the rig.
 */
package dev.redlock.bench.lock;
