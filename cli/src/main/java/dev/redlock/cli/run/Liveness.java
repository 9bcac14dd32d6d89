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
package dev.redlock.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Tells processes that run from those that are dead and only not yet collected by their parent, which may
 * take its time. Java does not.
 */
final class Liveness
{
    private Liveness()
    {
    }

    static boolean isRunning(final ProcessHandle handle)
    {
        return handle.isAlive() && !isZombie(handle.pid());
    }

    private static boolean isZombie(final long pid)
    {
        try
        {
            // The name of the program comes before the state, in parentheses, and may contain any character.
            final String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));

            return stat.startsWith(" Z", stat.lastIndexOf(')') + 1);
        }
        catch (final IOException ignored)
        {
            // Just gone, or a system without such files.
            return false;
        }
    }
}
