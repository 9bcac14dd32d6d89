// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.Connection;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.TransportProvider;
import dev.redlock.tck.driver.TckCommands;
import dev.redlock.tck.driver.TckRules;

/**
 * How a transport is found and opened.
 */
public interface ProviderRules extends TckRules
{
    /**
     * The name is typed by people and compared by programs.
     */
    @Test
    default void shouldHaveANameInLowerCase()
    {
        final String name = harness().provider().name();

        assertThat(name).isNotBlank().isEqualTo(name.toLowerCase(Locale.ROOT)).doesNotContain(" ");
    }

    /**
     * A misspelt option that is ignored is found in production, by its absence.
     */
    @Test
    default void shouldRefuseAnOptionThatItDoesNotKnow()
    {
        final TransportProvider provider = harness().provider();
        final Map<String, String> options = new HashMap<>(harness().options());
        options.put("no-such-option", "yes");
        final TransportContext context = new TransportContext(
            Connection.toEach(List.of(node(0).address()), Connection.Role.VOTING), TckCommands.all(),
            TransportLimits.DEFAULT, harness().tls(), options);

        assertThatIllegalArgumentException()
            .isThrownBy(() -> provider.open(context, open()).close()).withMessageContaining("no-such-option");
    }
}
