// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

import dev.redlock.spi.Answer;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.ReleaseMethod;
import dev.redlock.spi.Script;

/**
 * Tries the commands that locks need, on a key that nobody has: it writes and deletes nothing. A node that
 * grants locks but may not release them would keep every key for its time to live.
 */
final class Trials
{
    /*
     * Servers check rights first. The scripts stop where the key does not hold the token, so their later
     * commands are tried separately. A missing right to this key says little about the keys of locks, so it
     * is no reason to refuse the node.
     */
    private static final List<List<String>> COMMANDS = List.of(
        List.of("SET", "x", "XX", "PX", "1"),
        List.of("GET"), List.of("DEL"), List.of("PTTL"), List.of("PEXPIRE", "1"));
    private static final String VALUE = "x";

    private final Introduction introduction;
    private final List<Script> scripts;
    private final byte[] key;

    Trials(final Introduction introduction, final List<Script> scripts, final byte[] key)
    {
        this.introduction = introduction;
        this.scripts = scripts;
        this.key = key;
    }

    void ask()
    {
        for (final List<String> command : COMMANDS)
        {
            final String name = command.get(0);
            final List<String> arguments = command.subList(1, command.size());
            introduction.ask(trial(
                List.of(name), arguments, (answer) -> judge(answer, "+" + name.toLowerCase(Locale.ROOT))));
        }
        for (final Script script : scripts)
        {
            introduction.ask(trial(List.of("EVALSHA", script.sha1(), "1"), List.of(VALUE, "1"),
                (answer) -> onScriptByHash(script, answer)));
        }
    }

    /**
     * Tries the native command; if it is refused, the script is used.
     */
    void askNative(final ReleaseMethod command)
    {
        final List<String> arguments =
            command == ReleaseMethod.DELEX ? List.of("IFEQ", VALUE) : List.of(VALUE);
        introduction.ask(trial(List.of(command.name()), arguments, (answer) ->
        {
            if (answer.isError() && !isAboutKey(answer.text()))
            {
                introduction.facts().releaseMethod = ReleaseMethod.SCRIPT;
            }
        }));
    }

    private void onScriptByHash(final Script script, final Answer answer)
    {
        final ErrorCode error = answer.errorCode();
        if (error == ErrorCode.NOSCRIPT || error == ErrorCode.NOPERM && !isAboutKey(answer.text()))
        {
            introduction.askFirst(trial(List.of("EVAL", script.text(), "1"), List.of(VALUE, "1"),
                (text) -> onScriptAsText(error, text)));
        }
        else
        {
            judge(answer, "+evalsha");
        }
    }

    private void onScriptAsText(final ErrorCode byHash, final Answer answer)
    {
        judge(answer, byHash == ErrorCode.NOSCRIPT ? "+eval, or +script|load" : "+evalsha +eval");
        if (byHash == ErrorCode.NOPERM && !answer.isError())
        {
            introduction.facts().releaseMethod = ReleaseMethod.TEXT;
            introduction.facts().warn("scripts may not be called by their hash (NOPERM) and are sent whole " +
                "each time; allow EVALSHA to its user (ACL: +evalsha)");
        }
    }

    private void judge(final Answer answer, final String rights)
    {
        if (answer.errorCode() != ErrorCode.NOPERM)
        {
            return;
        }

        final String words = ServerWords.quoted(answer.text());
        if (isAboutKey(answer.text()))
        {
            introduction.facts().warn("its user may not touch a key such as " +
                ServerWords.quoted(new String(key, StandardCharsets.UTF_8)) + " (NOPERM): locks with such " +
                "names get no vote there; allow them to its user (ACL: ~prefix*)");
        }
        else
        {
            introduction.refuse(Refusal.configuration("does not let its user do what locks need (" + words +
                "): allow it (ACL: " + rights + ")"));
        }
    }

    /*
     * Redis 6.2 and 7.0: "… to access one of the keys used as arguments"; later, and Valkey: "… access a
     * key"; inside a script: "… can't access at least one of the keys mentioned in the command". About a
     * command they say "to run".
     */
    private static boolean isAboutKey(final String text)
    {
        final String lower = text.toLowerCase(Locale.ROOT);

        return lower.contains("access") && lower.contains("key");
    }

    private Step trial(final List<String> before, final List<String> after, final Consumer<Answer> onAnswer)
    {
        final byte[][] command = new byte[before.size() + 1 + after.size()][];
        for (int i = 0; i < command.length; i++)
        {
            command[i] = i < before.size() ? before.get(i).getBytes(StandardCharsets.UTF_8) :
                i == before.size() ? key :
                after.get(i - before.size() - 1).getBytes(StandardCharsets.UTF_8);
        }

        return new Step(command, true, onAnswer);
    }
}
