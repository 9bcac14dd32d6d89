// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;

/**
 * A self-signed certificate for 127.0.0.1 and localhost, for servers on this machine. Made for each use with
 * the JDK's keytool, valid for two days.
 */
public final class ServerCertificate implements AutoCloseable
{
    private final Path directory;
    private final Path file;
    private final Path key;

    private ServerCertificate(final Path directory) throws IOException, GeneralSecurityException
    {
        this.directory = directory;
        final Path storeFile = directory.resolve("store.p12");
        Certificate.keytool(storeFile, List.of("-alias", "node", "-dname", "CN=node",
            "-ext", "san=ip:127.0.0.1,dns:localhost", "-validity", "2"));
        final KeyStore store = Certificate.load(storeFile);
        file = Certificate.writeCertificate(store, "node", directory.resolve("certificate.pem"));
        key = Certificate.writeKey(store, "node", directory.resolve("key.pem"));
    }

    /**
     * Makes one.
     *
     * @return a certificate whose files exist until it is closed.
     */
    public static ServerCertificate make()
    {
        try
        {
            return new ServerCertificate(TemporaryDirectory.create("redlock-certificate-"));
        }
        catch (final IOException | GeneralSecurityException ex)
        {
            throw new IllegalStateException("cannot make a certificate with the JDK's keytool", ex);
        }
    }

    /**
     * The certificate, for servers to show and for clients to trust.
     *
     * @return a PEM file.
     */
    public Path file()
    {
        return file;
    }

    /**
     * The server's private key.
     *
     * @return a PEM file, PKCS#8, not encrypted.
     */
    public Path key()
    {
        return key;
    }

    /**
     * Deletes the files. Idempotent.
     */
    @Override
    public void close()
    {
        TemporaryDirectory.delete(directory);
    }
}
