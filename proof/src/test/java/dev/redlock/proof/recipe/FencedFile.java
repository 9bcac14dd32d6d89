// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.recipe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ConcurrentModificationException;

/**
 * A text in a file whose first line is the fence. One object per file and process; many processes.
 */
final class FencedFile
{
    private final Path file;
    private final Path next;
    private final Path mutex;

    FencedFile(final Path file)
    {
        this.file = file.toAbsolutePath();
        next = Path.of(this.file + ".next");
        mutex = Path.of(this.file + ".mutex");
    }

    /** Call it first: from here on no earlier holder can write. */
    String read(final long fence) throws IOException
    {
        return exchange(fence, null);
    }

    void write(final long fence, final String text) throws IOException
    {
        exchange(fence, text);
    }

    private synchronized String exchange(final long fence, final String newText) throws IOException
    {
        try (FileChannel lock = FileChannel.open(mutex, StandardOpenOption.CREATE, StandardOpenOption.WRITE))
        {
            lock.lock();    // until the channel is closed, or the process ends
            final String[] now = (Files.exists(file) ? Files.readString(file) : "0\n").split("\n", 2);
            if (Long.parseLong(now[0]) > fence)
            {
                throw new ConcurrentModificationException("a later holder was here");
            }
            final String text = newText == null ? now[1] : newText;
            replace(fence + "\n" + text);

            return text;
        }
    }

    /** After a crash at any point the old file is there, or the new one, whole. */
    private void replace(final String content) throws IOException
    {
        try (FileChannel out = FileChannel.open(next, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING))
        {
            final ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining())
            {
                out.write(bytes);
            }
            out.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel folder = FileChannel.open(file.getParent(), StandardOpenOption.READ))
        {
            folder.force(true);
        }
    }
}
