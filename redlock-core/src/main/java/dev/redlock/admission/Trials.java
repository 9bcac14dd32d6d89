// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

import dev.redlock.admission.info.ServerWords;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Answer;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Script;

/**
 * Tries the commands that locks need, on a key that nobody has: it writes and deletes nothing. A node that
 * grants locks but does not release them would keep every key for its time to live. What is not the answer
 * that a missing key must have is a reason to refuse the node.
 */
final class Trials
{
    static final String PURPOSE = "locks need";

    private static final String VALUE = "x";

    /*
     * Servers check rights first. The scripts stop where the key does not hold the token, so their later
     * commands are tried separately. A missing right to this key says little about the keys of locks, so it
     * is no reason to refuse the node.
     */
    private static final List<Trial> COMMANDS = List.of(
        new Trial(VoteTrial.COMMAND, VoteTrial.ARGUMENTS, Trials::isNil),
        new Trial("GET", List.of(), Trials::isNil),
        new Trial("DEL", List.of(), Trials::isNone),
        new Trial("PTTL", List.of(), Trials::isNone),
        new Trial("PEXPIRE", List.of("1"), Trials::isNone));

    private final Introduction introduction;
    private final List<Script> scripts;
    private final byte[] key;

    /*
     * The answer of a node that takes no script as text; null if it does.
     */
    private Answer withoutText;

    Trials(final Introduction introduction, final List<Script> scripts, final byte[] key)
    {
        this.introduction = introduction;
        this.scripts = scripts;
        this.key = key;
    }

    void ask()
    {
        introduction.ask(trial(List.of("PING"), List.of(), this::onPing));
        for (final Trial trial : COMMANDS)
        {
            introduction.ask(trial(List.of(trial.command), trial.arguments,
                (answer) -> judge(answer, trial.isExpected, Lack.of(trial.command, answer))));
        }
        introduction.ask(eval(Scripts.release(), this::onText));
        for (final Script script : scripts)
        {
            // It would write.
            if (script != Scripts.acquire())
            {
                introduction.ask(trial(List.of("EVALSHA", script.sha1(), "1"), List.of(VALUE, "1"),
                    (answer) -> onScriptByHash(script, answer)));
            }
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
            if (!isNone(answer) && !Lack.isAboutKey(answer))
            {
                introduction.facts().releaseMethod = ReleaseMethod.SCRIPT;
            }
        }));
    }

    private void onPing(final Answer answer)
    {
        if (Lack.isLasting(answer))
        {
            final Lack lack = Lack.of("PING", answer);
            introduction.facts().warn("does not answer PING (" + lack.said(introduction.facts()) + "), so " +
                "answers that are given to other questions of the same kind stay unnoticed: " +
                lack.remedy(introduction.facts()));
        }
    }

    /*
     * Without EVAL all scripts are loaded at once, those of fenced locks too, and again on a new connection
     * when they have gone.
     */
    private void onText(final Answer answer)
    {
        if (!Lack.isLasting(answer) || Lack.isAboutKey(answer))
        {
            judge(answer, Trials::isNone, Lack.of("EVAL", answer));
        }
        else if (introduction.facts().takesNoScripts)
        {
            refuse(new Lack("EVAL", "+eval, or +script|load", null, answer));
        }
        else
        {
            withoutText = answer;
            introduction.facts().takesNoText = true;
            Scripts.all().stream().filter((script) -> !scripts.contains(script))
                .forEach((script) -> introduction.askFirst(new ScriptLoad(introduction, script).step()));
        }
    }

    private void onScriptByHash(final Script script, final Answer answer)
    {
        final boolean isMissing = answer.errorCode() == ErrorCode.NOSCRIPT;
        if (!isMissing && (!Lack.isLasting(answer) || Lack.isAboutKey(answer)))
        {
            judge(answer, Trials::isNone, Lack.of("EVALSHA", answer));
        }
        else if (withoutText != null)
        {
            refuse(new Lack("EVALSHA and EVAL", "+evalsha +eval", null, answer));
        }
        else if (isMissing)
        {
            introduction.askFirst(
                eval(script, (text) -> judge(text, Trials::isNone, Lack.of("EVAL", text))));
        }
        else
        {
            final Lack lack = Lack.of("EVALSHA", answer);
            introduction.facts().releaseMethod = ReleaseMethod.TEXT;
            introduction.facts().warn("scripts may not be called by their hash, with EVALSHA (" +
                lack.said(introduction.facts()) + "), and are sent whole each time: " +
                lack.remedy(introduction.facts()));
        }
    }

    private void judge(final Answer answer, final Predicate<Answer> isExpected, final Lack lack)
    {
        if (Lack.isAboutKey(answer))
        {
            introduction.facts().warn("its user may not touch a key such as " +
                ServerWords.quoted(new String(key, StandardCharsets.UTF_8)) + " (NOPERM): locks with such " +
                "names get no vote there; allow them to its user (ACL: ~prefix*)");
        }
        else if (!isExpected.test(answer) && !Lack.isPassing(answer))
        {
            refuse(lack);
        }
    }

    private void refuse(final Lack lack)
    {
        introduction.refuse(lack.refusal(introduction.facts(), PURPOSE));
    }

    private static boolean isNil(final Answer answer)
    {
        return answer.kind() == Answer.Kind.NIL;
    }

    /*
     * Nothing deleted, no time to live, another marker: one number, or the first of several.
     */
    private static boolean isNone(final Answer answer)
    {
        final Answer first = answer.elements().isEmpty() ? answer : answer.elements().get(0);

        return first.kind() == Answer.Kind.NUMBER && first.number() <= 0;
    }

    private Step eval(final Script script, final Consumer<Answer> onAnswer)
    {
        return trial(List.of("EVAL", script.text(), "1"), List.of(VALUE, "1"), onAnswer);
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

    /**
     * A command on a missing key.
     *
     * @param arguments  behind the key.
     * @param isExpected whether an answer says that there is no such key.
     */
    private record Trial(String command, List<String> arguments, Predicate<Answer> isExpected)
    {
    }
}
