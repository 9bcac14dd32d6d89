// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

/**
 * Why a node may not vote.
 *
 * @param kind never {@link RefusalKind#NONE}.
 * @param why  follows the node's name: the rule and the remedy; no secrets.
 */
record Refusal(RefusalKind kind, String why)
{
    static Refusal temporary(final String why)
    {
        return new Refusal(RefusalKind.TEMPORARY, why);
    }

    static Refusal configuration(final String why)
    {
        return new Refusal(RefusalKind.CONFIGURATION, why);
    }
}
