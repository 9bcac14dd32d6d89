// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Script;

/**
 * The commands of the tests. None of them is one of the lock's: a transport carries whatever it is given.
 */
public final class TckCommands
{
    public static final String SUFFIX = ":{two}:ż";
    public static final String LITERAL = "literal ż %s \t";

    private static final List<CommandTemplate> TEMPLATES = new ArrayList<>();

    public static final CommandTemplate APPEND = add("append", (to) -> to.literal("APPEND").key().bytes(0));
    public static final CommandTemplate SET = add("set", (to) -> to.literal("SET").key().bytes(0));
    public static final CommandTemplate SET_NX =
        add("set nx", (to) -> to.literal("SET").key().bytes(0).literal("NX", "PX").number(0));
    public static final CommandTemplate SET_TWO =
        add("set two", (to) -> to.literal("MSET").key().bytes(0).keyWith(SUFFIX).bytes(1));
    public static final CommandTemplate GET = add("get", (to) -> to.literal("GET").key());
    public static final CommandTemplate STRLEN = add("strlen", (to) -> to.literal("STRLEN").key());
    public static final CommandTemplate INCRBY = add("incrby", (to) -> to.literal("INCRBY").key().number(0));
    public static final CommandTemplate TIME = add("time", (to) -> to.literal("TIME"));
    public static final CommandTemplate PING = add("ping", (to) -> to.literal("PING"));
    public static final CommandTemplate ECHO =
        add("ping with a number", (to) -> to.literal("PING").number(0));
    public static final CommandTemplate WAIT = add("wait for ever", (to) -> to.literal("WAIT", "1", "0"));
    public static final CommandTemplate QUIT = add("quit", (to) -> to.literal("QUIT"));
    public static final CommandTemplate RECORD_ALL =
        add("record all", (to) -> eval(to, TckScripts.RECORD, "2")
        .key().keyWith(SUFFIX)
        .bytes(0).bytes(1).bytes(2).bytes(3)
        .number(0).number(1).number(2).number(3).number(4).number(5).number(6).number(7));
    public static final CommandTemplate RECORD_SOME =
        add("record some", (to) -> eval(to, TckScripts.RECORD, "1")
        .key().number(7).bytes(3).literal(LITERAL, "").number(7).bytes(1));
    public static final CommandTemplate FAIL = add("fail", (to) -> eval(to, TckScripts.FAIL, "0").bytes(0));

    static
    {
        TckScripts.SHAPES.forEach((script) -> add(script.name(), (to) -> eval(to, script, "0")));
    }

    private TckCommands()
    {
    }

    /**
     * All templates, those of the scripts without key and argument among them.
     */
    public static List<CommandTemplate> all()
    {
        return TEMPLATES;
    }

    /**
     * A template that runs a script without key and argument.
     */
    public static CommandTemplate run(final Script script)
    {
        return TEMPLATES.stream().filter((template) -> template.name().equals(script.name())).findAny()
            .orElseThrow();
    }

    private static CommandTemplate add(
        final String name, final UnaryOperator<CommandTemplate.Builder> arguments)
    {
        final CommandTemplate template = arguments.apply(CommandTemplate.of(TEMPLATES.size(), name)).build();
        TEMPLATES.add(template);

        return template;
    }

    private static CommandTemplate.Builder eval(
        final CommandTemplate.Builder to, final Script script, final String keyCount)
    {
        return to.literal("EVAL", script.text(), keyCount);
    }
}
