// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

/**
 * Why a node may not vote.
 *
 * @param kind    never {@link RefusalKind#NONE}.
 * @param message names the node, the rule and the remedy; no secrets.
 */
record Refusal(RefusalKind kind, String message)
{
    static Refusal temporary(final String node, final String why)
    {
        return new Refusal(RefusalKind.TEMPORARY, "node " + node + " " + why);
    }

    static Refusal configuration(final String node, final String why)
    {
        return new Refusal(RefusalKind.CONFIGURATION, "node " + node + " " + why);
    }
}
