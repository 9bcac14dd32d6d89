// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What the parts cost, in nanoseconds and without a network:
 * {@code java -jar jmh/target/benchmarks.jar micro}.
 */
package dev.redlock.bench.micro;
