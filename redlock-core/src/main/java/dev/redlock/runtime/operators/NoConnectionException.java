// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import java.util.Locale;
import java.util.regex.Pattern;

import dev.redlock.spi.DownReason;

/**
 * There is no connection to a node, so it was not asked.
 */
public final class NoConnectionException extends IllegalStateException
{
    /*
     * Only the words tell the system's refusal from its silence. Where a transport has others, as in another
     * language, nobody counts as gone.
     */
    private static final String REFUSED = "connection refused";
    private static final Pattern TRIED =
        Pattern.compile(" to (?:[0-9]+(?:\\.[0-9]+){3}|[0-9a-fA-F]*:[0-9a-fA-F:.]*(?:%[^ ]+)?): ");

    private static final long serialVersionUID = 1L;

    private final boolean isNobodyThere;
    private final boolean isAddressTold;

    /**
     * A question that was not asked.
     *
     * @param message for people.
     * @param reason  of the transport.
     * @param detail  of the transport.
     */
    public NoConnectionException(final String message, final DownReason reason, final String detail)
    {
        super(message);
        isNobodyThere =
            reason == DownReason.UNREACHABLE && detail.toLowerCase(Locale.ROOT).contains(REFUSED);
        isAddressTold = TRIED.matcher(detail).find();
    }

    /**
     * Whether it is certain that no server listens at the address that was tried: its machine has said so.
     * Silence is not, nor is a name that leads nowhere, which may be withdrawn while its server lives.
     *
     * @return false if a server may live there.
     */
    public boolean isNobodyThere()
    {
        return isNobodyThere;
    }

    /**
     * Whether the transport says which address of a name it has tried. Only such a transport goes through all
     * of them, one with each attempt.
     *
     * @return false if it may try the same one for ever.
     */
    public boolean isAddressTold()
    {
        return isAddressTold;
    }
}
