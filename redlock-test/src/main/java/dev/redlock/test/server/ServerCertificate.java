// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/**
 * A self-signed certificate for 127.0.0.1 and localhost, for servers on this machine. Made for each use with
 * the JDK's keytool, valid for two days.
 */
public final class ServerCertificate implements AutoCloseable
{
    private static final String PASSWORD = "changeit";
    private static final long WITHIN_SECONDS = 60;

    private final Path directory;
    private final Path file;
    private final Path key;

    private ServerCertificate(final Path directory) throws IOException, GeneralSecurityException
    {
        this.directory = directory;
        final Path storeFile = directory.resolve("store.p12");
        keytool(storeFile);
        final KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(storeFile))
        {
            store.load(in, PASSWORD.toCharArray());
        }
        file = pem("CERTIFICATE", store.getCertificate("node").getEncoded());
        key = pem("PRIVATE KEY", store.getKey("node", PASSWORD.toCharArray()).getEncoded());
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

    private static void keytool(final Path storeFile) throws IOException
    {
        final Process keytool = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair", "-alias", "node", "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=node",
            "-ext", "san=ip:127.0.0.1,dns:localhost", "-validity", "2", "-storetype", "PKCS12",
            "-keystore", storeFile.toString(), "-storepass", PASSWORD)
            .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        try
        {
            if (!keytool.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS) || keytool.exitValue() != 0)
            {
                throw new IOException("keytool failed or did not end within " + WITHIN_SECONDS + " s");
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while keytool ran", ex);
        }
        finally
        {
            keytool.destroyForcibly();
        }
    }

    private Path pem(final String kind, final byte[] content) throws IOException
    {
        final String body = Base64.getMimeEncoder().encodeToString(content);

        return Files.writeString(directory.resolve(kind.replace(' ', '-') + ".pem"), "-----BEGIN " + kind +
            "-----\n" + body + "\n-----END " + kind + "-----\n", StandardCharsets.US_ASCII);
    }
}
