// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.text.Printable;

class ClientLabelTest
{
    @Test
    void shouldTakeNamesThatNodesTake()
    {
        final ClientLabel label = new ClientLabel("orders@host-1:42", "0.1.0-SNAPSHOT");

        assertThat(label.name()).isEqualTo("orders@host-1:42");
        assertThat(label.connectionName()).isEqualTo("orders@host-1:42");
        assertThat(label.libraryVersion()).isEqualTo("0.1.0-SNAPSHOT");
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = {"two words", "line\n", "müller", "\u007F"})
    void shouldRefuseNamesThatNodesRefuse(final String name)
    {
        final String shown = Printable.of(String.valueOf(name));
        assertThatIllegalArgumentException().isThrownBy(() -> new ClientLabel(name, "1"))
            .withMessageStartingWith("client name is '" + shown + "'")
            .withMessageContaining("without spaces");
        assertThatIllegalArgumentException().isThrownBy(() -> new ClientLabel("redlock", name))
            .withMessageStartingWith("library version is '" + shown + "'");
    }

    @Test
    void shouldRefuseANameThatIsTooLong()
    {
        assertThat(new ClientLabel("x".repeat(128), "1").name()).hasSize(128);
        assertThatIllegalArgumentException().isThrownBy(() -> new ClientLabel("x".repeat(129), "1"))
            .withMessageContaining("1 to 128");
    }
}
