// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate and the authority that signed it, made by the JDK's keytool when a test needs them.
 */
final class Certificate
{
    private static final char[] PASSWORD = "changeit".toCharArray();
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
     * Makes a certificate.
     *
     * @param directory of its files.
     * @param name      of the files, and the common name.
     * @param arguments of keytool, such as {@code -ext san=dns:localhost}.
     */
    static Certificate make(final Path directory, final String name, final String... arguments)
    {
        try
        {
            final Path storeFile = directory.resolve(name + ".p12");
            keytool(storeFile, AUTHORITY, name + " authority", "-ext", "bc:c");
            keytool(storeFile, ALIAS, name, Stream.concat(
                Stream.of("-signer", AUTHORITY), Arrays.stream(arguments)).toArray(String[]::new));
            final KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(storeFile))
            {
                store.load(in, PASSWORD);
            }
            final Path certificateFile = directory.resolve(name + ".crt");
            final Path keyFile = directory.resolve(name + ".key");
            final Path authorityFile = directory.resolve(name + ".ca");
            Files.writeString(certificateFile, pem("CERTIFICATE", store.getCertificate(ALIAS).getEncoded()));
            Files.writeString(
                authorityFile, pem("CERTIFICATE", store.getCertificate(AUTHORITY).getEncoded()));
            store.deleteEntry(AUTHORITY);
            Files.writeString(keyFile, pem("PRIVATE KEY", store.getKey(ALIAS, PASSWORD).getEncoded()));

            return new Certificate(store, authorityFile, certificateFile, keyFile);
        }
        catch (final IOException | GeneralSecurityException ex)
        {
            throw new IllegalStateException("cannot make a certificate", ex);
        }
    }

    Path authorityFile()
    {
        return authorityFile;
    }

    Path certificateFile()
    {
        return certificateFile;
    }

    Path keyFile()
    {
        return keyFile;
    }

    /**
     * What a server needs that shows this certificate.
     *
     * @param trusted whose authority must have signed what clients show, or null.
     */
    SSLContext serverContext(final Certificate trusted)
    {
        try
        {
            final KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD);
            final TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init((trusted == null ? this : trusted).asTrusted());
            final SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);

            return context;
        }
        catch (final IOException | GeneralSecurityException ex)
        {
            throw new IllegalStateException("cannot use a certificate", ex);
        }
    }

    private KeyStore asTrusted() throws IOException, GeneralSecurityException
    {
        final KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, PASSWORD);
        trusted.setCertificateEntry(AUTHORITY, store.getCertificateChain(ALIAS)[1]);

        return trusted;
    }

    private static void keytool(
        final Path storeFile, final String alias, final String name, final String... arguments)
            throws IOException
    {
        final String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        final List<String> command = Stream.concat(
            Stream.of(keytool, "-J-XX:TieredStopAtLevel=1", "-genkeypair", "-alias", alias, "-keyalg", "EC",
                "-groupname", "secp256r1", "-dname", "CN=" + name, "-storetype", "PKCS12",
                "-keystore", storeFile.toString(), "-storepass", new String(PASSWORD)),
            Arrays.stream(arguments)).toList();
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try
        {
            final String output = new String(process.getInputStream().readAllBytes());
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(output).isZero();
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException("interrupted while keytool ran", ex);
        }
        finally
        {
            process.destroyForcibly();
        }
    }

    private static String pem(final String what, final byte[] content)
    {
        return "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(content) +
            "\n-----END " + what + "-----\n";
    }
}
