// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.redlock.outcome.Cause;
import dev.redlock.outcome.NodeStatus;

/**
 * Whatever keeps a vote from a client, {@code probe} looks at: who adds a reason has to say how.
 */
class ProbeLooksTest
{
    private static final Path PAGE = Path.of("..", "docs", "cli.md");
    private static final Pattern TABLE = Pattern.compile("<!-- probe looks -->\n((?:\\|[^\n]*\n)+)");
    private static final Pattern CAUSE = Pattern.compile("\n\\| `([A-Z_]+)` \\| [^|]+ \\|");

    /*
     * No fault of a node: the vote itself, what belongs to one lock, and our own limits.
     */
    private static final Set<Cause> OF_NO_NODE = EnumSet.of(Cause.GRANTED, Cause.PENDING, Cause.NOT_ASKED,
        Cause.HELD_BY_ANOTHER, Cause.HELD_BY_THIS_CLIENT, Cause.TOO_MANY_LOCKS, Cause.BACK_PRESSURED,
        Cause.TOKEN_REFUSED, Cause.NOT_DURABLE);

    @Test
    void shouldLookAtAllThatKeepsBackAVote() throws IOException
    {
        final String table =
            TABLE.matcher(Files.readString(PAGE)).results().findFirst().orElseThrow().group(1);
        final Set<Cause> looked = CAUSE.matcher(table).results()
            .map((result) -> Cause.valueOf(result.group(1))).collect(Collectors.toSet());

        assertThat(looked).isEqualTo(EnumSet.complementOf(EnumSet.copyOf(OF_NO_NODE)));
    }

    /**
     * Admission, quarantine and the loss of a connection all end in one of these.
     */
    @ParameterizedTest
    @EnumSource
    void shouldCallNoNodeFitThatItsOwnClientDoesNotCount(final NodeStatus.State state)
    {
        final NodeReport report =
            new NodeReport(new NodeStatus("n", state, false, "why"), new ClockBounds(2, 1));

        assertThat(new Verdict(report).isFit()).isEqualTo(state == NodeStatus.State.UP);
    }
}
