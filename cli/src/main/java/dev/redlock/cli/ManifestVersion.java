// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli;

import picocli.CommandLine.IVersionProvider;

/**
 * The version as the build wrote it into the jar, so that there is one place to change it.
 */
final class ManifestVersion implements IVersionProvider
{
    @Override
    public String[] getVersion()
    {
        final String version = Main.class.getPackage().getImplementationVersion();

        return new String[]{"redlock " + (version == null ? "(not from a jar)" : version)};
    }
}
