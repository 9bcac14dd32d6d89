// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;

import dev.redlock.spi.address.TlsOptions;
import dev.redlock.transport.resp.tls.TlsFiles;

/**
 * Tries the files of TLS before Lettuce reads them, which it does for each connection, and of whose faults it
 * says little. They are read here at first, and again when one has changed. Any thread; none waits here for
 * another, as what is read may hang, and the code of managers is the application's.
 */
final class TlsTrial
{
    private final TlsOptions options;
    private volatile List<Object> stamp = List.of();

    /**
     * Nothing is read yet.
     *
     * @param options that name the files, if any.
     */
    TlsTrial(final TlsOptions options)
    {
        this.options = options;
    }

    /**
     * Why a connection would fail. It is Lettuce's way to read them that counts.
     *
     * @return null if it can use the files.
     */
    String complaint()
    {
        try
        {
            final List<Object> newStamp = TlsFiles.stamp(options);
            if (!newStamp.equals(stamp))
            {
                AtMostOnce.ssl(options).createSslContextBuilder().build();
                stamp = newStamp;
            }

            return null;
        }
        catch (final IOException | GeneralSecurityException | RuntimeException ex)
        {
            return TlsFiles.words(options, ex);
        }
    }
}
