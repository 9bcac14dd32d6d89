// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.Map;

import dev.redlock.spi.Answer;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Reply;
import dev.redlock.spi.TransportLimits;
import dev.redlock.test.memory.commands.NodeReply;
import dev.redlock.test.memory.commands.ReceivedCommand;

/**
 * Translates between the engine and the commands and answers of a node.
 */
final class MemoryRendering
{
    private static final int LONGEST_NUMBER = 18;

    private final Map<CommandTemplate, byte[][]> literals = new IdentityHashMap<>();

    PreparedKey prepare(final byte[] key)
    {
        return new Key(this, key.clone());
    }

    ReceivedCommand command(final Operation operation)
    {
        final CommandTemplate template = operation.template();
        final byte[][] fixed = literals.computeIfAbsent(template, MemoryRendering::literals);
        final byte[][] arguments = new byte[fixed.length][];
        for (int i = 0; i < arguments.length; i++)
        {
            arguments[i] = argument(operation, template, i, fixed[i]);
        }

        return new ReceivedCommand(arguments);
    }

    static ReceivedCommand command(final byte[][] words)
    {
        final byte[][] copies = new byte[words.length][];
        for (int i = 0; i < words.length; i++)
        {
            copies[i] = words[i].clone();
        }

        return new ReceivedCommand(copies);
    }

    /**
     * Fills the flyweight with the node's answer.
     */
    static Reply fill(final Reply reply, final NodeReply from)
    {
        final Answer answer = from.answer();
        return switch (answer.kind())
        {
            case NIL -> reply.set(Reply.Kind.NIL);
            case NUMBER -> reply.set(Reply.Kind.NUMBERS).add(answer.number());
            case ERROR -> reply.setError(answer.errorCode(), answer.text());
            case LIST -> fillNumbers(reply, answer);
            default -> fillText(reply, from);
        };
    }

    /**
     * Whether a client may accept a reply.
     */
    static boolean isWithin(final TransportLimits limits, final Answer answer)
    {
        return isWithin(limits, answer, 0);
    }

    /*
     * The fixed bytes of a template, argument by argument; they are the same with every use.
     */
    private static byte[][] literals(final CommandTemplate template)
    {
        final byte[][] literals = new byte[template.argumentCount()][];
        for (int i = 0; i < literals.length; i++)
        {
            literals[i] = template.literal(i);
        }

        return literals;
    }

    private byte[] argument(
        final Operation operation, final CommandTemplate template, final int index, final byte[] literal)
    {
        return switch (template.kind(index))
        {
            case LITERAL -> literal;
            case KEY -> join(key(operation), literal);
            case BYTES -> operation.bytes(template.slot(index)).clone();
            default -> Long.toString(operation.number(template.slot(index)))
                    .getBytes(StandardCharsets.US_ASCII);
        };
    }

    private byte[] key(final Operation operation)
    {
        if (operation.key() instanceof final Key key && key.owner == this)
        {
            return key.bytes;
        }

        throw new IllegalArgumentException("template '" + operation.template() +
            "' wants a key, but the operation has none that this transport has prepared: use prepare(…)");
    }

    private static byte[] join(final byte[] key, final byte[] suffix)
    {
        if (suffix.length == 0)
        {
            return key;
        }

        final byte[] joined = new byte[key.length + suffix.length];
        System.arraycopy(key, 0, joined, 0, key.length);
        System.arraycopy(suffix, 0, joined, key.length, suffix.length);

        return joined;
    }

    private static Reply fillText(final Reply reply, final NodeReply from)
    {
        final byte[] text = from.answer().bytes();
        if (!from.isStatus())
        {
            return reply.set(Reply.Kind.TEXT).add(text, 0, text.length);
        }

        return reply.set(from.answer().text().equals("OK") ? Reply.Kind.OK : Reply.Kind.STATUS);
    }

    private static Reply fillNumbers(final Reply reply, final Answer list)
    {
        if (list.elements().isEmpty())
        {
            return reply.set(Reply.Kind.OTHER);
        }

        reply.set(Reply.Kind.NUMBERS);
        for (final Answer element : list.elements())
        {
            if (!isNumber(element))
            {
                return reply.set(Reply.Kind.OTHER);
            }
            reply.add(Long.parseLong(element.text()));
        }

        return reply;
    }

    private static boolean isNumber(final Answer element)
    {
        if (element.kind() == Answer.Kind.NUMBER)
        {
            return true;
        }

        final byte[] bytes = element.bytes();
        boolean isNumber =
            element.kind() == Answer.Kind.TEXT && bytes.length > 0 && bytes.length <= LONGEST_NUMBER;
        for (int i = 0; i < bytes.length && isNumber; i++)
        {
            isNumber = bytes[i] >= '0' && bytes[i] <= '9';
        }

        return isNumber;
    }

    private static boolean isWithin(final TransportLimits limits, final Answer answer, final int depth)
    {
        if (answer.kind() != Answer.Kind.LIST)
        {
            return answer.bytes().length <= limits.bulkBytes();
        }
        if (answer.elements().size() > limits.elements() || depth == limits.depth())
        {
            return false;
        }

        for (final Answer element : answer.elements())
        {
            if (!isWithin(limits, element, depth + 1))
            {
                return false;
            }
        }

        return true;
    }

    private record Key(MemoryRendering owner, byte[] bytes) implements PreparedKey
    {
        @Override
        public int length()
        {
            return bytes.length;
        }
    }
}
