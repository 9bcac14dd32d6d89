// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.hung;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.net.ssl.KeyManagerFactory;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.client.tck.suite.FaultSuite;
import dev.redlock.client.tck.suite.RealNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.spi.address.TlsManagers;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.test.Await;
import dev.redlock.test.server.Certificate;
import dev.redlock.test.server.RedisServerProcess;

/**
 * The application's code for TLS hangs, once, while all nodes connect again. Only one of them waits for it.
 * <p>
 * The nodes do TLS themselves, with OpenSSL. It sends each message of the handshake in a record of its own,
 * where a server of the JDK's sends several in one. Then the JDK's engine asks key managers outside of its
 * tasks.
 */
public abstract class HungManagers extends FaultSuite
{
    private static final int NODES = 3;
    private static final Duration ATTEMPT = Duration.ofSeconds(2);
    private static final String NOT_GIVEN = "the managers for its TLS have not been given within 2 s";
    private static final String NOT_ENDED = "our own look at its certificate has not ended";

    private final Certificate certificate = Certificate.ofLoopback();
    private GatedSignatures signatures;
    private RealNodes nodes;
    private List<String> uris;

    private enum Place
    {
        SUPPLIER(NOT_GIVEN),
        FACTORY(NOT_GIVEN),
        CHECK(NOT_ENDED),
        CHOICE(NOT_ENDED),
        SIGNATURE(NOT_ENDED);

        private final String words;

        Place(final String words)
        {
            this.words = words;
        }
    }

    @BeforeAll
    final void startNodes()
    {
        signatures = GatedSignatures.register();
        nodes = RealNodes.start(NODES, (index) -> RedisServerProcess.builder()
            .tls(certificate.certificateFile(), certificate.keyFile(), certificate.authorityFile())
            .setting("tls-auth-clients", "yes"));
        uris = IntStream.range(0, NODES).mapToObj((index) -> nodes.server(index).tlsUri()).toList();
    }

    @AfterAll
    final void stopNodes()
    {
        nodes.close();
        signatures.close();
    }

    @Test
    void shouldHoldUpNoOtherNodeWhenTheSupplierHangs() throws InterruptedException
    {
        checkOthersGoOn(Place.SUPPLIER);
    }

    @Test
    void shouldHoldUpNoOtherNodeWhenAFactoryHangs() throws InterruptedException
    {
        checkOthersGoOn(Place.FACTORY);
    }

    /**
     * As one may that asks an authority which certificates it has revoked.
     */
    @Test
    void shouldHoldUpNoOtherNodeWhenALookAtACertificateHangs() throws InterruptedException
    {
        checkOthersGoOn(Place.CHECK);
    }

    @Test
    void shouldHoldUpNoOtherNodeWhenTheChoiceOfACertificateHangs() throws InterruptedException
    {
        checkOthersGoOn(Place.CHOICE);
    }

    /**
     * As one may whose key does not leave a token.
     */
    @Test
    void shouldHoldUpNoOtherNodeWhenASignatureHangs() throws InterruptedException
    {
        checkOthersGoOn(Place.SIGNATURE);
    }

    private void checkOthersGoOn(final Place place) throws InterruptedException
    {
        final Gate gate = closing(new Gate());
        final Redlock redlock = up(builder(place, gate));
        final LockHandle handle = redlock.handle("held by " + place, LONG);
        final long held = handle.tryAcquire();
        assertThat(Outcome.of(held)).isEqualTo(Outcome.ACQUIRED);
        gate.holdNext();
        for (int i = 0; i < NODES; i++)
        {
            nodes.call(i, "CLIENT", "KILL", "TYPE", "normal");
        }
        Await.parking().until("one question hangs", SOON, gate::waiting, waiting -> waiting == 1);

        Await.parking().until("the others are up", SOON, () -> redlock.nodes().stream()
            .filter(node -> node.state() == NodeStatus.State.UP).count(), count -> count == NODES - 1);
        // Its attempt is given up, and its connection closed, while the question still hangs.
        awaitWords(redlock, place);
        // Not each connection that is up need be a new one.
        Await.parking().until("extended", SOON, () -> handle.extend(held), Outcome.EXTENDED::equals);
        try (LockHandle other = redlock.handle("other"))
        {
            final long term = other.tryAcquire();
            assertThat(Outcome.of(term)).as("%s", other.votes()).isEqualTo(Outcome.ACQUIRED);
            assertThat(other.release(term)).isEqualTo(Outcome.RELEASED);
        }
        assertThat(gate.waiting()).as("questions that hang").isEqualTo(1);

        gate.close();
        awaitAllUp(redlock);
        assertThat(handle.release(held)).isEqualTo(Outcome.RELEASED);
        assertThat(redlock.metrics().count(Counter.LEASES_LOST)).isZero();
        checkCleanCycle(redlock, nodes);
    }

    /**
     * The words blame neither the node nor a callback.
     */
    @Test
    void shouldSayWhatIsWaitedFor()
    {
        checkDetail(Place.SUPPLIER, "TlsOptions.of", "has been running for");
        checkDetail(Place.CHECK, "see in a thread dump what the managers for TLS wait for");
    }

    private void checkDetail(final Place place, final String... words)
    {
        final Gate gate = closing(new Gate());
        gate.holdNext();
        final Redlock redlock = closing(builder(place, gate).build());
        final NodeStatus status = awaitWords(redlock, place);
        assertThat(status.detail()).contains(words);
        assertThat(status.isConfigurationError()).isFalse();

        gate.close();
        awaitAllUp(redlock);
    }

    private static NodeStatus awaitWords(final Redlock redlock, final Place place)
    {
        return Await.parking().until("one node says why", SOON, () -> redlock.nodes().stream()
            .filter(node -> node.detail().contains(place.words)).findFirst().orElse(null), Objects::nonNull);
    }

    @Test
    void shouldEndWhileASignatureHangs()
    {
        final Gate gate = closing(new Gate());
        gate.holdNext();
        final Redlock redlock = closing(builder(Place.SIGNATURE, gate).build());
        Await.parking().until("one question hangs", SOON, gate::waiting, waiting -> waiting == 1);

        assertThat(CompletableFuture.runAsync(redlock::close)).succeedsWithin(SOON);
    }

    private RedlockBuilder builder(final Place place, final Gate gate)
    {
        final KeyManagerFactory keys = GatedKeys.factory(certificate.keyManagers(),
            () -> gate.pass(place == Place.CHOICE), () -> gate.pass(place == Place.SIGNATURE));

        // Other ones each time: what is known of a former connection would spare the look at a certificate.
        return patient(uris).connectTimeout(ATTEMPT).tls(TlsOptions.of(() ->
        {
            gate.pass(place == Place.SUPPLIER);

            return new TlsManagers(GatedManagers.factory(certificate.trustManagers(),
                () -> gate.pass(place == Place.FACTORY), () -> gate.pass(place == Place.CHECK)), keys);
        }));
    }
}
