// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.output;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Why a file cannot be read or written, in words.
 */
public final class FileWords
{
    private FileWords()
    {
    }

    /**
     * Checks that a file can be written, before the work whose result it will contain.
     *
     * @param file that may exist already.
     * @return why not; null if it can.
     */
    public static String whyNotWritable(final Path file)
    {
        final Path directory = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file))
        {
            return "it is a directory";
        }
        if (!Files.isDirectory(directory))
        {
            return "its directory does not exist";
        }

        return Files.isWritable(Files.exists(file) ? file : directory) ? null : "permission denied";
    }

    /**
     * What went wrong.
     *
     * @param failure of reading or writing.
     * @return such as {@code no such file}.
     */
    public static String of(final IOException failure)
    {
        if (failure instanceof NoSuchFileException)
        {
            return "no such file";
        }
        if (failure instanceof AccessDeniedException)
        {
            return "permission denied";
        }
        if (failure instanceof CharacterCodingException)
        {
            return "it is no text in UTF-8";
        }
        final String message = failure.getMessage();

        return message == null ? failure.getClass().getSimpleName() :
            Character.toLowerCase(message.charAt(0)) + message.substring(1);
    }
}
