// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import org.jspecify.annotations.Nullable;

/**
 * One command for one node: a {@link CommandTemplate} and the content of its slots. A reusable flyweight: the
 * caller may refill it as soon as {@link Transport#offer(Connection, Operation)} has returned.
 */
public final class Operation
{
    /**
     * Limit of number slots in a template.
     */
    public static final int MAX_NUMBERS = 8;

    /**
     * Limit of byte slots in a template. Slot {@link #TOKEN} is for the owner token.
     */
    public static final int MAX_BYTES = 4;

    /**
     * The byte slot of the owner token.
     */
    public static final int TOKEN = 0;

    private final long[] numbers = new long[MAX_NUMBERS];
    private final byte[][] bytes = new byte[MAX_BYTES][];
    private CommandTemplate template;
    private @Nullable PreparedKey key;
    private long correlationId;

    /**
     * Starts a new command. Slots keep their old content until they are set.
     *
     * @param newTemplate      the command.
     * @param newKey           prepared by the transport that will carry it; null if the template names no
     *                         key.
     * @param newCorrelationId comes back with the reply.
     * @return this.
     */
    public Operation wrap(
        final CommandTemplate newTemplate, final @Nullable PreparedKey newKey, final long newCorrelationId)
    {
        template = newTemplate;
        key = newKey;
        correlationId = newCorrelationId;

        return this;
    }

    /**
     * Fills a number slot.
     *
     * @param slot  0 to {@link #MAX_NUMBERS} - 1.
     * @param value sent as a decimal string.
     * @return this.
     */
    public Operation number(final int slot, final long value)
    {
        numbers[slot] = value;

        return this;
    }

    /**
     * Fills a byte slot. The array is read during the offer only and not kept.
     *
     * @param slot  0 to {@link #MAX_BYTES} - 1.
     * @param value sent whole, as it is.
     * @return this.
     */
    public Operation bytes(final int slot, final byte[] value)
    {
        bytes[slot] = value;

        return this;
    }

    /**
     * The command.
     *
     * @return the template.
     */
    public CommandTemplate template()
    {
        return template;
    }

    /**
     * The key.
     *
     * @return the prepared key, or null.
     */
    public @Nullable PreparedKey key()
    {
        return key;
    }

    /**
     * Chosen by the engine; opaque to the transport.
     *
     * @return the id that comes back with the reply.
     */
    public long correlationId()
    {
        return correlationId;
    }

    /**
     * Content of a number slot.
     *
     * @param slot 0 to {@link #MAX_NUMBERS} - 1.
     * @return the number.
     */
    public long number(final int slot)
    {
        return numbers[slot];
    }

    /**
     * Content of a byte slot.
     *
     * @param slot 0 to {@link #MAX_BYTES} - 1.
     * @return the bytes.
     */
    public byte[] bytes(final int slot)
    {
        return bytes[slot];
    }
}
