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
package dev.redlock.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The command line: reads the arguments, runs one command, ends with its exit status.
 */
@Command(
    name = "redlock",
    mixinStandardHelpOptions = true,
    versionProvider = ManifestVersion.class,
    description = "Distributed locks over N independent Redis or Valkey masters.")
public final class Main
{
    private Main()
    {
    }

    /**
     * Entry point of the executable jar.
     *
     * @param args command, options and operands.
     */
    public static void main(final String[] args)
    {
        System.exit(new CommandLine(new Main()).execute(args));
    }
}
