// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import dev.redlock.test.process.TemporaryDirectory;

/**
 * A certificate and the authority that signed it, made by the JDK's keytool when a test needs them.
 */
public final class Certificate
{
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final long WITHIN_SECONDS = 60;
    private static final String ALIAS = "it";
    private static final String AUTHORITY = "authority";

    private final KeyStore store;
    private final Path authorityFile;
    private final Path certificateFile;
    private final Path keyFile;

    private Certificate(
        final KeyStore store, final Path authorityFile, final Path certificateFile, final Path keyFile)
    {
        this.store = store;
        this.authorityFile = authorityFile;
        this.certificateFile = certificateFile;
        this.keyFile = keyFile;
    }

    /**
     * Makes a certificate of 127.0.0.1 and localhost. Its files are deleted when this JVM ends.
     *
     * @return the certificate.
     */
    public static Certificate ofLoopback()
    {
        try
        {
            return make(TemporaryDirectory.create("redlock-certificate-"), "node",
                "-ext", "san=ip:127.0.0.1,dns:localhost");
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot make a directory for a certificate", ex);
        }
    }

    /**
     * Makes a certificate.
     *
     * @param directory of its files.
     * @param name      of the files, and the common name.
     * @param arguments of keytool, such as {@code -ext san=dns:localhost}.
     * @return the certificate.
     */
    public static Certificate make(final Path directory, final String name, final String... arguments)
    {
        try
        {
            final Path storeFile = directory.resolve(name + ".p12");
            keytool(storeFile, AUTHORITY, name + " authority", "-ext", "bc:c");
            keytool(storeFile, ALIAS, name, Stream.concat(
                Stream.of("-signer", AUTHORITY), Arrays.stream(arguments)).toArray(String[]::new));
            final KeyStore store = load(storeFile);
            final Path authorityFile = writeCertificate(store, AUTHORITY, directory.resolve(name + ".ca"));
            store.deleteEntry(AUTHORITY);

            return new Certificate(store, authorityFile,
                writeCertificate(store, ALIAS, directory.resolve(name + ".crt")),
                writeKey(store, ALIAS, directory.resolve(name + ".key")));
        }
        catch (final IOException | GeneralSecurityException ex)
        {
            throw new IllegalStateException("cannot make a certificate", ex);
        }
    }

    /**
     * The authority, for others to trust.
     *
     * @return a PEM file.
     */
    public Path authorityFile()
    {
        return authorityFile;
    }

    /**
     * The certificate, to show.
     *
     * @return a PEM file.
     */
    public Path certificateFile()
    {
        return certificateFile;
    }

    /**
     * Its private key.
     *
     * @return a PEM file, PKCS#8, not encrypted.
     */
    public Path keyFile()
    {
        return keyFile;
    }

    /**
     * What a server needs that shows this certificate.
     *
     * @param trusted whose authority must have signed what clients show, or null.
     * @return the context of its sockets.
     */
    public SSLContext serverContext(final Certificate trusted)
    {
        try
        {
            final SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers().getKeyManagers(),
                (trusted == null ? this : trusted).trustManagers().getTrustManagers(), null);

            return context;
        }
        catch (final GeneralSecurityException ex)
        {
            throw unusable(ex);
        }
    }

    /**
     * What shows this certificate.
     *
     * @return with its key.
     */
    public KeyManagerFactory keyManagers()
    {
        try
        {
            final KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD);

            return keys;
        }
        catch (final GeneralSecurityException ex)
        {
            throw unusable(ex);
        }
    }

    /**
     * What trusts this certificate.
     *
     * @return with its authority, and no other.
     */
    public TrustManagerFactory trustManagers()
    {
        try
        {
            final TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(asTrusted());

            return trust;
        }
        catch (final IOException | GeneralSecurityException ex)
        {
            throw unusable(ex);
        }
    }

    private static IllegalStateException unusable(final Exception cause)
    {
        return new IllegalStateException("cannot use a certificate", cause);
    }

    private KeyStore asTrusted() throws IOException, GeneralSecurityException
    {
        final KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, PASSWORD);
        trusted.setCertificateEntry(AUTHORITY, store.getCertificateChain(ALIAS)[1]);

        return trusted;
    }

    private static void keytool(final Path storeFile, final String alias, final String name,
        final String... arguments) throws IOException
    {
        final String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        final Process process = new ProcessBuilder(Stream.concat(
            Stream.of(keytool, "-J-XX:TieredStopAtLevel=1", "-genkeypair", "-keyalg", "EC",
                "-groupname", "secp256r1", "-storetype", "PKCS12", "-keystore", storeFile.toString(),
                "-storepass", new String(PASSWORD), "-alias", alias, "-dname", "CN=" + name),
            Arrays.stream(arguments)).toList()).redirectErrorStream(true).start();
        try
        {
            final String output = new String(process.getInputStream().readAllBytes());
            if (!process.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0)
            {
                throw new IOException(
                    "keytool failed or did not end within " + WITHIN_SECONDS + " s: " + output);
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while keytool ran", ex);
        }
        finally
        {
            process.destroyForcibly();
        }
    }

    private static KeyStore load(final Path storeFile) throws IOException, GeneralSecurityException
    {
        final KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(storeFile))
        {
            store.load(in, PASSWORD);
        }

        return store;
    }

    private static Path writeCertificate(final KeyStore store, final String alias, final Path file)
        throws IOException, GeneralSecurityException
    {
        return write(file, "CERTIFICATE", store.getCertificate(alias).getEncoded());
    }

    private static Path writeKey(final KeyStore store, final String alias, final Path file)
        throws IOException, GeneralSecurityException
    {
        return write(file, "PRIVATE KEY", store.getKey(alias, PASSWORD).getEncoded());
    }

    private static Path write(final Path file, final String kind, final byte[] content) throws IOException
    {
        return Files.writeString(file, "-----BEGIN " + kind + "-----\n" +
            Base64.getMimeEncoder().encodeToString(content) + "\n-----END " + kind + "-----\n",
            StandardCharsets.US_ASCII);
    }
}
