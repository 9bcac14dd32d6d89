// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.spi.TlsManagers;
import dev.redlock.spi.TlsOptions;
import dev.redlock.test.Await;
import dev.redlock.test.server.Certificate;
import dev.redlock.test.server.TlsFront;

/**
 * The application's code for TLS hangs, once, while all nodes connect again. Only one of them waits for it.
 */
public abstract class HungManagers extends FaultSuite
{
    private static final int NODES = 3;

    private final Certificate certificate = Certificate.ofLoopback();
    private final List<String> uris = new ArrayList<>();
    private final List<TlsFront> fronts = new ArrayList<>();
    private RealNodes nodes;

    private enum Place
    {
        SUPPLIER,
        FACTORY,
        CHECK,
        CHOICE
    }

    @BeforeAll
    final void startNodes() throws IOException
    {
        nodes = RealNodes.start(NODES);
        for (int i = 0; i < NODES; i++)
        {
            final TlsFront front =
                new TlsFront(certificate.serverContext(certificate), true, nodes.server(i).port());
            fronts.add(front);
            uris.add("rediss://127.0.0.1:" + front.port());
        }
    }

    @AfterAll
    final void stopNodes() throws IOException
    {
        for (final TlsFront front : fronts)
        {
            front.close();
        }
        nodes.close();
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

    /**
     * With Lettuce the JDK may ask for the choice on the event loop, whose nodes that holds up.
     */
    @Test
    void shouldHoldUpNoOtherNodeWhenTheChoiceOfACertificateHangs() throws InterruptedException
    {
        Assumptions.assumeFalse(transport().name().equals("lettuce"), "on Lettuce's event loop");
        checkOthersGoOn(Place.CHOICE);
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
        checkDetail(Place.SUPPLIER, "the managers for its TLS have not been given within 1 s",
            "TlsOptions.of", "has been running for");
        checkDetail(Place.CHECK, "our own look at its certificate has not ended");
    }

    private void checkDetail(final Place place, final String... words)
    {
        final Gate gate = closing(new Gate());
        gate.holdNext();
        final Redlock redlock =
            closing(builder(place, gate).connectTimeout(Duration.ofSeconds(1)).build());
        final NodeStatus status = Await.parking().until("one node says why", SOON, () -> redlock.nodes()
            .stream().filter(node -> node.detail().contains(words[0])).findFirst().orElse(null),
            Objects::nonNull);
        assertThat(status.detail()).contains(words);
        assertThat(status.isConfigurationError()).isFalse();

        gate.close();
        awaitAllUp(redlock);
    }

    private RedlockBuilder builder(final Place place, final Gate gate)
    {
        final KeyManagerFactory keys =
            GatedKeys.factory(certificate.keyManagers(), () -> gate.pass(place == Place.CHOICE));

        // Other ones each time: what is known of a former connection would spare the look at a certificate.
        return patient(uris).tls(TlsOptions.of(() ->
        {
            gate.pass(place == Place.SUPPLIER);

            return new TlsManagers(GatedManagers.factory(certificate.trustManagers(),
                () -> gate.pass(place == Place.FACTORY), () -> gate.pass(place == Place.CHECK)), keys);
        }));
    }
}
