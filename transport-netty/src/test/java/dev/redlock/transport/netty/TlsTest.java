// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.sun.management.ThreadMXBean;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import dev.redlock.spi.Transport;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.tck.harness.Closing;
import dev.redlock.test.proxy.TcpProxy;
import dev.redlock.test.server.Certificate;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.TlsFront;

@ExtendWith(LeakGuard.class)
@Tag("proof")
@ParameterizedClass(name = "{0}, {1}")
@CsvSource({"epoll,JDK", "nio,JDK", "epoll,OPENSSL", "nio,OPENSSL"})
class TlsTest
{
    private static final ThreadMXBean THREADS = (ThreadMXBean)ManagementFactory.getThreadMXBean();

    @TempDir
    private static Path directory;

    private static RedisServerProcess server;
    private static Certificate good;
    private static Certificate other;
    private static Certificate expired;
    private static Certificate client;

    @RegisterExtension
    private final Closing closing = new Closing();
    private final String io;
    private final SslProvider engine;

    TlsTest(final String io, final SslProvider engine)
    {
        this.io = io;
        this.engine = engine;
        assumeTrue(engine == SslProvider.JDK || OpenSsl.isAvailable());
    }

    @BeforeAll
    static void prepare()
    {
        server = RedisServerProcess.builder().start();
        good = Certificate.make(directory, "good", "-ext", "san=dns:localhost,dns:node.test,ip:127.0.0.1");
        other = Certificate.make(directory, "other", "-ext", "san=dns:elsewhere.test");
        expired = Certificate.make(
            directory, "expired", "-ext", "san=dns:localhost", "-startdate", "-10d", "-validity", "5");
        client = Certificate.make(directory, "client");
    }

    @AfterAll
    static void stop()
    {
        server.close();
    }

    @Test
    void shouldCarryOperationsInOrder() throws IOException
    {
        final TlsFront front = front(good);
        final NettyRig rig = rig("localhost", front.port(), trusting(good));
        rig.up();
        server.client().call("DEL", "a:key");
        rig.clear();
        for (int i = 1; i <= 3000; i++)
        {
            rig.offers(NettyRig.INCR, i);
        }
        rig.pollUntilReplies(3000);

        for (int i = 1; i <= 3000; i++)
        {
            assertThat(rig.recorder.events.get(i - 1)).isEqualTo("reply 0 " + i + " NUMBERS " + i);
        }
    }

    /*
     * What the node shows, whom the client asks for, whom it trusts, and what it says of that.
     */
    static Stream<Arguments> refusals()
    {
        final String untrusted = "certificate is not signed by a trusted authority: .*" +
            "; name the authority's file in TlsOptions .in Spring Boot redlock.ssl.bundle., or with " +
            "--tls-ca$";

        return Stream.of(
            arguments(other, "127.0.0.1", trusting(other), "certificate does not match the name 127.0.0.1: "),
            arguments(other, "localhost", trusting(other), "certificate does not match the name localhost: "),
            arguments(good, "localhost", TlsOptions.PLATFORM, untrusted),
            arguments(good, "localhost", trusting(other), untrusted),
            arguments(expired, "localhost", trusting(expired), "has expired"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void shouldRefuseACertificate(final Certificate shown, final String host, final TlsOptions trusted,
        final String reason) throws IOException
    {
        final TlsFront front = front(shown);
        final NettyRig rig = rig(host, front.port(), trusted);
        assertThat(failure(rig)).startsWith("down 0 TLS no TLS with " + host + ":" + front.port() + ": ")
            .containsPattern(reason);
    }

    @Test
    void shouldVerifyAnAddressToo() throws IOException
    {
        final TlsFront front = front(good);
        final NettyRig rig = rig("127.0.0.1", front.port(), trusting(good));
        rig.up();
    }

    @Test
    void shouldAskForTheServerByName() throws Exception
    {
        final TlsFront front = front(good);
        final NettyRig rig = setup(trusting(good)).node(address("node.test", front.port()))
            .resolver(name -> new InetAddress[]{InetAddress.getLoopbackAddress()}).open();
        rig.up();
        assertThat(front.serverNames().poll(20, TimeUnit.SECONDS)).contains("node.test");
    }

    @Test
    void shouldSayThatANodeDoesNotSpeakTls() throws IOException
    {
        final ServerSocket plain = closing.later(new ServerSocket(0, 1, InetAddress.getByName("localhost")));
        final NettyRig rig = rig("localhost", plain.getLocalPort(), trusting(good));
        final Thread node = new Thread(() -> complain(plain));
        node.setDaemon(true);
        node.start();
        rig.connect(0);
        rig.pollUntil(() -> rig.recorder.count("down") > 0, "a failure");

        assertThat(rig.recorder.last()).startsWith("down 0 TLS ").contains("not an SSL/TLS record");
    }

    /*
     * As a server does that waits for commands: it complains, and goes on listening.
     */
    private static void complain(final ServerSocket plain)
    {
        try (Socket socket = plain.accept())
        {
            socket.getOutputStream().write("-ERR what is this?\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        }
        catch (final IOException ignored)
        {
            // The peer has hung up, or never came: the test looks at what the transport says.
        }
    }

    @Test
    void shouldShowItsOwnCertificate() throws IOException
    {
        final TlsOptions options =
            new TlsOptions(good.authorityFile(), client.certificateFile(), client.keyFile());
        final TlsFront front = closing.later(new TlsFront(good.serverContext(client), true, server.port()));
        final NettyRig rig = rig("localhost", front.port(), options);
        rig.up().offers(NettyRig.PING, 1).pollUntil("reply 0 1 STATUS");
    }

    /*
     * With TLS 1.3 the client is done before the server has seen that there is no certificate.
     */
    @Test
    void shouldGoDownWithoutACertificateThatTheNodeWants() throws IOException
    {
        final TlsFront front = closing.later(new TlsFront(good.serverContext(client), true, server.port()));
        final NettyRig rig = rig("localhost", front.port(), trusting(good));
        rig.connect(0).awaitDown();

        assertThat(rig.recorder.last()).matches("down 0 (TLS|CLOSED) .*");
    }

    @Test
    void shouldReadCertificatesAgainWhenTheyHaveChanged(@TempDir final Path files) throws IOException
    {
        final Path trusted = files.resolve("trusted.pem");
        Files.copy(other.authorityFile(), trusted);
        final TlsFront front = front(good);
        final NettyRig rig = rig("localhost", front.port(), new TlsOptions(trusted, null, null));
        assertThat(failure(rig)).contains("not signed by a trusted authority");

        Files.copy(good.authorityFile(), trusted, StandardCopyOption.REPLACE_EXISTING);
        Files.setLastModifiedTime(trusted, FileTime.fromMillis(System.currentTimeMillis() + 10_000));
        rig.up();

        Files.writeString(trusted, "this is no certificate");
        rig.disconnect(0).pollUntil("down 0 LOCAL disconnect was called").clear();
        assertThat(failure(rig)).startsWith("down 0 TLS ")
            .contains("is not PEM").contains("trusted.pem").doesNotContain("null");
    }

    @Test
    void shouldGiveUpAHandshakeThatIsNotAnswered() throws IOException
    {
        final ServerSocket silent = closing.later(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        final NettyRig rig = rig("localhost", silent.getLocalPort(), trusting(good));
        silent.setSoTimeout(1);
        rig.connect(0);
        rig.pollUntil(() -> isAccepted(silent), "the connection");
        rig.disconnect(0).pollUntil("down 0 LOCAL disconnect was called");

        assertThat(rig.recorder.events).hasSize(1);
    }

    @Test
    void shouldLoseNothingWhenTheSocketIsFull() throws IOException
    {
        final TlsFront front = front(good);
        final TcpProxy proxy = closing.later(TcpProxy.inFrontOf("127.0.0.1", front.port()));
        final NettyRig rig = setup(trusting(good)).sendBufferBytes(2048)
            .node(address("localhost", proxy.port())).open();
        rig.up().clear();
        proxy.requests().hold();
        int accepted = 0;
        while (rig.set(accepted, "key", 4000) == Transport.ACCEPTED)
        {
            accepted++;
            rig.flush();
        }
        assertThat(rig.transport.poll(0)).isZero();
        proxy.requests().release();
        rig.pollUntilReplies(accepted).toldLast("reply 0 " + (accepted - 1) + " OK");
    }

    @Test
    void shouldAnswerLostWhenTheNodeGoes() throws IOException
    {
        final TlsFront front = front(good);
        final NettyRig rig = rig("localhost", front.port(), trusting(good));
        rig.up().clear().offers(NettyRig.SLEEP, 1).flush();
        front.hangUp();
        rig.awaitDown();

        assertThat(rig.recorder.events.get(0)).isEqualTo("reply 0 1 LOST");
        assertThat(rig.recorder.last()).startsWith("down 0 CLOSED ");
    }

    /*
     * The figure that the documentation speaks of. It allocates, and not without bounds.
     */
    @Test
    void shouldCostGarbageButNotMuchMoreThanTheDocumentationSays() throws IOException
    {
        final int count = 5000;
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
        try (TlsFront front = front(good); NettyRig rig = rig("localhost", front.port(), trusting(good)))
        {
            rig.up();
            roundTrips(rig, count);
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            roundTrips(rig, count);
            final long perRoundTrip = (THREADS.getCurrentThreadAllocatedBytes() - before) / count;

            assertThat(perRoundTrip).as("bytes per round trip, those of this test among them").isBetween(100L,
                8000L);
        }
        finally
        {
            ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        }
    }

    private static void roundTrips(final NettyRig rig, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            rig.clear().offers(NettyRig.PING, i);
            while (rig.recorder.events.isEmpty())
            {
                rig.transport.poll(Duration.ofMillis(1).toNanos());
            }
        }
    }

    private static String failure(final NettyRig rig)
    {
        rig.connect(0);
        rig.pollUntil(() -> rig.recorder.count("down") > 0, "a failure");
        assertThat(rig.recorder.events).as("no connection before the failure").hasSize(1);
        final String failure = rig.recorder.last();
        rig.clear();

        return failure;
    }

    private static boolean isAccepted(final ServerSocket listener)
    {
        try
        {
            return listener.accept().isConnected();
        }
        catch (final SocketTimeoutException ignored)
        {
            return false;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private TlsFront front(final Certificate certificate) throws IOException
    {
        return closing.later(new TlsFront(certificate.serverContext(null), false, server.port()));
    }

    private static TlsOptions trusting(final Certificate certificate)
    {
        return new TlsOptions(certificate.authorityFile(), null, null);
    }

    private static NodeAddress address(final String host, final int port)
    {
        return NodeAddress.parse("rediss://" + host + ":" + port);
    }

    private NettyRig rig(final String host, final int port, final TlsOptions tls)
    {
        return setup(tls).node(address(host, port)).open();
    }

    private NettyRig.Setup setup(final TlsOptions tls)
    {
        return NettyRig.with(io, closing).tls(tls).tlsEngine(engine);
    }
}
