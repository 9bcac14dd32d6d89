// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;

/**
 * A certificate for the loopback address that vouches for itself, made by the JDK's keytool.
 */
final class TlsCertificate
{
    private static final String PASSWORD = "changeit";

    private final Path store;
    private final Path file;

    TlsCertificate(final Path directory)
    {
        store = directory.resolve("rig.p12");
        file = directory.resolve("rig.crt");
        keytool("-genkeypair", "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=rig",
            "-ext", "san=ip:127.0.0.1", "-ext", "bc:c");
        keytool("-exportcert", "-rfc", "-file", file.toString());
    }

    /**
     * What clients are to trust, PEM.
     */
    Path file()
    {
        return file;
    }

    KeyManagerFactory keys()
    {
        try (InputStream in = Files.newInputStream(store))
        {
            final KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            final KeyManagerFactory factory =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(keys, PASSWORD.toCharArray());

            return factory;
        }
        catch (final IOException | GeneralSecurityException ex)
        {
            throw new IllegalStateException("cannot use the certificate in " + store, ex);
        }
    }

    void delete()
    {
        try
        {
            Files.deleteIfExists(store);
            Files.deleteIfExists(file);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot delete " + store, ex);
        }
    }

    private void keytool(final String action, final String... arguments)
    {
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), action, "-alias", "rig",
            "-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", PASSWORD));
        command.addAll(List.of(arguments));
        try
        {
            final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            final String output = new String(process.getInputStream().readAllBytes());
            if (process.waitFor() != 0)
            {
                throw new IllegalStateException("keytool says: " + output);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot run " + command.get(0), ex);
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException("interrupted while keytool ran", ex);
        }
    }
}
