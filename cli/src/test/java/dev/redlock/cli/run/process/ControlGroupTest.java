// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlGroupTest
{
    private static final int REMOVALS = 2_000;
    private static final int GROUPS = 8;
    private static final String UNIFIED = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw";
    private static final String HYBRID = "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw";
    private static final String V1 = "33 31 0:30 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu";
    private static final String BOUND = "50 40 0:26 /docker/x /sys/fs/cgroup ro - cgroup2 cgroup rw";

    @Test
    void shouldFindItsOwnGroup()
    {
        assertThat(ControlGroup.home(List.of(UNIFIED), List.of("0::/system.slice/a.service")))
            .contains(Path.of("/sys/fs/cgroup/system.slice/a.service"));
        assertThat(ControlGroup.home(List.of(V1, HYBRID), List.of("1:cpu:/a", "0::/")))
            .contains(Path.of("/sys/fs/cgroup/unified"));
        assertThat(ControlGroup.home(List.of(BOUND), List.of("0::/docker/x/job")))
            .contains(Path.of("/sys/fs/cgroup/job"));
    }

    @Test
    void shouldFindNoneThatItCannotReach()
    {
        assertThat(ControlGroup.home(List.of(V1), List.of("1:cpu:/a"))).isEmpty();
        assertThat(ControlGroup.home(List.of(V1), List.of("0::/"))).isEmpty();
        assertThat(ControlGroup.home(List.of(UNIFIED), List.of("0::/../outside"))).isEmpty();
        assertThat(ControlGroup.home(List.of(BOUND), List.of("0::/docker/xy"))).isEmpty();
    }

    /**
     * As on most machines for most users.
     */
    @Test
    void shouldDoNothingWithoutAGroup() throws Exception
    {
        final ControlGroup none = ControlGroup.none();
        final Process process = none.start(new ProcessBuilder("sh", "-c", "exit 3")::start);
        none.kill();

        assertThat(process.waitFor()).isEqualTo(3);
        assertThat(none.awaitEmpty()).isTrue();
        none.remove();
    }

    /**
     * Whoever the command has left behind may make and remove groups below it. The status of the run is the
     * command's, and not that of tidying up.
     */
    @Test
    void shouldNotThrowWhenGroupsComeAndGoWhileItIsRemoved(@TempDir final Path home) throws Exception
    {
        final Path folder = Files.createDirectory(home.resolve("group"));
        final AtomicBoolean isOver = new AtomicBoolean();
        final CompletableFuture<Void> others = CompletableFuture.runAsync(() ->
        {
            while (!isOver.get())
            {
                comeAndGo(folder);
            }
        });
        try
        {
            final ControlGroup group = new ControlGroup(home, folder);
            for (int i = 0; i < REMOVALS; i++)
            {
                assertThatCode(group::remove).doesNotThrowAnyException();
            }
        }
        finally
        {
            isOver.set(true);
            others.join();
        }
    }

    private static void comeAndGo(final Path folder)
    {
        try
        {
            for (int i = 0; i < GROUPS; i++)
            {
                Files.createDirectory(folder.resolve("below" + i));
            }
            for (int i = 0; i < GROUPS; i++)
            {
                Files.delete(folder.resolve("below" + i));
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
