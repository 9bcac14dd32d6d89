// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.clock;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;

import dev.redlock.test.server.RedisServerBuilder;
import dev.redlock.test.server.RedisServerProcess;

/**
 * The wall clock of a real server, moved by a preloaded library of a few lines (wall-clock.c). That needs a
 * server that is linked dynamically, as those of distributions are and the built-in one is not, and a
 * compiler. The server is named by the system property {@code redlock.dynamic.server}; else it is
 * /usr/bin/redis-server or /usr/bin/valkey-server.
 */
public final class WallClock
{
    private static final String PROPERTY = "redlock.dynamic.server";
    private static final String SOURCE = "/dev/redlock/client/tck/clock/wall-clock.c";
    private static final long USUAL_RATE = 1_000_000;
    private static final int AHEAD = 0;
    private static final int SINCE = Long.BYTES;
    private static final int RATE = 2 * Long.BYTES;

    private final Path file;
    private final ByteBuffer numbers;

    /**
     * A clock that is right.
     *
     * @param directory for its file.
     * @param number    by which files of several clocks differ.
     * @throws IOException if the file cannot be made.
     */
    public WallClock(final Path directory, final int number) throws IOException
    {
        file = directory.resolve("clock" + number);
        try (FileChannel channel = FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE))
        {
            final MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, 3 * Long.BYTES);
            numbers = mapped.order(ByteOrder.nativeOrder());
        }
        goOn();
    }

    /**
     * Skips the test, and says why, where no clock can be moved.
     *
     * @return a directory with the library.
     * @throws IOException          if it cannot be made.
     * @throws InterruptedException if the thread is interrupted while it is compiled.
     */
    public static Path assumeMovable() throws IOException, InterruptedException
    {
        Assumptions.assumeTrue(server() != null, "no server that is linked dynamically: name one with -D" +
            PROPERTY + "=/path/redis-server");
        final Path directory = Files.createTempDirectory("redlock-clock-");
        try (InputStream source = WallClock.class.getResourceAsStream(SOURCE))
        {
            Files.copy(Objects.requireNonNull(source, SOURCE), directory.resolve("wall-clock.c"));
        }
        Assumptions.assumeTrue(compile(directory), "no C compiler (cc) for " + SOURCE);

        return directory;
    }

    private static boolean compile(final Path directory) throws InterruptedException
    {
        try
        {
            return new ProcessBuilder("cc", "-shared", "-fPIC", "-o", "wall-clock.so", "wall-clock.c")
                .directory(directory.toFile()).inheritIO().start().waitFor() == 0;
        }
        catch (final IOException ex)
        {
            return false;
        }
    }

    private static Path server()
    {
        return Stream.of(System.getProperty(PROPERTY, ""), "/usr/bin/redis-server", "/usr/bin/valkey-server")
            .filter(name -> !name.isEmpty()).map(Path::of).filter(Files::isExecutable).findFirst()
            .orElse(null);
    }

    /**
     * A server that goes by this clock.
     *
     * @param directory with the library.
     * @return not started yet.
     */
    public RedisServerBuilder server(final Path directory)
    {
        return RedisServerProcess.builder().binary(server())
            .environment("LD_PRELOAD", directory.resolve("wall-clock.so").toString())
            .environment("REDLOCK_WALL_CLOCK", file.toString());
    }

    /**
     * Is set.
     *
     * @param forward by how much; negative for back.
     */
    public void step(final Duration forward)
    {
        numbers.putLong(AHEAD, numbers.getLong(AHEAD) + forward.toNanos());
    }

    /**
     * Goes no further.
     */
    public void standStill()
    {
        run(0);
    }

    /**
     * Goes on at the usual rate.
     */
    void goOn()
    {
        numbers.putLong(RATE, USUAL_RATE);
    }

    /**
     * Is right again.
     */
    public void repair()
    {
        goOn();
        numbers.putLong(AHEAD, 0);
    }

    /**
     * Runs too fast from now on.
     *
     * @param partsPerMillion that it gains.
     */
    public void gain(final long partsPerMillion)
    {
        run(USUAL_RATE + partsPerMillion);
    }

    private void run(final long rate)
    {
        final Instant now = Instant.now();
        numbers.putLong(SINCE, now.getEpochSecond() * 1_000_000_000L + now.getNano());
        numbers.putLong(RATE, rate);
    }

    /**
     * Deletes the directory of the library.
     *
     * @param directory with its files.
     */
    public static void delete(final Path directory)
    {
        try (Stream<Path> files = Files.list(directory))
        {
            for (final Path each : files.toList())
            {
                Files.delete(each);
            }
            Files.delete(directory);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot delete " + directory, ex);
        }
    }
}
