/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
