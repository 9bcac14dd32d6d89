// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission.marker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.admission.login.ClientLabel;
import dev.redlock.spi.address.NodeAddress;

class AgreementTest
{
    private static final String PLAIN = "redis://a:7001,redis://b:7001,unix:///run/c.sock";

    private static Agreement of(final String uris, final String prefix)
    {
        final List<NodeAddress> nodes = Stream.of(uris.split(",")).map(NodeAddress::parse).toList();

        return Agreement.of(nodes, 2, "1m", "restart", prefix.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldComeBackFromANameThatANodeTakes()
    {
        final Agreement agreement = of(PLAIN, "shop:");
        final String name = agreement.behind("orders@host-1:42(x)");

        assertThat(name).matches("orders@host-1:42\\(x\\)\\(2of3,1m,restart,[0-9a-f]{8},[0-9a-f]{8}\\)");
        assertThat(Agreement.parse(name)).isEqualTo(agreement);
        assertThat(new ClientLabel("orders@host-1:42(x)", "1", agreement).connectionName()).isEqualTo(name);
    }

    /**
     * The database is in CLIENT LIST, and what is part of the digest must be known to all who list the node.
     */
    @Test
    void shouldBeTheSameWhateverTheOrderPasswordTlsAndDatabase()
    {
        assertThat(of("unix:///run/c.sock,rediss://app:Secret@B:7001/3,redis://:Secret@a:7001", ""))
            .isEqualTo(of(PLAIN, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis://a:7001,redis://b:7001,unix:///run/d.sock",
        "redis://a:7001,redis://b:7002,unix:///run/c.sock", "redis://a:7001,redis://b:7001"})
    void shouldDifferWithTheNodes(final String others)
    {
        assertThat(of(others, "").addresses()).isNotEqualTo(of(PLAIN, "").addresses());
    }

    @Test
    void shouldTellKeysApart()
    {
        final Agreement shop = of(PLAIN, "shop:");
        final Agreement other = of(PLAIN, "");

        assertThat(shop.addresses()).isEqualTo(other.addresses());
        assertThat(shop).isNotEqualTo(other).isEqualTo(other.withPrefixOf(shop));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "redlock", "(2of3,1m,restart,1a2b3c4d,e3b0c442)",
        "x(2of3,1m,restart,1a2b3c4d,e3b0c442)y", "x(2of3,1m,restart,1a2b3c4d)",
        "x(2of3,1m,restart,1A2B3C4D,e3b0c442)", "x(2of3,1m,restart,1a2b3c4,e3b0c4422)",
        "x(2of3,m,restart,1a2b3c4d,e3b0c442)", "x(2of3,1d,restart,1a2b3c4d,e3b0c442)",
        "x(2of3,1m,later,1a2b3c4d,e3b0c442)", "x(0of3,1m,restart,1a2b3c4d,e3b0c442)",
        "x(1of3,1m,restart,1a2b3c4d,e3b0c442)", "x(4of3,1m,restart,1a2b3c4d,e3b0c442)",
        "x(99999999999of3,1m,restart,1a2b3c4d,e3b0c442)", "x y(2of3,1m,restart,1a2b3c4d,e3b0c442)"})
    void shouldNotTakeAnotherNameForOneOfOurs(final String name)
    {
        assertThat(Agreement.parse(name)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x(1of1,1ms,off,1a2b3c4d,e3b0c442)", "x(16of31,1.5s,strict,1a2b3c4d,e3b0c442)"})
    void shouldTakeAllThatAClientMaySay(final String name)
    {
        assertThat(Agreement.parse(name).behind("x")).isEqualTo(name);
    }
}
