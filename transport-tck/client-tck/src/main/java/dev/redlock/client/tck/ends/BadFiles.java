// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.ends;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

import dev.redlock.test.server.Certificate;

/**
 * Files for TLS that cannot be used, beside those that can, or look as if not, in one directory.
 */
final class BadFiles
{
    static final String AUTHORITY = "authority.pem";
    static final String CERTIFICATE = "certificate.pem";

    /**
     * Of use, although its label promises another form than it has.
     */
    static final String MISLABELLED = "mislabelled.key";

    private static final String MISSING = "missing.pem";
    private static final String FOLDER = "folder";
    private static final String EMPTY = "empty.pem";
    private static final String TEXT = "text.pem";
    private static final String KEY = "key.pem";
    private static final String BROKEN = "broken.pem";
    private static final String BROKEN_KEY = "broken.key";
    private static final String DER = "authority.der";
    private static final String KEY_DER = "key.der";
    private static final String PKCS1 = "pkcs1.key";
    private static final String SEC1 = "sec1.key";
    private static final String ENCRYPTED = "encrypted.key";

    /**
     * Of no use as trusted certificates.
     */
    static final List<String> TRUST = List.of(MISSING, FOLDER, EMPTY, TEXT, KEY, BROKEN, DER);

    /**
     * Of no use as a key.
     */
    static final List<String> KEYS =
        List.of(FOLDER, EMPTY, TEXT, CERTIFICATE, BROKEN_KEY, KEY_DER, PKCS1, SEC1, ENCRYPTED);

    private static final String ALGORITHM = "PBEWithSHA1AndDESede";
    private static final int LINE = 64;
    private static final int LONG_FORM = 0x80;

    private BadFiles()
    {
    }

    /**
     * Writes them all.
     *
     * @param directory where to.
     * @param good      the certificate of a node, which serves as ours, too.
     */
    static void write(final Path directory, final Certificate good)
    {
        try
        {
            Files.copy(good.authorityFile(), directory.resolve(AUTHORITY));
            Files.copy(good.certificateFile(), directory.resolve(CERTIFICATE));
            Files.copy(good.keyFile(), directory.resolve(KEY));
            Files.createDirectory(directory.resolve(FOLDER));
            Files.createFile(directory.resolve(EMPTY));
            Files.writeString(directory.resolve(TEXT), "this is no certificate and no key\n");
            writePem(directory.resolve(BROKEN), "CERTIFICATE", new byte[LINE]);
            writePem(directory.resolve(BROKEN_KEY), "PRIVATE KEY", new byte[LINE]);
            Files.write(directory.resolve(DER), content(good.authorityFile()));
            final byte[] key = content(good.keyFile());
            Files.write(directory.resolve(KEY_DER), key);
            writePem(directory.resolve(MISLABELLED), "EC PRIVATE KEY", key);
            writePem(directory.resolve(SEC1), "EC PRIVATE KEY", inner(key));
            final PrivateKey rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate();
            writePem(directory.resolve(PKCS1), "RSA PRIVATE KEY", inner(rsa.getEncoded()));
            writePem(directory.resolve(ENCRYPTED), "ENCRYPTED PRIVATE KEY", encrypted(key));
        }
        catch (final IOException | GeneralSecurityException ex)
        {
            throw new IllegalStateException("cannot write bad files", ex);
        }
    }

    private static byte[] content(final Path pem) throws IOException
    {
        return Base64.getMimeDecoder().decode(Files.readString(pem).replaceAll("-----[A-Z ]+-----", ""));
    }

    private static void writePem(final Path file, final String label, final byte[] content)
        throws IOException
    {
        Files.writeString(file, "-----BEGIN " + label + "-----\n" +
            Base64.getMimeEncoder(LINE, new byte[]{'\n'}).encodeToString(content) +
            "\n-----END " + label + "-----\n", StandardCharsets.US_ASCII);
    }

    /*
     * The key in the envelope of PKCS#8, which is a sequence of a number, an algorithm and octets.
     */
    private static byte[] inner(final byte[] pkcs8)
    {
        final int version = contentAt(pkcs8, 0);
        final int algorithm = contentAt(pkcs8, version) + 1;
        final int octets = contentAt(pkcs8, algorithm) + length(pkcs8, algorithm);
        final int from = contentAt(pkcs8, octets);

        return Arrays.copyOfRange(pkcs8, from, from + length(pkcs8, octets));
    }

    private static int contentAt(final byte[] der, final int at)
    {
        final int first = der[at + 1] & 0xFF;

        return at + 2 + (first < LONG_FORM ? 0 : first - LONG_FORM);
    }

    private static int length(final byte[] der, final int at)
    {
        int length = 0;
        final int to = contentAt(der, at);
        for (int i = to - at == 2 ? at + 1 : at + 2; i < to; i++)
        {
            length = length << 8 | der[i] & 0xFF;
        }

        return length;
    }

    private static byte[] encrypted(final byte[] pkcs8) throws IOException, GeneralSecurityException
    {
        final Cipher cipher = Cipher.getInstance(ALGORITHM);
        cipher.init(Cipher.ENCRYPT_MODE, SecretKeyFactory.getInstance(ALGORITHM)
            .generateSecret(new PBEKeySpec("planted".toCharArray())));

        return new EncryptedPrivateKeyInfo(cipher.getParameters(), cipher.doFinal(pkcs8)).getEncoded();
    }
}
