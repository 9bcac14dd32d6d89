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
package dev.redlock.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest
{
    @ParameterizedTest
    @CsvSource({
        "redis://:pw@h:1, redis://***@h:1",
        "'at ''rediss://user:p@w@h:1/0'' wrong', 'at ''rediss://***@h:1/0'' wrong'",
        "'redis://:a@h:1,redis://:b@h:2', redis://***@h:2",
        "redis://h:1, redis://h:1",
        "someone@example.org, someone@example.org",
        "'write redis://[user[:password]@]host', 'write redis://[user[:password]@]host'",
        "'write redis://:PASSWORD@host or redis://USER:PASSWORD@host', 'write redis://:PASSWORD@host or " +
            "redis://USER:PASSWORD@host'",
        "redis://:PASSWORDS@host, redis://***@host", "redis://me:PASSWORD@host, redis://***@host",
        "redis://:PASSWORD@host@h, redis://***@h", "redis://:p[w@h, redis://***@h",
        "redis://:p'w@h, redis://***@h"})
    void shouldHideWhatStandsBeforeTheHost(final String text, final String expected)
    {
        assertThat(Secrets.hide(text)).isEqualTo(expected);
    }
}
