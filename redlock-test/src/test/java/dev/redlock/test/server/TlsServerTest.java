// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.test.resp.RespFrames;
import dev.redlock.test.resp.RespReader;

@Timeout(60)
class TlsServerTest
{
    private static final String PASSWORD = "changeit";

    @TempDir
    private Path temp;

    @Test
    void shouldAlsoListenWithTls() throws Exception
    {
        final KeyStore store = selfSigned();
        final Path certificate = pem("CERTIFICATE", store.getCertificate("node").getEncoded());
        final Path key = pem("PRIVATE KEY", store.getKey("node", PASSWORD.toCharArray()).getEncoded());

        try (RedisServerProcess server =
            RedisServerProcess.builder().tls(certificate, key, certificate).start())
        {
            assertThat(server.tlsUri()).isEqualTo("rediss://127.0.0.1:" + server.tlsPort());
            try (SSLSocket socket = (SSLSocket)trusting(store).getSocketFactory()
                .createSocket("127.0.0.1", server.tlsPort()))
            {
                socket.getOutputStream().write(RespFrames.command("PING"));
                assertThat(new RespReader(socket.getInputStream()).read()).isEqualTo("PONG");
            }
        }
    }

    @Test
    void shouldSayThatItHasNoTls()
    {
        try (RedisServerProcess server = RedisServerProcess.builder().build())
        {
            assertThatIllegalStateException().isThrownBy(server::tlsUri).withMessageContaining("tls(…)");
        }
    }

    private KeyStore selfSigned() throws Exception
    {
        final Path file = temp.resolve("store.p12");
        final Process keytool = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair", "-alias", "node", "-keyalg", "EC", "-dname", "CN=node", "-validity", "2",
            "-storetype", "PKCS12", "-keystore", file.toString(), "-storepass", PASSWORD)
            .redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start();
        assertThat(keytool.waitFor()).isEqualTo(0);

        final KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file))
        {
            store.load(in, PASSWORD.toCharArray());
        }

        return store;
    }

    private Path pem(final String kind, final byte[] der) throws Exception
    {
        final byte[] newline = {'\n'};
        final String body = Base64.getMimeEncoder(64, newline).encodeToString(der);

        return Files.writeString(temp.resolve(kind.replace(' ', '-') + ".pem"),
            "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n",
            StandardCharsets.US_ASCII);
    }

    private static SSLContext trusting(final KeyStore store) throws Exception
    {
        final KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("node", store.getCertificate("node"));
        final TrustManagerFactory factory =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        final SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);

        return context;
    }
}
