// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.link;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLException;

import dev.redlock.spi.DownReason;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.text.Printable;
import dev.redlock.text.SocketWords;
import dev.redlock.transport.resp.RespException;

/**
 * Why a connection ended, in words.
 *
 * @param reason the kind.
 * @param detail for people, without secrets.
 */
public record Failure(DownReason reason, String detail)
{
    /**
     * The node hung up.
     *
     * @return the failure.
     */
    public static Failure closedByNode()
    {
        return new Failure(DownReason.CLOSED, "the node closed the connection");
    }

    /**
     * What came cannot be read.
     *
     * @param cause   of the decoder.
     * @param excerpt the bytes at the error if they may be shown, else empty.
     * @return the failure.
     */
    public static Failure ofProtocol(final RespException cause, final String excerpt)
    {
        return new Failure(DownReason.PROTOCOL, "the node sent something that is not RESP, or exceeds a " +
            "limit: " + cause.getMessage() + excerpt);
    }

    /**
     * A name leads nowhere.
     *
     * @param cause   of the resolver.
     * @param address of the node.
     * @return the failure.
     */
    public static Failure ofName(final Throwable cause, final NodeAddress address)
    {
        return new Failure(DownReason.UNRESOLVED,
            "cannot resolve the name " + address.host() + ": " + SocketWords.of(cause));
    }

    /**
     * There will be no connection.
     *
     * @param cause   of the attempt: of a name, a socket or TLS.
     * @param address of the node.
     * @param host    that was tried; null if it is not known.
     * @return the failure.
     */
    public static Failure ofConnect(final Throwable cause, final NodeAddress address, final InetAddress host)
    {
        if (isTls(cause))
        {
            return ofTls(cause, address);
        }
        if (hasCause(cause, UnknownHostException.class))
        {
            return ofName(cause, address);
        }
        final boolean isName = host != null && !host.getHostAddress().equals(address.host());

        return new Failure(DownReason.UNREACHABLE, "cannot connect" +
            (isName ? " to " + host.getHostAddress() : "") + ": " + SocketWords.of(cause));
    }

    /**
     * A transport cannot be opened, if the machine or this process lacks what it takes.
     *
     * @param cause that was thrown.
     * @return what to throw; the cause if it says something else.
     */
    public static RuntimeException ofOpening(final RuntimeException cause)
    {
        final String words = SocketWords.of(cause);

        return hasCause(cause, IOException.class) || words.startsWith(SocketWords.OURS) ?
            new UncheckedIOException(words, new IOException(cause)) : cause;
    }

    /**
     * A connection ended by itself.
     *
     * @param cause   that was thrown.
     * @param address of the node.
     * @return the failure.
     */
    public static Failure ofConnection(final Throwable cause, final NodeAddress address)
    {
        if (isTls(cause))
        {
            return ofTls(cause, address);
        }

        if (hasCause(cause, OutOfMemoryError.class))
        {
            return new Failure(DownReason.CLOSED, "the connection was given up: " + SocketWords.of(cause));
        }

        // Other exceptions may quote the node, and the node may have repeated a password.
        return new Failure(DownReason.CLOSED, cause instanceof IOException ?
            "the connection broke: " + SocketWords.of(cause) :
            "the connection was given up after an unexpected " + Printable.of(cause));
    }

    /**
     * The handshake failed.
     *
     * @param cause   of the TLS engine.
     * @param address of the node.
     * @return the failure.
     */
    public static Failure ofTls(final Throwable cause, final NodeAddress address)
    {
        if (isHangUp(cause))
        {
            return closedByNode();
        }

        return new Failure(DownReason.TLS,
            "no TLS with " + address.display() + ": " + tlsWords(cause, address));
    }

    /**
     * Our own certificates cannot be read.
     *
     * @param cause   whose message names the file.
     * @param address of the node.
     * @return the failure.
     */
    public static Failure ofCertificates(final Throwable cause, final NodeAddress address)
    {
        return new Failure(DownReason.TLS, "no TLS with " + address.display() + ": " +
            (cause.getMessage() == null ? words(cause) : cause.getMessage()));
    }

    /**
     * The same end, of a node that has said nothing to us in plain text.
     *
     * @return with a hint.
     */
    Failure ofTheUnheard()
    {
        return new Failure(reason, detail + "; does it want TLS there? Then use rediss://");
    }

    /*
     * A node that hangs up in the middle of the handshake is going down or not yet up; that says nothing
     * about its certificate, and must not look like a wrong configuration.
     */
    private static boolean isHangUp(final Throwable cause)
    {
        final String words = words(cause);

        return hasBrokenSocket(cause) || words.startsWith("Connection closed while SSL/TLS handshake") ||
            words.startsWith("closing inbound before receiving peer's close_notify");
    }

    /*
     * A broken socket throws many kinds of IOException, depending on its driver. One that caused a security
     * exception does not count: it may come from a certificate file that cannot be read.
     */
    private static boolean hasBrokenSocket(final Throwable ex)
    {
        for (Throwable cause = ex; cause != null && !(cause instanceof GeneralSecurityException);
            cause = cause.getCause())
        {
            if (cause instanceof IOException && !(cause instanceof SSLException))
            {
                return true;
            }
        }

        return false;
    }

    private static String tlsWords(final Throwable cause, final NodeAddress address)
    {
        if (hasCause(cause, CertificateExpiredException.class))
        {
            return "its certificate has expired: " + words(cause) +
                "; renew it, unless this machine's clock is wrong";
        }
        if (hasCause(cause, CertificateNotYetValidException.class))
        {
            return "its certificate is not valid yet: " + words(cause) +
                "; look at this machine's clock, and at that of the machine that signed it";
        }
        if (hasCause(cause, CertPathBuilderException.class))
        {
            return "its certificate is not signed by a trusted authority: " + words(cause) +
                "; name the authority's file in TlsOptions (in Spring Boot redlock.ssl.bundle), or with " +
                "--tls-ca";
        }
        final String words = words(cause);
        if (words.startsWith("No subject alternative ") || words.startsWith("No name matching "))
        {
            return "its certificate does not match the name " + address.host() + ": " + words;
        }

        return hasCause(cause, CertificateException.class) ? "its certificate is refused: " + words : words;
    }

    private static boolean isTls(final Throwable cause)
    {
        return hasCause(cause, SSLException.class) || hasCause(cause, CertificateException.class);
    }

    private static boolean hasCause(final Throwable ex, final Class<? extends Throwable> type)
    {
        for (Throwable cause = ex; cause != null; cause = cause.getCause())
        {
            if (type.isInstance(cause))
            {
                return true;
            }
        }

        return false;
    }

    /**
     * The words of the innermost cause, which says it most plainly.
     *
     * @param ex of a file, of a key, or of TLS.
     * @return the message, or the name of the exception if it has none.
     */
    public static String words(final Throwable ex)
    {
        Throwable innermost = ex;
        while (innermost.getCause() != null)
        {
            innermost = innermost.getCause();
        }
        if (innermost instanceof FileNotFoundException)
        {
            return "no such file";
        }
        final String message = innermost.getMessage();

        return message == null ? innermost.getClass().getSimpleName() : message;
    }
}
