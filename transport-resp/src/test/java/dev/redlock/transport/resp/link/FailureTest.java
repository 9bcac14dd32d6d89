// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.redlock.spi.DownReason;
import dev.redlock.spi.address.NodeAddress;

class FailureTest
{
    private static final NodeAddress NODE = NodeAddress.parse("rediss://node:6379");

    static Stream<Throwable> hangUps()
    {
        return Stream.of(new ClosedChannelException(), new SocketException("Connection reset"),
            new IOException("recvAddress(..) failed with error(-104): Connection reset by peer"),
            new SSLException("broken", new SocketException("Connection reset by peer")),
            new SSLException("Connection closed while SSL/TLS handshake was in progress"),
            new SSLException("closing inbound before receiving peer's close_notify"));
    }

    @ParameterizedTest
    @MethodSource("hangUps")
    void shouldSayOfANodeThatHangsUpInTheHandshakeThatItClosed(final Throwable cause)
    {
        assertThat(Failure.ofTls(cause, NODE).reason()).isEqualTo(DownReason.CLOSED);
    }

    static Stream<Throwable> refusals()
    {
        return Stream.of(new SSLHandshakeException("Received fatal alert: bad_certificate"),
            new SSLHandshakeException("refused").initCause(new CertificateException("no such name")),
            new SSLHandshakeException("refused").initCause(
                new CertificateException("could not parse certificate", new IOException("too short"))),
            new SSLException("not an SSL/TLS record"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void shouldBlameTlsForWhatTlsRefuses(final Throwable cause)
    {
        assertThat(Failure.ofTls(cause, NODE).reason()).isEqualTo(DownReason.TLS);
    }
}
