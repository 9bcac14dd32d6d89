// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The application cannot start as it is written or configured. The message has the value, the rule and the
 * remedy.
 */
public final class RedlockSetupException extends IllegalStateException
{
    private static final long serialVersionUID = 1L;

    private final String what;
    private final String remedy;

    /**
     * With a cause; the remedy may be empty.
     *
     * @param what   is wrong.
     * @param remedy what to do.
     * @param cause  null if there is none.
     */
    public RedlockSetupException(final String what, final String remedy, final @Nullable Throwable cause)
    {
        super(what + (remedy.isEmpty() ? "" : "; " + remedy), cause);
        this.what = what;
        this.remedy = remedy;
    }

    /**
     * Says what is wrong, and what to do; the remedy may be empty.
     *
     * @param what   is wrong.
     * @param remedy what to do.
     */
    public RedlockSetupException(final String what, final String remedy)
    {
        this(what, remedy, null);
    }

    /**
     * All that is wrong, once, in one message.
     *
     * @param place  where it is wrong.
     * @param checks each throws what it finds.
     */
    public static void throwAll(final String place, final Iterable<Runnable> checks)
    {
        final Map<String, RedlockSetupException> wrong = new LinkedHashMap<>();
        for (final Runnable check : checks)
        {
            try
            {
                check.run();
            }
            catch (final RedlockSetupException ex)
            {
                wrong.putIfAbsent(String.valueOf(ex.getMessage()), ex);
            }
        }
        if (!wrong.isEmpty())
        {
            final RedlockSetupException first = wrong.values().iterator().next();
            final RedlockSetupException all = wrong.size() == 1 ? first : new RedlockSetupException(
                wrong.size() + " things are wrong with " + place + ":\n- " +
                String.join("\n- ", wrong.keySet()), "");
            if (all != first)
            {
                // Not as a cause: the root one is shown, often alone, and has one of them.
                wrong.values().forEach(all::addSuppressed);
            }
            throw all;
        }
    }

    /**
     * The value and the rule.
     *
     * @return the message, but for the remedy.
     */
    public String what()
    {
        return what;
    }

    /**
     * What helps.
     *
     * @return the end of the message; empty if the message has it elsewhere.
     */
    public String remedy()
    {
        return remedy;
    }
}
