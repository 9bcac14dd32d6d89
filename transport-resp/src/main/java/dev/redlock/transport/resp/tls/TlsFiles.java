// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.redlock.spi.address.TlsManagers;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.transport.resp.link.Failure;

/**
 * Says what is wrong with the files of TLS, or with what is given instead, and how to put it right. Reads
 * them; any thread.
 * <p>
 * Whether they can be used is the TLS library's to say, which may know more forms than are looked for here.
 */
public final class TlsFiles
{
    private static final Pattern BLOCK =
        Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END [A-Z0-9 ]+-----", Pattern.DOTALL);
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";
    private static final List<String> KEY_KINDS = List.of("RSA", "EC", "DSA", "EdDSA");
    private static final byte DER_SEQUENCE = 0x30;
    private static final String TO_PKCS8 = "openssl pkcs8 -topk8 -nocrypt ";

    private TlsFiles()
    {
    }

    /**
     * Words for files that could not be used.
     *
     * @param options that name them.
     * @param cause   of the failure, for the case that each file looks good by itself.
     * @return a sentence that names the file, its fault and the remedy.
     */
    public static String words(final TlsOptions options, final Throwable cause)
    {
        if (options.managers() != null)
        {
            return "the managers given for TLS cannot be used: " + Failure.words(cause);
        }
        final String complaint = complaint(options);

        return complaint != null ? complaint : "the files cannot be used (trusted certificates " +
            options.trustedCertificates() + ", client certificate " + options.clientCertificate() +
            ", client key " + options.clientKey() + "): " + Failure.words(cause);
    }

    /**
     * What tells whether a file has changed, without reading it; or what is given instead.
     *
     * @param options that name the files.
     * @return equal to another stamp if nothing has.
     * @throws IOException if a file is missing, or if whoever gives something else has thrown.
     */
    public static List<Object> stamp(final TlsOptions options) throws IOException
    {
        final List<Object> stamp = new ArrayList<>();
        if (options.managers() != null)
        {
            stamp.add(managers(options));
        }
        addStamp(options.trustedCertificates(), stamp);
        addStamp(options.clientCertificate(), stamp);
        addStamp(options.clientKey(), stamp);

        return stamp;
    }

    /**
     * What is given instead of files.
     *
     * @param options that name who gives it.
     * @return what that has answered.
     * @throws IOException with the reason for which there is nothing.
     */
    public static TlsManagers managers(final TlsOptions options) throws IOException
    {
        try
        {
            final TlsManagers managers = options.managers().get();
            if (managers != null)
            {
                return managers;
            }
        }
        catch (final Throwable ex)
        {
            throw new IOException("their supplier has thrown", ex);
        }

        throw new IOException("their supplier has answered null");
    }

    private static void addStamp(final Path file, final List<Object> stamp) throws IOException
    {
        if (file != null)
        {
            final BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            stamp.add(attributes.lastModifiedTime());
            stamp.add(attributes.size());
            stamp.add(String.valueOf(attributes.fileKey()));
        }
    }

    /*
     * The first file that looks as if it could not be used; null if none does.
     */
    private static String complaint(final TlsOptions options)
    {
        String complaint = complaint(options.trustedCertificates(), "trusted certificates", false);
        if (complaint == null)
        {
            complaint = complaint(options.clientCertificate(), "client certificate", false);
        }

        return complaint != null ? complaint : complaint(options.clientKey(), "client key", true);
    }

    private static String complaint(final Path file, final String name, final boolean isKey)
    {
        if (file == null)
        {
            return null;
        }

        final String subject = "the file of the " + name + " ";
        if (Files.isDirectory(file))
        {
            return subject + "is a folder: " + file +
                "; name a PEM file, which may hold several certificates";
        }
        try
        {
            final byte[] content = Files.readAllBytes(file);
            final String fault = isKey ? faultOfKey(content, file) : faultOfCertificates(content, file);

            return fault == null ? null : subject + fault;
        }
        catch (final IOException ignored)
        {
            return subject + "cannot be read: " + file;
        }
    }

    private static String faultOfCertificates(final byte[] content, final Path file)
    {
        if (content.length == 0)
        {
            return "is empty: " + file;
        }
        if (content[0] == DER_SEQUENCE)
        {
            return "is binary, but must be PEM: " + file + remedy("openssl x509 -inform der ", file);
        }

        final Matcher blocks = BLOCK.matcher(text(content));
        int count = 0;
        boolean isKeyThere = false;
        while (blocks.find())
        {
            isKeyThere |= blocks.group(1).endsWith(KEY);
            if (blocks.group(1).contains(CERTIFICATE))
            {
                count++;
                final String fault = faultOfCertificate(blocks.group(2));
                if (fault != null)
                {
                    return "holds a certificate that cannot be read: " + file + ", its number " + count +
                        " (" + fault + ")";
                }
            }
        }
        if (count > 0)
        {
            return null;
        }

        return isKeyThere ?
            "holds a private key, but must hold certificates: " + file : notPem(CERTIFICATE, file);
    }

    private static String faultOfCertificate(final String base64)
    {
        try
        {
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(Base64.getMimeDecoder().decode(base64)));

            return null;
        }
        catch (final CertificateException | IllegalArgumentException ex)
        {
            return Failure.words(ex);
        }
    }

    private static String faultOfKey(final byte[] content, final Path file)
    {
        if (content.length == 0)
        {
            return "is empty: " + file;
        }
        if (content[0] == DER_SEQUENCE)
        {
            return "is binary, but must be PEM: " + file + remedy(TO_PKCS8 + "-inform der ", file);
        }

        final String text = text(content);
        final Matcher blocks = BLOCK.matcher(text);
        boolean isCertificateThere = false;
        while (blocks.find())
        {
            final String label = blocks.group(1);
            isCertificateThere |= label.contains(CERTIFICATE);
            if (label.equals(KEY))
            {
                return isReadable(blocks.group(2)) ? null : "holds a key that cannot be read: " + file;
            }
            if (label.endsWith(KEY))
            {
                return label.startsWith("ENCRYPTED") || text.contains("Proc-Type: 4,ENCRYPTED") ?
                    "is encrypted, and there is no password for it: " + file + remedy(TO_PKCS8, file) :
                    "is " + form(label) + ", but must be PKCS#8: " + file + remedy(TO_PKCS8, file);
            }
        }

        return isCertificateThere ?
            "holds a certificate, but must hold a private key: " + file : notPem(KEY, file);
    }

    private static String form(final String label)
    {
        return switch (label)
        {
            case "RSA PRIVATE KEY" -> "PKCS#1";
            case "EC PRIVATE KEY" -> "SEC 1";
            default -> "'" + label + "'";
        };
    }

    private static boolean isReadable(final String base64)
    {
        return KEY_KINDS.stream().anyMatch(kind ->
        {
            try
            {
                return KeyFactory.getInstance(kind).generatePrivate(
                    new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64))) != null;
            }
            catch (final GeneralSecurityException | IllegalArgumentException ignored)
            {
                return false;
            }
        });
    }

    private static String text(final byte[] content)
    {
        return new String(content, StandardCharsets.ISO_8859_1);
    }

    private static String notPem(final String label, final Path file)
    {
        return "is not PEM, as it has no complete block from -----BEGIN " + label +
            "----- to -----END: " + file;
    }

    private static String remedy(final String command, final Path file)
    {
        return "; convert it: " + command + "-in " + file + " -out " + file + ".pem";
    }
}
