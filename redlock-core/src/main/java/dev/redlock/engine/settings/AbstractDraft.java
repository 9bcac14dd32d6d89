// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.settings;

import java.util.function.Consumer;

/**
 * A record of settings while they are being set: a field for each, with its default. A value that is wrong
 * whatever the others are is refused when it is set; values that do not fit each other when the record is
 * made, as they may be set in any order.
 *
 * @param <D> the draft itself.
 * @param <R> the record.
 */
public abstract class AbstractDraft<D extends AbstractDraft<D, R>, R> implements Cloneable
{
    /**
     * A copy in which something is set. So what is refused changes nothing.
     *
     * @param change sets it.
     * @return the copy.
     * @throws IllegalArgumentException if a value is wrong; the message has the value and the rule.
     */
    @SuppressWarnings("unchecked")
    public final D with(final Consumer<? super D> change)
    {
        try
        {
            final D copy = (D)clone();
            change.accept(copy);
            copy.check();

            return copy;
        }
        catch (final CloneNotSupportedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    /**
     * Makes the record.
     *
     * @return never changes.
     * @throws IllegalArgumentException if a value is wrong, or some do not fit each other.
     */
    public final R conclude()
    {
        check();

        return make();
    }

    /**
     * Refuses each value that is wrong by itself.
     */
    protected abstract void check();

    /**
     * Gives the record what is set.
     */
    protected abstract R make();
}
