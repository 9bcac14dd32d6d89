// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;

/**
 * A template in wire form, shared by all keys. Immutable.
 */
public final class CommandFrame
{
    /*
     * A frame is a list of steps. Neighbouring literals, together with the header of the array, are one step,
     * so SET key token NX PX ttl is: literal, key, bytes, literal, number.
     */
    private static final int LITERAL = 0;
    private static final int KEY = 1;
    private static final int KEY_WITH_SUFFIX = 2;
    private static final int BYTES = 3;
    private static final int NUMBER = 4;

    private static final byte[] NOTHING = new byte[0];

    private final CommandTemplate template;
    private final int[] kinds;
    private final int[] slots;
    private final byte[][] texts;
    private final int fixedSize;
    private final int keyCount;

    private CommandFrame(final CommandTemplate template, final List<Step> steps)
    {
        this.template = template;
        kinds = new int[steps.size()];
        slots = new int[steps.size()];
        texts = new byte[steps.size()][];

        int size = 0;
        int keys = 0;
        for (int i = 0; i < kinds.length; i++)
        {
            final Step step = steps.get(i);
            kinds[i] = step.kind;
            slots[i] = step.slot;
            texts[i] = step.text;
            size += step.text.length + fixedSize(step.kind);
            keys += step.kind == KEY || step.kind == KEY_WITH_SUFFIX ? 1 : 0;
        }
        fixedSize = size;
        keyCount = keys;
    }

    /**
     * Encodes what never changes of a template.
     *
     * @param template of a command.
     * @return its frame.
     */
    public static CommandFrame of(final CommandTemplate template)
    {
        final List<Step> steps = new ArrayList<>();
        final ByteArrayOutputStream literal = new ByteArrayOutputStream();
        final byte[] scratch = new byte[RespWriter.MAX_BULK_OVERHEAD];
        literal.write(scratch, 0, RespWriter.header(Resp.ARRAY, template.argumentCount(), scratch, 0));

        for (int i = 0; i < template.argumentCount(); i++)
        {
            final byte[] text = template.literal(i);
            if (template.kind(i) == CommandTemplate.ArgumentKind.LITERAL)
            {
                final byte[] bulk = new byte[text.length + RespWriter.MAX_BULK_OVERHEAD];
                literal.write(bulk, 0, RespWriter.bulk(text, bulk, 0));
                continue;
            }

            flush(literal, steps);
            steps.add(variable(template, i, text));
        }
        flush(literal, steps);

        return new CommandFrame(template, steps);
    }

    /**
     * Encodes what never changes of all commands of a transport.
     *
     * @param templates with which it was opened, in the order of their ids.
     * @return their frames.
     */
    public static CommandFrame[] all(final List<CommandTemplate> templates)
    {
        return templates.stream().map(CommandFrame::of).toArray(CommandFrame[]::new);
    }

    /**
     * Finds the frame of a command.
     *
     * @param frames   of {@link #all(List)}.
     * @param template of the command.
     * @return its frame.
     */
    public static CommandFrame find(final CommandFrame[] frames, final CommandTemplate template)
    {
        final int id = template.id();
        if (id < frames.length && frames[id].template == template)
        {
            return frames[id];
        }

        throw new IllegalArgumentException("command " + template + " is not among the templates with which " +
            "this transport was opened: put it into TransportContext.templates");
    }

    /**
     * The template that was encoded.
     *
     * @return the same object.
     */
    public CommandTemplate template()
    {
        return template;
    }

    /**
     * Room that is enough for {@link #encode(Operation, byte[], int)}.
     *
     * @param operation of this template, with all its slots filled.
     * @return bytes, a few more than will be written.
     */
    public long sizeBound(final Operation operation)
    {
        long size = fixedSize;
        if (keyCount > 0)
        {
            size += (long)keyCount * key(operation).size();
        }
        for (int i = 0; i < kinds.length; i++)
        {
            if (kinds[i] == BYTES)
            {
                size += bytes(operation, slots[i]).length;
            }
        }

        return size;
    }

    /**
     * Writes the command.
     *
     * @param operation of this template.
     * @param to        has room for {@link #sizeBound(Operation)}.
     * @param at        where to begin.
     * @return where the command ends.
     */
    public int encode(final Operation operation, final byte[] to, final int at)
    {
        int end = at;
        for (int i = 0; i < kinds.length; i++)
        {
            switch (kinds[i])
            {
                case LITERAL ->
                {
                    final byte[] text = texts[i];
                    System.arraycopy(text, 0, to, end, text.length);
                    end += text.length;
                }
                case KEY -> end = key(operation).copyTo(to, end);
                case KEY_WITH_SUFFIX -> end = key(operation).copyTo(to, end, texts[i]);
                case BYTES -> end = RespWriter.bulk(bytes(operation, slots[i]), to, end);
                default -> end = RespWriter.number(operation.number(slots[i]), to, end);
            }
        }

        return end;
    }

    private KeyBulk key(final Operation operation)
    {
        final PreparedKey key = operation.key();
        if (key instanceof KeyBulk)
        {
            return (KeyBulk)key;
        }

        throw new IllegalArgumentException(key == null ?
            "command " + template + " names a key but the operation has none: prepare one and wrap it" :
            "the key of command " + template + " was prepared by another kind of transport (" +
            key.getClass().getName() + "): prepare it with the transport that carries it");
    }

    private byte[] bytes(final Operation operation, final int slot)
    {
        final byte[] value = operation.bytes(slot);
        if (value == null)
        {
            throw new IllegalArgumentException(
                "byte slot " + slot + " of command " + template + " is empty: fill it before the offer");
        }

        return value;
    }

    private static Step variable(final CommandTemplate template, final int index, final byte[] text)
    {
        final int slot = template.slot(index);
        switch (template.kind(index))
        {
            case KEY:
                if (text.length == 0)
                {
                    return new Step(KEY, -1, NOTHING);
                }
                final byte[] suffixLine = new byte[text.length + 2];
                System.arraycopy(text, 0, suffixLine, 0, text.length);
                RespWriter.lineEnd(suffixLine, text.length);

                return new Step(KEY_WITH_SUFFIX, -1, suffixLine);

            case BYTES:
                return new Step(BYTES, checked(template, slot, Operation.MAX_BYTES), NOTHING);

            default:
                return new Step(NUMBER, checked(template, slot, Operation.MAX_NUMBERS), NOTHING);
        }
    }

    private static int checked(final CommandTemplate template, final int slot, final int limit)
    {
        if (slot < 0 || slot >= limit)
        {
            throw new IllegalArgumentException(
                "template " + template + " uses slot " + slot + " but there are only 0 to " + (limit - 1));
        }

        return slot;
    }

    private static int fixedSize(final int kind)
    {
        return switch (kind)
        {
            case NUMBER -> RespWriter.MAX_NUMBER_SIZE;
            case BYTES, KEY_WITH_SUFFIX -> RespWriter.MAX_BULK_OVERHEAD;
            default -> 0;
        };
    }

    private static void flush(final ByteArrayOutputStream literal, final List<Step> steps)
    {
        if (literal.size() > 0)
        {
            steps.add(new Step(LITERAL, -1, literal.toByteArray()));
            literal.reset();
        }
    }

    private record Step(int kind, int slot, byte[] text)
    {
    }
}
