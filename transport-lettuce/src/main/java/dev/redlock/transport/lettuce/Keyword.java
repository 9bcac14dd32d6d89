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
package dev.redlock.transport.lettuce;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

import dev.redlock.spi.CommandTemplate;

import io.lettuce.core.protocol.ProtocolKeyword;

/**
 * The name by which Lettuce's metrics know a command. In lower case, because Lettuce acts on some commands by
 * their name (it would take note of a SELECT and repeat it), and names are in upper case there.
 */
final class Keyword implements ProtocolKeyword
{
    /**
     * Questions of the dialogue and inquiries.
     */
    static final Keyword QUESTION = new Keyword("redlock-question");

    private final String text;

    private Keyword(final String text)
    {
        this.text = text;
    }

    static Keyword of(final CommandTemplate template)
    {
        final boolean isNamed = template.kind(0) == CommandTemplate.ArgumentKind.LITERAL;
        final String name =
            isNamed ? new String(template.literal(0), StandardCharsets.UTF_8) : template.name();

        return new Keyword(name.toLowerCase(Locale.ROOT));
    }

    @Override
    public byte[] getBytes()
    {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString()
    {
        return text;
    }
}
