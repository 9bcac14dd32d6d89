// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.redlock.Redlock;
import dev.redlock.test.Await;
import dev.redlock.test.server.Certificate;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.TlsFront;

/**
 * Nodes with TLS that ask for a certificate, and Boot's bundles.
 */
@Tag("proof")
class SslBundleTest
{
    private static final Duration SOON = Duration.ofSeconds(20);

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Certificate ours = Certificate.ofLoopback();
    private final RedisServerProcess server = closing(RedisServerProcess.builder().start());

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, RedlockAutoConfiguration.class))
        .withPropertyValues("redlock.assume-nodes-fresh=true", "redlock.start-timeout=20s",
            "redlock.ssl.bundle=nodes");

    @AfterEach
    void stop() throws Exception
    {
        for (int i = opened.size(); i > 0; i--)
        {
            opened.get(i - 1).close();
        }
    }

    private <T extends AutoCloseable> T closing(final T resource)
    {
        opened.add(resource);

        return resource;
    }

    private String node() throws Exception
    {
        final TlsFront front = closing(new TlsFront(ours.serverContext(ours), true, server.port()));

        return "redlock.nodes=rediss://127.0.0.1:" + front.port();
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "lettuce"})
    void shouldTakeKeyAndTrustFromABundle(final String transport) throws Exception
    {
        runner.withPropertyValues(node(), "redlock.transport=" + transport,
            "spring.ssl.bundle.pem.nodes.truststore.certificate=file:" + ours.authorityFile(),
            "spring.ssl.bundle.pem.nodes.keystore.certificate=file:" + ours.certificateFile(),
            "spring.ssl.bundle.pem.nodes.keystore.private-key=file:" + ours.keyFile()).run((context) ->
            {
                assertThat(context).hasNotFailed();
                assertThat(context.getBean(Redlock.class).acquire("k", SOON).isHeld()).isTrue();
            });
    }

    @Test
    void shouldTakeABundleThatIsReloaded() throws Exception
    {
        final DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry("nodes", bundle(ours, ours));
        runner.withPropertyValues(node(), "redlock.transport=netty")
            .withBean(DefaultSslBundleRegistry.class, () -> bundles).run((context) ->
            {
                assertThat(context).hasNotFailed();
                final Redlock redlock = context.getBean(Redlock.class);
                bundles.updateBundle("nodes", bundle(Certificate.ofLoopback(), ours));
                server.call("CLIENT", "KILL", "TYPE", "normal");
                Await.parking().until("a stranger", SOON, () -> redlock.nodes().get(0).detail(),
                    (detail) -> detail.contains("its certificate is refused"));

                bundles.updateBundle("nodes", bundle(ours, ours));
                Await.parking().untilAllUp(redlock, SOON);
            });
    }

    private static SslBundle bundle(final Certificate trusted, final Certificate own)
    {
        return SslBundle.of(new PemSslStoreBundle(
            PemSslStoreDetails.forCertificate("file:" + own.certificateFile())
                .withPrivateKey("file:" + own.keyFile()),
            PemSslStoreDetails.forCertificate("file:" + trusted.authorityFile())));
    }

    @Test
    void shouldRefuseABundleThatNothingUses()
    {
        runner.withPropertyValues("redlock.nodes=redis://127.0.0.1:1", "redlock.transport=netty")
            .run((context) -> assertThat(context).hasFailed().getFailure().rootCause()
                .hasMessageContaining("redlock.ssl.bundle is 'nodes' but no node of redlock.nodes has TLS"));
    }
}
