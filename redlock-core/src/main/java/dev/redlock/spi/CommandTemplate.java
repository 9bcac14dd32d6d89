// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A command as data: literal arguments, and slots for what changes from one use to the next. So a new kind of
 * command is a new template, and no transport changes.
 * <p>
 * Immutable. Every template that an engine uses is in {@link TransportContext#templates()} when the transport
 * is opened, so that it can encode the fixed parts once; {@link #id()} is the place in that list.
 */
public final class CommandTemplate
{
    /**
     * The kind of an argument.
     */
    public enum ArgumentKind
    {
        /**
         * The bytes of {@link CommandTemplate#literal(int)}.
         */
        LITERAL,

        /**
         * The key, followed by the bytes of {@link CommandTemplate#literal(int)} (often none).
         */
        KEY,

        /**
         * The byte slot {@link CommandTemplate#slot(int)} of the operation.
         */
        BYTES,

        /**
         * The number slot {@link CommandTemplate#slot(int)} of the operation, in decimal.
         */
        NUMBER
    }

    private static final byte[] NOTHING = new byte[0];
    private static final int ANY_NUMBERS = -1;

    private final int id;
    private final String name;
    private final List<Argument> arguments;
    private final Set<Reply.Kind> answers;
    private final int numbers;
    private final boolean isTimed;

    private CommandTemplate(final Builder from)
    {
        id = from.id;
        name = from.name;
        arguments = List.copyOf(from.arguments);
        answers = from.answers.isEmpty() ? EnumSet.allOf(Reply.Kind.class) : EnumSet.copyOf(from.answers);
        answers.add(Reply.Kind.ERROR);
        answers.add(Reply.Kind.LOST);
        numbers = from.numbers;
        isTimed = from.isTimed;
    }

    /**
     * Starts a template.
     *
     * @param id   its place in {@link TransportContext#templates()}, 0-based.
     * @param name for people to read.
     * @return a builder.
     */
    public static Builder of(final int id, final String name)
    {
        return new Builder(id, name);
    }

    /**
     * Place in the list of templates.
     *
     * @return 0-based index.
     */
    public int id()
    {
        return id;
    }

    /**
     * A readable name.
     *
     * @return the name.
     */
    public String name()
    {
        return name;
    }

    /**
     * Number of arguments, the command's name included.
     *
     * @return at least 1.
     */
    public int argumentCount()
    {
        return arguments.size();
    }

    /**
     * The kind of an argument.
     *
     * @param index 0 to {@link #argumentCount()} - 1.
     * @return the kind.
     */
    public ArgumentKind kind(final int index)
    {
        return arguments.get(index).kind;
    }

    /**
     * The fixed bytes of a literal, or those that follow the key.
     *
     * @param index 0 to {@link #argumentCount()} - 1.
     * @return a copy; empty for the other kinds.
     */
    public byte[] literal(final int index)
    {
        return arguments.get(index).literal.clone();
    }

    /**
     * The slot that fills an argument.
     *
     * @param index 0 to {@link #argumentCount()} - 1.
     * @return the number of the slot; -1 for literals and keys.
     */
    public int slot(final int index)
    {
        return arguments.get(index).slot;
    }

    /**
     * Whether a node can answer this command so. If not, the reply belongs to another command, or the node is
     * not what we took it for.
     *
     * @param reply to the command.
     * @return true for every error, for a lost reply, and for the kinds that the template states; if it
     *         states none, for all. If it states a count of numbers, there must be as many; but one number
     *         that is a {@linkplain Reply#isTime() time} is an answer if, and only if, the template states
     *         that.
     */
    public boolean canAnswer(final Reply reply)
    {
        return answers.contains(reply.kind()) &&
            (numbers == ANY_NUMBERS || reply.kind() != Reply.Kind.NUMBERS ||
            (reply.isTime() ? isTimed : reply.size() == numbers));
    }

    @Override
    public String toString()
    {
        return name;
    }

    private record Argument(ArgumentKind kind, byte[] literal, int slot)
    {
    }

    /**
     * Builds a template, argument by argument.
     */
    public static final class Builder
    {
        private final int id;
        private final String name;
        private final List<Argument> arguments = new ArrayList<>();
        private final Set<Reply.Kind> answers = EnumSet.noneOf(Reply.Kind.class);
        private int numbers = ANY_NUMBERS;
        private boolean isTimed;

        private Builder(final int id, final String name)
        {
            this.id = id;
            this.name = name;
        }

        /**
         * Adds fixed arguments.
         *
         * @param words one argument each.
         * @return this.
         */
        public Builder literal(final String... words)
        {
            for (final String word : words)
            {
                final byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
                arguments.add(new Argument(ArgumentKind.LITERAL, bytes, -1));
            }

            return this;
        }

        /**
         * Adds the key.
         *
         * @return this.
         */
        public Builder key()
        {
            arguments.add(new Argument(ArgumentKind.KEY, NOTHING, -1));

            return this;
        }

        /**
         * Adds a second key that begins with the first.
         *
         * @param suffix what follows the key.
         * @return this.
         */
        public Builder keyWith(final String suffix)
        {
            arguments.add(new Argument(ArgumentKind.KEY, suffix.getBytes(StandardCharsets.UTF_8), -1));

            return this;
        }

        /**
         * Adds the content of a byte slot.
         *
         * @param slot 0 to {@link Operation#MAX_BYTES} - 1.
         * @return this.
         */
        public Builder bytes(final int slot)
        {
            arguments.add(new Argument(ArgumentKind.BYTES, NOTHING, slot));

            return this;
        }

        /**
         * Adds the content of a number slot.
         *
         * @param slot 0 to {@link Operation#MAX_NUMBERS} - 1.
         * @return this.
         */
        public Builder number(final int slot)
        {
            arguments.add(new Argument(ArgumentKind.NUMBER, NOTHING, slot));

            return this;
        }

        /**
         * States the kinds of reply that the command can have.
         *
         * @param kinds besides errors, which are always possible.
         * @return this.
         */
        public Builder answers(final Reply.Kind... kinds)
        {
            answers.addAll(List.of(kinds));

            return this;
        }

        /**
         * States that a reply to the command can be this many numbers.
         *
         * @param count 1 to {@link Reply#MAX_NUMBERS} - 1.
         * @return this.
         */
        public Builder answersNumbers(final int count)
        {
            numbers = count;

            return answers(Reply.Kind.NUMBERS);
        }

        /**
         * States that a reply to the command can be a time alone, see {@link Reply#isTime()}. Without this it
         * cannot, if the count of its numbers is stated.
         *
         * @return this.
         */
        public Builder answersTime()
        {
            isTimed = true;

            return this;
        }

        /**
         * Builds the template.
         *
         * @return the template.
         */
        public CommandTemplate build()
        {
            if (arguments.isEmpty())
            {
                throw new IllegalStateException(
                    "template " + name + " has no arguments: name the command first");
            }

            return new CommandTemplate(this);
        }
    }
}
