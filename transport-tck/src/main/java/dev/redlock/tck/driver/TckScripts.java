// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.driver;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Script;
import dev.redlock.test.memory.scripts.MemoryScript;
import dev.redlock.test.memory.scripts.ScriptCall;

/**
 * The scripts of the tests: one writes down what came, the others answer in all shapes.
 */
public final class TckScripts
{
    /**
     * Writes its keys and arguments to its first key, each with its length.
     */
    static final Script RECORD = Script.of("record", String.join("\n",
        "local told = ''",
        "for i = 1, #KEYS do told = told .. 'k' .. #KEYS[i] .. ':' .. KEYS[i] end",
        "for i = 1, #ARGV do told = told .. 'a' .. #ARGV[i] .. ':' .. ARGV[i] end",
        "redis.call('SET', KEYS[1], told)", "return #ARGV"));

    public static final Script FAIL = Script.of("fail", "return redis.error_reply(ARGV[1])");
    public static final Script NUMBERS = Script.of("numbers", "return {1, -2, 300}");
    public static final Script TEN_NUMBERS =
        Script.of("ten numbers", "return {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}");
    public static final Script DIGITS = Script.of("digits", "return {'1700000000', '999999'}");
    public static final Script MIXED = Script.of("mixed", "return {1, 'two'}");
    public static final Script WITH_NIL = Script.of("with nil", "return {1, false, 3}");
    public static final Script NESTED = Script.of("nested", "return {1, {2, {3}}}");
    public static final Script TEXT = Script.of("text", "return 'text'");
    public static final Script NOTHING = Script.of("nothing", "return false");
    public static final Script LONG_TEXT = Script.of("long text", "return string.rep('x', 5000)");
    public static final Script LONG_LIST = Script.of("long list",
        "local list = {} for i = 1, 100 do list[i] = i end return list");
    public static final Script DEEP = Script.of("deep", "return {{{{{1}}}}}");

    /**
     * Scripts with neither key nor argument.
     */
    public static final List<Script> SHAPES = List.of(NUMBERS, TEN_NUMBERS, DIGITS, MIXED, WITH_NIL, NESTED,
        TEXT, NOTHING, LONG_TEXT, LONG_LIST, DEEP);

    /**
     * What they do, for nodes without Lua.
     */
    public static final Map<Script, MemoryScript> BODIES = Map.ofEntries(
        Map.entry(RECORD, TckScripts::record),
        Map.entry(FAIL, (call) -> Answer.error(new String(call.argument(0), StandardCharsets.UTF_8))),
        Map.entry(NUMBERS, (call) -> list(number(1), number(-2), number(300))),
        Map.entry(TEN_NUMBERS, (call) -> countTo(10)),
        Map.entry(DIGITS, (call) -> list(text("1700000000"), text("999999"))),
        Map.entry(MIXED, (call) -> list(number(1), text("two"))),
        Map.entry(WITH_NIL, (call) -> list(number(1), Answer.nil(), number(3))),
        Map.entry(NESTED, (call) -> list(number(1), list(number(2), list(number(3))))),
        Map.entry(TEXT, (call) -> text("text")),
        Map.entry(NOTHING, (call) -> Answer.nil()),
        Map.entry(LONG_TEXT, (call) -> text("x".repeat(5000))),
        Map.entry(LONG_LIST, (call) -> countTo(100)),
        Map.entry(DEEP, (call) -> list(list(list(list(list(number(1))))))));

    private TckScripts()
    {
    }

    /**
     * What {@link #RECORD} writes down for one key or argument.
     */
    public static byte[] recorded(final char mark, final byte[] bytes)
    {
        final ByteArrayOutputStream told = new ByteArrayOutputStream();
        told.writeBytes((mark + "" + bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        told.writeBytes(bytes);

        return told.toByteArray();
    }

    private static Answer record(final ScriptCall call)
    {
        final ByteArrayOutputStream told = new ByteArrayOutputStream();
        IntStream.range(0, call.keyCount()).forEach((i) -> told.writeBytes(recorded('k', call.key(i))));
        for (int i = 0; i < call.argumentCount(); i++)
        {
            told.writeBytes(recorded('a', call.argument(i)));
        }
        call.run("SET", call.key(0), told.toByteArray());

        return Answer.number(call.argumentCount());
    }

    private static Answer countTo(final int last)
    {
        final List<Answer> numbers = new ArrayList<>();
        for (int i = 1; i <= last; i++)
        {
            numbers.add(Answer.number(i));
        }

        return Answer.list(numbers);
    }

    private static Answer number(final long number)
    {
        return Answer.number(number);
    }

    private static Answer text(final String text)
    {
        return Answer.text(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Answer list(final Answer... elements)
    {
        return Answer.list(List.of(elements));
    }
}
