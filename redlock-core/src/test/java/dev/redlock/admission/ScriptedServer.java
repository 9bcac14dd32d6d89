// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.Script;

/**
 * A server as a function from command to answer. Its INFO was captured from a real one; everything else
 * answers as a sound stand-alone master does, unless told otherwise.
 */
final class ScriptedServer
{
    private final TreeMap<String, Function<String[], Answer>> answers = new TreeMap<>();
    private final List<String> asked = new ArrayList<>();
    private String info;
    private long clientId;

    private ScriptedServer(final String info)
    {
        this.info = info;
        on("HELLO", (command) -> greeting());
        on("SELECT", (command) -> text("OK"));
        on("AUTH", (command) -> text("OK"));
        on("CLIENT", (command) -> text("OK"));
        on("CLIENT ID", (command) -> Answer.number(++clientId));
        on("INFO", (command) -> text(this.info));
        on("SCRIPT LOAD", ScriptedServer::loaded);
        on("COMMAND INFO", (command) -> Answer.list(List.of(Answer.nil(), Answer.nil(), Answer.nil())));
        on("TIME", (command) -> Answer.list(List.of(text("1795251216"), text("334417"))));
        on("PING", (command) -> text(command[1]));
        on("SET", (command) -> Answer.nil());
        on("GET", (command) -> Answer.nil());
        on("DEL", (command) -> Answer.number(0));
        on("PTTL", (command) -> Answer.number(-2));
        on("PEXPIRE", (command) -> Answer.number(0));
        on("EVALSHA", (command) -> Answer.number(0));
        answers.put("EVAL ", (command) -> Answer.number(0));
    }

    /**
     * A server whose INFO was captured in the resource {@code name.txt}.
     */
    static ScriptedServer captured(final String name)
    {
        try (InputStream in = ScriptedServer.class.getResourceAsStream(name + ".txt"))
        {
            return new ScriptedServer(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        catch (final IOException ex)
        {
            throw new AssertionError(ex);
        }
    }

    /**
     * Another answer to all commands that start so.
     */
    ScriptedServer on(final String start, final Function<String[], Answer> answer)
    {
        answers.keySet().removeIf((known) -> known.startsWith(start));
        answers.put(start, answer);
        return this;
    }

    ScriptedServer failing(final String start, final String error)
    {
        return on(start, (command) -> Answer.error(error));
    }

    /**
     * A server from before 6.0.
     */
    ScriptedServer withoutHello()
    {
        return on("HELLO", (command) -> Answer.error(
            "ERR unknown command `HELLO`, with args beginning with: " +
            Stream.of(command).skip(1).map((word) -> "`" + word + "`, ").collect(Collectors.joining())));
    }

    /**
     * Another value in INFO.
     */
    ScriptedServer with(final String name, final String value)
    {
        info = info.replaceAll("(?m)^" + name + ":.*$", name + ":" + value);
        if (!info.contains(name + ":" + value))
        {
            throw new AssertionError("no " + name + " in the captured INFO");
        }
        return this;
    }

    /**
     * Another line in INFO.
     */
    ScriptedServer withLine(final String line)
    {
        info += line + "\n";
        return this;
    }

    ScriptedServer without(final String name)
    {
        info = info.replaceAll("(?m)^" + name + ":.*\n", "");
        return this;
    }

    /**
     * Another process, with a data set of its own.
     */
    ScriptedServer as(final String digit)
    {
        return with("run_id", digit.repeat(40)).with("master_replid", (digit + "f").repeat(20));
    }

    /**
     * As after a start without a snapshot: that from which its INFO was captured had been a replica.
     */
    ScriptedServer plain()
    {
        return with("master_replid2", "0".repeat(40)).with("second_repl_offset", "-1");
    }

    /**
     * Its counter of clients starts over.
     */
    ScriptedServer restoredToClientId(final long id)
    {
        clientId = id;
        return this;
    }

    /**
     * Carries a whole dialogue as a transport does.
     *
     * @return the refusal, or null.
     */
    String converse(final Dialogue dialogue)
    {
        asked.clear();
        for (byte[][] command = dialogue.next(); command != null; command = dialogue.next())
        {
            answer(dialogue, command);
        }

        return dialogue.refusal();
    }

    void answer(final Dialogue dialogue, final byte[][] command)
    {
        final String[] words = Stream.of(command)
            .map((word) -> new String(word, StandardCharsets.UTF_8)).toArray(String[]::new);
        final String line = String.join(" ", words);
        asked.add(line);
        if (asked.size() > 100)
        {
            throw new AssertionError("the dialogue does not end: " + asked);
        }

        dialogue.onAnswer(answers.descendingMap().entrySet().stream()
            .filter((entry) -> line.startsWith(entry.getKey()))
            .findFirst().orElseThrow(() -> new AssertionError("not expected: " + line))
            .getValue().apply(words));
    }

    /**
     * The commands of the latest dialogue, each shortened to its first words.
     */
    List<String> asked()
    {
        return asked.stream().map((line) -> line.lines().findFirst().orElse("")).toList();
    }

    static Answer loaded(final String[] command)
    {
        return text(Script.of("", command[2]).sha1());
    }

    static Answer text(final String text)
    {
        return Answer.text(text.getBytes(StandardCharsets.UTF_8));
    }

    private Answer greeting()
    {
        return Answer.list(List.of(
            text("server"), text("redis"),
            text("version"), text("7.0.15"),
            text("proto"), Answer.number(3),
            text("id"), Answer.number(++clientId),
            text("mode"), text("standalone"),
            text("role"), text("master"), text("modules"), Answer.list(List.of())));
    }
}
