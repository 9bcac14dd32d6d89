// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.spi.address.NodeAddress;
import dev.redlock.spi.address.TlsOptions;

class TransportSettingsTest
{
    private static final CommandTemplate PING = CommandTemplate.of(0, "ping").literal("PING").build();
    private static final NodeAddress NODE = NodeAddress.of("h", 6379);

    @Test
    void shouldTakeTheSmallestLimits()
    {
        assertThatCode(() -> new TransportLimits(16, 4096, 64, 1024, 8, 2)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -16, 8, 17, 4095})
    void shouldRefuseInFlightThatIsNoPowerOfTwoOrTooSmall(final int inFlight)
    {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> new TransportLimits(inFlight, 4096, 64, 1024, 8, 2))
            .withMessage("inFlightPerNode is " + inFlight + " but must be a power of two, at least 16");
    }

    @ParameterizedTest
    @CsvSource({
        "4095, 64, 1024, 8, 2",
        "4096, 63, 1024, 8, 2",
        "4096, 64, 1023, 8, 2",
        "4096, 64, 1024, 7, 2",
        "4096, 64, 1024, 8, 1"})
    void shouldRefuseLimitsThatAreTooSmall(
        final int unsent, final int line, final int bulk, final int elements, final int depth)
    {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> new TransportLimits(16, unsent, line, bulk, elements, depth))
            .withMessageContaining("too small to carry a lock");
    }

    @Test
    void shouldRefuseToHaveNoNodes()
    {
        assertThatIllegalArgumentException().isThrownBy(() -> context(List.of(), List.of(PING)))
            .withMessageContaining("redis://127.0.0.1:6379");
    }

    @Test
    void shouldRefuseATemplateInTheWrongPlace()
    {
        assertThatIllegalArgumentException().isThrownBy(() -> context(List.of(NODE), List.of(PING, PING)))
            .withMessage("template ping has id 0 but stands at 1");
    }

    @Test
    void shouldRefuseHalfOfAClientCertificate()
    {
        final Path file = Path.of("client.pem");

        assertThatIllegalArgumentException().isThrownBy(() -> new TlsOptions(null, file, null))
            .withMessageContaining("give both or neither");
        assertThatIllegalArgumentException().isThrownBy(() -> new TlsOptions(null, null, file))
            .withMessageContaining("give both or neither");
        assertThat(new TlsOptions(null, file, file).clientKey()).isEqualTo(file);
    }

    private static TransportContext context(
        final List<NodeAddress> nodes, final List<CommandTemplate> templates)
    {
        return new TransportContext(Connection.toEach(nodes, Connection.Role.VOTING), templates,
            TransportLimits.DEFAULT, TlsOptions.PLATFORM, Map.of());
    }
}
