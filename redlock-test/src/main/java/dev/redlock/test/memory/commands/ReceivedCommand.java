// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.commands;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Script;

/**
 * A command as a node reads it.
 */
public final class ReceivedCommand
{
    /**
     * What a command does to a lock.
     */
    public enum LockKind
    {
        NONE,
        SET,
        EXTEND,
        RELEASE,
        PASS
    }

    /**
     * The place of the first key of EVAL and EVALSHA.
     */
    static final int SCRIPT_KEY = 3;

    private static final int FRAME = 16;
    private static final int RELEASE_BY_SCRIPT = 5;
    private static final int EXTEND_BY_SCRIPT = 6;
    private static final int RELEASE_AFTER_BY_SCRIPT = 7;
    private static final int MARKER_SET = 4;
    private static final int MARKED = 8;
    private static final int FENCED = 10;
    private static final int FENCED_AND_MARKED = 12;
    private static final int KEEP = 6;
    private static final int LEAST_OF_LINE = 17;

    /*
     * Frequent names are not decoded each time; the most frequent come first.
     */
    private static final String[] USUAL =
    {
        "SET", "EVALSHA", "TIME", "DELEX", "DELIFEQ", "CAD", "GET", "DEL", "PTTL", "PEXPIRE", "CLIENT",
        "SCRIPT", "HELLO", "INFO", "COMMAND", "EVAL", "PING"
    };

    private final byte[][] arguments;
    private final String name;
    private int cachedIndex;
    private String key;

    public ReceivedCommand(final byte[][] arguments)
    {
        this.arguments = arguments;
        name = usualName();
    }

    public String name()
    {
        return name;
    }

    public int count()
    {
        return arguments.length;
    }

    public byte[] bytes(final int index)
    {
        return arguments[index];
    }

    /**
     * An argument with each byte as a character, so that binary ones stay distinct.
     */
    public String key(final int index)
    {
        if (key == null || cachedIndex != index)
        {
            key = new String(arguments[index], StandardCharsets.ISO_8859_1);
            cachedIndex = index;
        }

        return key;
    }

    public String text(final int index)
    {
        return new String(arguments[index], StandardCharsets.UTF_8);
    }

    public LockKind lockKind()
    {
        return switch (name)
        {
            case "SET" -> count() > MARKER_SET && bytes(2).length > 1 ? LockKind.SET : LockKind.NONE;
            case "EVAL", "EVALSHA" -> scriptKind();
            case "DELIFEQ", "DELEX", "CAD" -> count() > 2 ? LockKind.RELEASE : LockKind.NONE;
            default -> LockKind.NONE;
        };
    }

    /*
     * A fenced acquisition has a window for its token in the last place, an extension 0; a fenced release
     * says how long the key is kept. Those that look at a marker have its key and what it must be, too. The
     * marker itself is set without a time to live, or replaced. Those of lines have more to say.
     */
    private LockKind scriptKind()
    {
        if (count() >= LEAST_OF_LINE)
        {
            return isOf(Scripts.pass()) ? LockKind.PASS : isOf(Scripts.waiting()) ||
                isOf(Scripts.marked(Scripts.waiting())) ? LockKind.SET : LockKind.NONE;
        }

        return switch (count())
        {
            case RELEASE_BY_SCRIPT -> LockKind.RELEASE;
            case EXTEND_BY_SCRIPT -> isOf(Scripts.acquire()) ? LockKind.SET :
                isOf(Scripts.replace()) ? LockKind.NONE : LockKind.EXTEND;
            case RELEASE_AFTER_BY_SCRIPT -> LockKind.EXTEND;
            case MARKED -> isOf(Scripts.marked(Scripts.acquire())) ? LockKind.SET : LockKind.EXTEND;
            case FENCED_AND_MARKED -> number(FENCED) == 0 ? LockKind.EXTEND : LockKind.SET;
            case FENCED -> isOf(Scripts.unfence()) ? number(KEEP) == 0 ? LockKind.RELEASE : LockKind.EXTEND :
                number(FENCED - 1) == 0 ? LockKind.EXTEND : LockKind.SET;
            default -> LockKind.NONE;
        };
    }

    private boolean isOf(final Script script)
    {
        final String sent = text(1);

        return sent.equals(script.sha1()) || sent.equals(script.text());
    }

    /**
     * Where the owner token of a lock command is: behind the keys.
     */
    public int tokenIndex()
    {
        return keyIndex() + (isScript() ? (int)number(SCRIPT_KEY - 1) : name.equals("DELEX") ? 2 : 1);
    }

    /**
     * Where the key of a lock command is.
     */
    public int keyIndex()
    {
        return isScript() ? SCRIPT_KEY : 1;
    }

    private boolean isScript()
    {
        return name.equals("EVALSHA") || name.equals("EVAL");
    }

    /**
     * Whether an argument is a word of ASCII letters, whatever their case.
     *
     * @param word in upper case.
     */
    public boolean isWord(final int index, final String word)
    {
        if (index >= arguments.length || arguments[index].length != word.length())
        {
            return false;
        }

        final byte[] bytes = arguments[index];
        for (int i = 0; i < bytes.length; i++)
        {
            if (upper(bytes[i]) != word.charAt(i))
            {
                return false;
            }
        }

        return true;
    }

    private String usualName()
    {
        for (final String usual : USUAL)
        {
            if (isWord(0, usual))
            {
                return usual;
            }
        }

        return text(0).toUpperCase(Locale.ROOT);
    }

    private static int upper(final byte letter)
    {
        return letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter;
    }

    public long number(final int index)
    {
        try
        {
            return Long.parseLong(text(index));
        }
        catch (final NumberFormatException ignored)
        {
            throw new NodeError("ERR value is not an integer or out of range");
        }
    }

    /**
     * Its approximate size on the wire.
     */
    public int size()
    {
        int size = FRAME;
        for (final byte[] argument : arguments)
        {
            size += FRAME + argument.length;
        }

        return size;
    }

    /**
     * Name and key only: the rest may be an owner token or a password.
     */
    @Override
    public String toString()
    {
        return switch (name)
        {
            case "EVAL", "EVALSHA" -> count() > SCRIPT_KEY ? name + " " + key(SCRIPT_KEY) : name;
            case "SET", "GET", "DEL", "DELIFEQ", "DELEX", "CAD" -> count() > 1 ? name + " " + key(1) : name;
            default -> name;
        };
    }
}
