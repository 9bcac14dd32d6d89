// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.redlock.outcome.NodeStatus;

/**
 * When nodes in quarantine vote, by the words of their status.
 */
final class QuarantineEnd
{
    private static final Pattern UNTIL =
        Pattern.compile("does not vote before ([-0-9T:.]+Z):.*", Pattern.DOTALL);

    private QuarantineEnd()
    {
    }

    /**
     * When the last of them votes.
     *
     * @param nodes others than those in quarantine do not count.
     * @return nothing if none is in quarantine, or none says until when.
     */
    static Optional<Instant> latest(final List<NodeStatus> nodes)
    {
        return nodes.stream().filter((node) -> node.state() == NodeStatus.State.QUARANTINED)
            .map((node) -> UNTIL.matcher(node.detail())).filter(Matcher::matches)
            .map((matcher) -> Instant.parse(matcher.group(1))).max(Instant::compareTo);
    }
}
