// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("proof")
class FloorProgramTest
{
    private static final long MEASURED_MS = 50;

    @Test
    void shouldMeasureTheWireOneAtATimeAndManyAtATime() throws IOException
    {
        final Optional<Path> program = FloorProgram.compile();
        assumeTrue(program.isPresent(), "no C compiler");
        try (Farm farm = Farm.start(Case.NODES, null))
        {
            for (final Case conditions : List.of(
                Case.of("one").withNodes(1), Case.of("unix").with(Case.Wire.UNIX),
                Case.of("many").with(Crowd.inFlight(256))))
            {
                final Map<String, ?> figures =
                    new FloorProgram(program.get(), farm, conditions, MEASURED_MS).measure(0, "").figures();

                assertThat((Double)figures.get("cycles_per_second")).as(conditions.scenario()).isPositive();
            }
        }
    }
}
