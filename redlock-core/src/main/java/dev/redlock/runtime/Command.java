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
