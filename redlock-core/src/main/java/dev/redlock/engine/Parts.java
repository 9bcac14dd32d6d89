// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

/**
 * What the machines of one engine share.
 */
record Parts(EngineConfig config, Meter meter, Timers timers, Nodes nodes, Wire wire, AttemptPool attempts,
    Succession succession)
{
}
