// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import dev.redlock.engine.Engine;

/**
 * Something an application thread wants done on the engine thread. Made once and used again; one that is on
 * its way must not be submitted a second time.
 */
abstract class Command
{
    /*
     * The next one in UrgentCommands.
     */
    Command next;

    /**
     * Engine thread.
     */
    abstract void run(Engine engine, long nowNs);

    /**
     * Any thread, in place of {@link #run(Engine, long)}: the engine has ended.
     */
    abstract void refuse();
}
