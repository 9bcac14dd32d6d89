// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ConcurrentModificationException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.test.Await;

class FencedFileTest
{
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final int KILLS = Integer.getInteger("redlock.recipe.rounds", 3);

    @TempDir
    Path folder;

    private Path path()
    {
        return folder.resolve("file");
    }

    @Test
    void shouldAcceptAnEqualFenceAndRefuseALowerOne() throws IOException
    {
        final FencedFile file = new FencedFile(path());
        assertThat(file.read(33)).isEmpty();
        file.write(33, "one\ntwo\n");
        file.write(33, "one\n");
        assertThat(file.read(34)).isEqualTo("one\n");

        assertThatThrownBy(() -> file.write(33, "late")).isInstanceOf(ConcurrentModificationException.class);
        assertThatThrownBy(() -> file.read(33)).isInstanceOf(ConcurrentModificationException.class);
        assertThat(file.read(34)).isEqualTo("one\n");
    }

    /**
     * A writer that is killed leaves the file whole, and nobody waits for it. It keeps earlier holders out.
     */
    @Test
    @Tag("proof")
    void shouldBeWholeAfterAKillAtAnyMoment() throws Exception
    {
        final FencedFile file = new FencedFile(path());
        for (int round = 1; round <= KILLS; round++)
        {
            final int fence = round * 2;
            final Process writer = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Writer.class.getName(), path().toString(), Integer.toString(fence)).inheritIO().start();
            try
            {
                Await.parking().until("the writer writes", DEADLINE, () -> hasFence(fence));
                assertThatThrownBy(() -> file.write(fence - 1, "late"))
                    .isInstanceOf(ConcurrentModificationException.class);
            }
            finally
            {
                writer.destroyForcibly().waitFor();
            }

            final String text = file.read(fence);
            assertThat(text).hasSizeGreaterThanOrEqualTo(Writer.LENGTH)
                .matches((all) -> all.chars().distinct().count() == 1, "of one letter");
        }
    }

    private boolean hasFence(final int fence)
    {
        try
        {
            return Files.exists(path()) && Files.readString(path()).startsWith(fence + "\n");
        }
        catch (final IOException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    /**
     * A process that writes long texts, of one letter each, until it is killed.
     */
    static final class Writer
    {
        static final int LENGTH = 1_000_000;

        private Writer()
        {
        }

        public static void main(final String[] arguments) throws IOException
        {
            final FencedFile file = new FencedFile(Path.of(arguments[0]));
            for (int i = 0; ; i++)
            {
                final String letter = String.valueOf((char)('a' + i % 26));
                file.write(Long.parseLong(arguments[1]), letter.repeat(LENGTH + i));
            }
        }
    }
}
