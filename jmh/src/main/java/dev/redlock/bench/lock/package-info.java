// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The lock under JMH, over real servers: for people who know JMH and want its answers. The rig measures the
 * same with contenders side by side, and at fixed rates.
 */
package dev.redlock.bench.lock;
