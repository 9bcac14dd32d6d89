// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("proof")
class InitTest extends ThreeServers
{
    @BeforeEach
    void clean()
    {
        IntStream.range(0, 3).forEach((i) -> servers.server(i).call("FLUSHALL"));
    }

    @Test
    void shouldDeclareNodes() throws Exception
    {
        servers.server(0).call("SET", "other", "x");
        final Told refused = Told.by(servers.uris(), "init");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("'other'", "--in-use").hasLineCount(1);

        final Told init = Told.by(
            servers.uris(), "init", "--prefix", "shop:", "--longest-ttl", "10s", "--quorum", "3");
        assertThat(init.status()).as(init.err()).isZero();
        assertThat(init.assertFits().out()).hasLineCount(3).contains("is declared");
        assertThat(servers.server(2).call("GET", "shop:redlock:inc").toString()).contains("|3|3|0|10000|");

        servers.server(1).call("DEL", "shop:redlock:inc");
        final Told probe = Told.by(servers.uris(), "probe", "--strict",
            "--prefix", "shop:", "--longest-ttl", "10s", "--quorum", "3", "--clock", "500ms");
        assertThat(probe.status()).isEqualTo(1);
        assertThat(probe.unwrapped()).contains("2 of 3 nodes are fit", "'redlock init")
            .contains("unfit: 127.0.0.1:" + servers.server(1).port());

        final Told again = Told.by(servers.uris(), "init", "--prefix", "shop:");
        assertThat(again.status()).isEqualTo(1);
        assertThat(again.err()).contains("quorum 3, but this client has 2").hasLineCount(1);
    }

    @Test
    void shouldRetireNodes() throws Exception
    {
        assertThat(Told.by(servers.uris(), "init").status()).isZero();
        final Told overlapping =
            Told.by(servers.uris().subList(1, 3), "init", "--in-use");
        assertThat(overlapping.status()).isEqualTo(1);
        assertThat(overlapping.err()).contains("nodes 3, but this client has 2").hasLineCount(1);
        final Told retired = Told.by(servers.uris(), "init", "--retire");
        assertThat(retired.status()).as(retired.err()).isZero();
        assertThat(retired.assertFits().out()).hasLineCount(3).contains("is retired");
        assertThat(Told.by(servers.uris(), "init").err()).contains("was retired", "--in-use");
        assertThat(Told.by(servers.uris(), "init", "--retire", "--in-use").status()).isEqualTo(2);
        assertThat(Told.by(servers.uris(), "init", "--moved", "a:1=b:1").status()).isEqualTo(2);
    }

    @Test
    void shouldRefuseWhatCannotBe() throws Exception
    {
        final Told init = Told.by(List.of("redis://127.0.0.1:1"), "init");
        assertThat(init.status()).isEqualTo(1);
        assertThat(init.err()).contains("must be reachable").hasLineCount(1);
        assertThat(Told.by(servers.uris(), "init", "--quorum", "1").status()).isEqualTo(2);
    }
}
