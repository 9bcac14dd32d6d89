// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InfoLinesTest
{
    @Test
    void shouldReadLinesByName()
    {
        final InfoLines info =
            new InfoLines("# Server\r\nrun_id:abc\r\nport:6379\r\nx:a:b\r\n\r\nempty:\r\n");

        assertThat(info.text("run_id")).isEqualTo("abc");
        assertThat(info.number("port")).isEqualTo(6379);
        assertThat(info.text("x")).isEqualTo("a:b");
        assertThat(info.text("empty")).isEmpty();
        assertThat(info.text("# Server")).isEmpty();
        assertThat(info.number("run_id")).isEqualTo(-1);
        assertThat(info.number("nothing")).isEqualTo(-1);
    }

    @Test
    void shouldNameTheServerByItsOwnName()
    {
        assertThat(new InfoLines("redis_version:7.0.15").server()).isEqualTo("redis 7.0.15");
        assertThat(new InfoLines("redis_version:7.2.4\nvalkey_version:8.1.1").server())
            .isEqualTo("valkey 8.1.1");
        assertThat(new InfoLines("").server()).isEqualTo("unknown");
    }
}
