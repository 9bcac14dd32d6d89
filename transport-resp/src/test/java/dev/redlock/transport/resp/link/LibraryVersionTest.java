// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

class LibraryVersionTest
{
    private static final LinkageError MISSING = new NoClassDefFoundError("io/netty/channel/IoHandler");

    @Test
    void shouldNameWhatIsMissing()
    {
        assertThat(message(() -> "4.1.0.Final", false)).isEqualTo("transport 'netty' needs Netty 4.2.8 or " +
            "newer, but found 4.1.0.Final, without io.netty.channel.IoHandler; set the Maven property " +
            "netty.version, or list that version before your platform's BOM");
        assertThat(message(() -> null, false)).contains("found another (of an unknown version), without");
    }

    /**
     * Then the class that knows the version is missing as well.
     */
    @Test
    void shouldSayHowToStartOnTheModulePath()
    {
        assertThat(message(() ->
        {
            throw new NoClassDefFoundError("io/netty/util/Version");
        }, true)).contains("but found none, without io.netty.channel.IoHandler; start the program with " +
            "--add-modules ALL-MODULE-PATH");
    }

    private static String message(final Supplier<String> found, final boolean isOnTheModulePath)
    {
        return LibraryVersion.tooOld(
            "netty", "Netty 4.2.8", found, "netty.version", MISSING, isOnTheModulePath).getMessage();
    }
}
