// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.ends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockMisuseException;
import dev.redlock.client.tck.suite.FaultSuite;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.spi.address.TlsManagers;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.test.Await;
import dev.redlock.test.server.Certificate;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.TlsFront;

/**
 * TLS that cannot work: the complaint says whose fault it is, what is wrong and what helps.
 */
public abstract class TlsWords extends FaultSuite
{
    private static final Duration SHORT = Duration.ofSeconds(2);

    /*
     * What is said of a file that is no key, or holds no trusted certificates.
     */
    private static final Map<String, String> FAULTS = Map.ofEntries(
        Map.entry("missing.pem", "cannot be read"),
        Map.entry("folder", "is a folder"),
        Map.entry("empty.pem", "is empty"),
        Map.entry("text.pem", "is not PEM"),
        Map.entry("key.pem", "holds a private key, but must hold certificates"),
        Map.entry("certificate.pem", "holds a certificate, but must hold a private key"),
        Map.entry("broken.pem", "holds a certificate that cannot be read"),
        Map.entry("broken.key", "holds a key that cannot be read"),
        Map.entry("authority.der", "convert it: openssl x509 -inform der -in "),
        Map.entry("key.der", "convert it: openssl pkcs8 -topk8 -nocrypt -inform der -in "),
        Map.entry("pkcs1.key", "is PKCS#1, but must be PKCS#8"),
        Map.entry("sec1.key", "is SEC 1, but must be PKCS#8"),
        Map.entry("encrypted.key", "is encrypted, and there is no password for it"));

    private Path directory;
    private RedisServerProcess server;
    private Certificate good;

    @BeforeAll
    final void prepare(@TempDir final Path files)
    {
        directory = files;
        server = RedisServerProcess.builder().start();
        good = Certificate.ofLoopback();
        BadFiles.write(directory, good);
    }

    @AfterAll
    final void stop()
    {
        server.close();
    }

    @Test
    @Tag("proof")
    void shouldNameTheFileThatCannotBeUsedAtOnce() throws IOException
    {
        final int port = front(good).port();
        final Path authority = directory.resolve(BadFiles.AUTHORITY);
        for (final String name : BadFiles.TRUST)
        {
            final Path file = directory.resolve(name);
            checkComplaint(port, new TlsOptions(file, null, null), "trusted certificates", file);
        }
        for (final String name : BadFiles.KEYS)
        {
            final Path file = directory.resolve(name);
            checkComplaint(port, new TlsOptions(authority, directory.resolve(BadFiles.CERTIFICATE), file),
                "client key", file);
        }
    }

    private void checkComplaint(final int port, final TlsOptions tls, final String what, final Path file)
    {
        final Throwable complaint = complaint(adaptive(at("rediss", port)).tls(tls));
        assertThat(complaint).as("%s in %s", what, file).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("the file of the " + what + " ").hasMessageContaining(file.toString())
            .hasMessageContaining(FAULTS.get(file.getFileName().toString()));
    }

    /**
     * What a file looks like to us is for words only.
     */
    @Test
    @Tag("proof")
    void shouldTakeAKeyThatTheLibraryOfTheTransportKnows() throws IOException
    {
        final int port = front(good).port();
        up(adaptive(at("rediss", port)).tls(new TlsOptions(directory.resolve(BadFiles.AUTHORITY),
            directory.resolve(BadFiles.CERTIFICATE), directory.resolve(BadFiles.MISLABELLED))));
    }

    /**
     * Whose certificate is out of date, or another's, is told so, and that a clock may be wrong.
     */
    @Test
    @Tag("proof")
    void shouldSayWhatIsWrongWithACertificate() throws IOException
    {
        final String name = "san=dns:localhost,ip:127.0.0.1";
        checkRefused(make("early", "-ext", name, "-startdate", "+2d"),
            "is not valid yet: NotBefore: ", "clock");
        checkRefused(make("late", "-ext", name, "-startdate", "-9d", "-validity", "5"),
            "has expired: NotAfter: ", "clock");
        checkRefused(make("other", "-ext", "san=dns:elsewhere.test"), "does not match the name 127.0.0.1: ");
        final Throwable stranger = complaint(adaptive(at("rediss", front(good).port())));
        assertThat(stranger).hasMessageContaining("its certificate is not signed by a trusted authority: ");
    }

    private Certificate make(final String name, final String... arguments)
    {
        return Certificate.make(directory, name, arguments);
    }

    private void checkRefused(final Certificate certificate, final String... words) throws IOException
    {
        final Throwable complaint = complaint(adaptive(at("rediss", front(certificate).port()))
            .tls(new TlsOptions(certificate.authorityFile(), null, null)));
        assertThat(complaint).as("at once").isInstanceOf(RedlockMisuseException.class);
        assertThat(complaint.getMessage()).contains("its certificate " + words[0]).contains(words);
        if (!words[0].contains("name"))
        {
            assertThat(complaint.getMessage()).doesNotContain("does not match");
        }
    }

    @Test
    @Tag("proof")
    void shouldHintAtTlsWhereANodeWantsIt() throws IOException
    {
        final Throwable complaint = complaint(adaptive(at("redis", front(good).port())).startTimeout(SHORT));
        assertThat(complaint).hasMessageContaining("does it want TLS there? Then use rediss://");
    }

    /**
     * A file that is spoilt while the client runs is named in the same words; mended, it is read again.
     */
    @Test
    @Tag("proof")
    void shouldNameAFileThatIsSpoiltLater() throws IOException
    {
        final Path trusted = directory.resolve("spoilt.pem");
        Files.copy(good.authorityFile(), trusted);
        final TlsFront front = front(good);
        final TlsOptions tls = new TlsOptions(trusted, null, null);
        final Redlock redlock = up(patient(at("rediss", front.port())).tls(tls));
        Files.writeString(trusted, "this is no certificate");
        server.call("CLIENT", "KILL", "TYPE", "normal");
        final NodeStatus status = Await.parking().until("the node is down for its file", SOON,
            () -> redlock.nodes().get(0), node -> node.detail().contains("is not PEM"));
        assertThat(status.detail()).contains("TLS", trusted.toString());

        Files.copy(good.authorityFile(), trusted, StandardCopyOption.REPLACE_EXISTING);
        Files.setLastModifiedTime(trusted, FileTime.from(Instant.now().plusSeconds(10)));
        awaitAllUp(redlock);
    }

    /**
     * What is in memory is asked for with every connection, and what that throws is said.
     */
    @Test
    @Tag("proof")
    void shouldTakeWhatIsInMemory() throws IOException
    {
        final TlsManagers right = new TlsManagers(good.trustManagers(), good.keyManagers());
        final AtomicReference<Supplier<TlsManagers>> given = new AtomicReference<>(() -> right);
        final TlsFront front = closing(new TlsFront(good.serverContext(good), true, server.port()));
        final Redlock redlock =
            up(patient(at("rediss", front.port())).tls(TlsOptions.of(() -> given.get().get())));

        final TlsManagers wrong = new TlsManagers(make("wrong").trustManagers(), good.keyManagers());
        given.set(() -> wrong);
        awaitComplaint(redlock, "its certificate is not signed by a trusted authority");
        given.set(() -> null);
        awaitComplaint(redlock,
            "the managers given for TLS cannot be used: their supplier has answered null");
        given.set(() ->
        {
            throw new IllegalStateException("the vault is sealed");
        });
        awaitComplaint(redlock, "the managers given for TLS cannot be used: the vault is sealed");

        given.set(() -> right);
        awaitAllUp(redlock);
    }

    private void awaitComplaint(final Redlock redlock, final String words)
    {
        server.call("CLIENT", "KILL", "TYPE", "normal");
        Await.parking().until("the node is down: " + words, SOON,
            () -> redlock.nodes().get(0), node -> node.detail().contains(words));
    }

    private TlsFront front(final Certificate certificate) throws IOException
    {
        return closing(new TlsFront(certificate.serverContext(null), false, server.port()));
    }

    private static List<String> at(final String scheme, final int port)
    {
        return List.of(scheme + "://127.0.0.1:" + port);
    }

    private static Throwable complaint(final RedlockBuilder builder)
    {
        final Throwable complaint = catchThrowable(() -> builder.build().close());
        assertThat(complaint).as("a complaint").isNotNull();

        return complaint;
    }
}
