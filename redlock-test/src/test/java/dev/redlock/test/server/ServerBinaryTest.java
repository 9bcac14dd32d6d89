// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerBinaryTest
{
    @TempDir
    private Path temp;
    private Path one;
    private Path two;
    private Path three;

    @BeforeEach
    void createPrograms() throws IOException
    {
        one = program("one");
        two = program("two");
        three = program("three");
    }

    @Test
    void shouldPreferTheBuilderThenThePropertyThenTheEnvironment()
    {
        assertThat(ServerBinary.locate(one, two.toString(), three.toString())).isEqualTo(one);
        assertThat(ServerBinary.locate(null, two.toString(), three.toString())).isEqualTo(two);
        assertThat(ServerBinary.locate(null, " ", three.toString())).isEqualTo(three);
    }

    @Test
    void shouldBringItsOwnServerAndExtractItOnce()
    {
        final Path binary = ServerBinary.locate(null, null, "");

        assertThat(binary).isExecutable().hasFileName(
            ServerBinary.resource(System.getProperty("os.name"), System.getProperty("os.arch")));
        assertThat(ServerBinary.locate(null, null, null)).isEqualTo(binary);
    }

    @Test
    void shouldSayWhereAWrongPathCameFrom()
    {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> ServerBinary.locate(null, temp.resolve("missing").toString(), null))
            .withMessageContaining("redlock.server").withMessageContaining("missing");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> ServerBinary.locate(null, null, temp.toString()))
            .withMessageContaining("REDLOCK_SERVER");
    }

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-amd64",
        "Linux, aarch64, linux-arm64",
        "Linux, i386, linux-386",
        "Mac OS X, x86_64, darwin-amd64",
        "Mac OS X, aarch64, darwin-arm64"})
    void shouldKnowThePlatformsItHasAServerFor(final String os, final String arch, final String suffix)
    {
        final String resource = ServerBinary.resource(os, arch);

        assertThat(resource).endsWith(suffix);
        assertThat(getClass().getClassLoader().getResource(resource)).isNotNull();
    }

    @Test
    void shouldSayWhatToDoOnOtherPlatforms()
    {
        assertThatIllegalStateException().isThrownBy(() -> ServerBinary.resource("Windows 11", "amd64"))
            .withMessageContaining("Windows 11").withMessageContaining("-Dredlock.server");
    }

    /**
     * The library with the server is optional, so many meet this.
     */
    @Test
    void shouldSayWhatToAddIfThereIsNoServer()
    {
        assertThatIllegalStateException().isThrownBy(() -> ServerBinary.extract("redis-server-0.0.0"))
            .withMessageContainingAll("add org.signal:embedded-redis", "-Dredlock.server", "REDLOCK_SERVER");
    }

    private Path program(final String name) throws IOException
    {
        final Path path = Files.createFile(temp.resolve(name));
        assertThat(path.toFile().setExecutable(true)).isTrue();

        return path;
    }
}
