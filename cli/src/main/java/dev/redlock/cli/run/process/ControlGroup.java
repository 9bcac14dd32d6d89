// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A control group of Linux (cgroup v2) for one command: what it starts is born there, whatever becomes of its
 * parents and its environment, and one write kills all. Where none can be made, this does nothing.
 * <p>
 * <b>Threads:</b> any, but one at a time for all but {@link #kill()}.
 */
public final class ControlGroup
{
    /*
     * Nothing can be run between the birth of a process and its program without native code, and a shell in
     * between would change the environment (dash drops names with dots). So this process goes into the group
     * itself while it starts the command, and comes out again. One that cannot come out never kills by it.
     */
    private static final String MEMBERS = "cgroup.procs";
    private static final String KILL = "cgroup.kill";
    private static final String SELF = "0";
    private static final long EMPTY_WITHIN_NS = TimeUnit.SECONDS.toNanos(3);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Path home;
    private final Path folder;
    private volatile boolean hasMembers;

    ControlGroup(final Path home, final Path folder)
    {
        this.home = home;
        this.folder = folder;
    }

    /**
     * None: nothing is done.
     */
    public static ControlGroup none()
    {
        return new ControlGroup(null, null);
    }

    /**
     * Makes one below that of this process; none where that is not allowed, or the kernel is older than 5.14.
     */
    public static ControlGroup make()
    {
        try
        {
            final Optional<Path> home = home(Files.readAllLines(Path.of("/proc/self/mountinfo")),
                Files.readAllLines(Path.of("/proc/self/cgroup")));
            if (home.isPresent() && Files.exists(home.get()))
            {
                final Path folder = home.get().resolve("redlock-run-" + UUID.randomUUID());
                Files.createDirectory(folder);
                if (Files.isWritable(folder.resolve(KILL)))
                {
                    return new ControlGroup(home.get(), folder);
                }
                Files.delete(folder);
            }
        }
        catch (final IOException ignored)
        {
            // Not Linux, or not ours to change.
        }

        return none();
    }

    /**
     * The folder of the group that this process is in.
     *
     * @param mounts as in {@code /proc/self/mountinfo}.
     * @param groups as in {@code /proc/self/cgroup}.
     * @return empty if it is not mounted, or not in a way that is understood.
     */
    public static Optional<Path> home(final List<String> mounts, final List<String> groups)
    {
        final Optional<String> own = groups.stream().filter((line) -> line.startsWith("0::/"))
            .map((line) -> line.substring(3)).filter((path) -> !path.contains("/..")).findFirst();

        return own.flatMap((path) -> mounts.stream().filter((line) -> line.contains(" - cgroup2 "))
            .map((line) -> line.split(" ")).filter((fields) -> isBelow(path, fields[3])).findFirst()
            .map((fields) -> Path.of(fields[4],
                path.substring("/".equals(fields[3]) ? 0 : fields[3].length()))));
    }

    private static boolean isBelow(final String path, final String root)
    {
        return "/".equals(root) || path.equals(root) || path.startsWith(root + "/");
    }

    /**
     * Starts a command in it.
     *
     * @param <T>   what is started.
     * @param start starts it.
     * @return what was started.
     * @throws IOException if it cannot be started.
     */
    public <T> T start(final Start<T> start) throws IOException
    {
        final boolean isInside = folder != null && move(SELF, folder);
        try
        {
            return start.start();
        }
        finally
        {
            hasMembers = isInside && move(SELF, home);
        }
    }

    /**
     * Starts something.
     *
     * @param <T> what.
     */
    interface Start<T>
    {
        T start() throws IOException;
    }

    private static boolean move(final String pid, final Path to)
    {
        try
        {
            Files.writeString(to.resolve(MEMBERS), pid);

            return true;
        }
        catch (final IOException ignored)
        {
            return false;
        }
    }

    /**
     * Sends SIGKILL to all members at once; does not wait until they have ended.
     */
    public void kill()
    {
        if (hasMembers)
        {
            try
            {
                Files.writeString(folder.resolve(KILL), "1");
            }
            catch (final IOException ignored)
            {
                // They are looked for one by one.
            }
        }
    }

    /**
     * Waits until none is left, for some seconds at most.
     *
     * @return whether none is left; true if there is no group.
     */
    boolean awaitEmpty()
    {
        final long startNs = System.nanoTime();
        while (hasMembers && isPopulated())
        {
            if (System.nanoTime() - startNs >= EMPTY_WITHIN_NS)
            {
                return false;
            }
            LockSupport.parkNanos(LOOK_NS);
        }

        return true;
    }

    private boolean isPopulated()
    {
        try
        {
            return Files.readAllLines(folder.resolve("cgroup.events")).contains("populated 1");
        }
        catch (final IOException ignored)
        {
            return false;
        }
    }

    /**
     * Removes it. What the command has left running goes back to where this process is.
     */
    public void remove()
    {
        if (folder == null)
        {
            return;
        }
        try (Stream<Path> groups = Files.walk(folder).filter(Files::isDirectory))
        {
            for (final Path group : (Iterable<Path>)groups.sorted(Comparator.reverseOrder())::iterator)
            {
                for (final String pid : Files.readAllLines(group.resolve(MEMBERS)))
                {
                    move(pid, home);
                }
                Files.delete(group);
            }
        }
        catch (final IOException | UncheckedIOException ignored)
        {
            // Still in use, or somebody else has tidied up: at worst an empty folder stays behind.
        }
    }
}
