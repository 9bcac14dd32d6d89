// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.spi.address.TlsOptions;
import dev.redlock.test.server.Certificate;

class TlsTrialTest
{
    /**
     * Lettuce reads them for each connection already.
     */
    @Test
    void shouldReadFilesAgainOnlyWhenOneHasChanged(@TempDir final Path directory) throws IOException
    {
        final Path file = directory.resolve("trusted.pem");
        Files.copy(Certificate.ofLoopback().authorityFile(), file);
        final FileTime written = Files.getLastModifiedTime(file);
        final TlsTrial trial = new TlsTrial(new TlsOptions(file, null, null));
        assertThat(trial.complaint()).isNull();

        Files.write(file, new byte[(int)Files.size(file)]);
        Files.setLastModifiedTime(file, written);
        assertThat(trial.complaint()).as("of what looks the same").isNull();

        Files.setLastModifiedTime(file, FileTime.fromMillis(written.toMillis() + 1000));
        assertThat(trial.complaint()).contains("is not PEM", file.toString());

        Files.delete(file);
        assertThat(trial.complaint()).contains("cannot be read", file.toString());
    }
}
