// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.util.Locale;

import dev.redlock.admission.info.InfoText;
import dev.redlock.admission.info.ServerWords;
import dev.redlock.spi.Answer;
import dev.redlock.spi.ErrorCode;

/**
 * A command that a node does not do as it is needed, and what is behind it: its user's rights, another name
 * there, its version, or its state at the moment.
 *
 * @param command for people, such as {@code SCRIPT LOAD}.
 * @param right   that its user needs, as ACL SETUSER takes it.
 * @param since   the first version that has it; null if all do that we know of.
 * @param answer  that is not the expected one.
 */
public record Lack(String command, String right, String since, Answer answer)
{
    /**
     * A command that every version has which we know of.
     *
     * @param command its name.
     * @param answer  that is not the expected one.
     * @return the lack.
     */
    public static Lack of(final String command, final Answer answer)
    {
        return new Lack(command, "+" + command.toLowerCase(Locale.ROOT), null, answer);
    }

    /**
     * Whether it stays so until somebody changes something there.
     */
    static boolean isLasting(final Answer answer)
    {
        return answer.errorCode() == ErrorCode.NOPERM || answer.errorCode() == ErrorCode.UNKNOWN_COMMAND;
    }

    /**
     * A node that is short of memory or replicas, or cannot write its files, knows the command: it grants
     * nothing now, but lets go of what it has granted.
     */
    static boolean isPassing(final Answer answer)
    {
        return switch (answer.errorCode())
        {
            case OOM, MISCONF, NOREPLICAS -> true;
            default -> false;
        };
    }

    /*
     * Redis 6.2 and 7.0: "… to access one of the keys used as arguments"; later, and Valkey: "… access a
     * key"; inside a script: "… can't access at least one of the keys mentioned in the command". About a
     * command they say "to run".
     */
    static boolean isAboutKey(final Answer answer)
    {
        final String lower = answer.text().toLowerCase(Locale.ROOT);

        return answer.errorCode() == ErrorCode.NOPERM && lower.contains("access") && lower.contains("key");
    }

    /**
     * Why the node may not vote.
     *
     * @param purpose what the command is for: "locks need", and the like.
     */
    Refusal refusal(final NodeFacts facts, final String purpose)
    {
        return switch (answer.errorCode())
        {
            case NOPERM, UNKNOWN_COMMAND -> Refusal.configuration(
                (answer.errorCode() == ErrorCode.NOPERM ? "does not let its user run " : "does not know ") +
                command + ", which " + purpose + " (" + said(facts) + "): " + remedy(facts));
            default -> Refusal.temporary("does not answer " + command + " as " + purpose + " (" +
                said(facts) + "); will be asked again. See its log, and connect without what is in between");
        };
    }

    /**
     * What is to be done about it.
     */
    String remedy(final NodeFacts facts)
    {
        return answer.errorCode() == ErrorCode.UNKNOWN_COMMAND && since != null &&
            isOlder(facts.info.text("redis_version"), since) ?
            "use Redis " + since + " or newer, or Valkey" : remedy();
    }

    /**
     * What is to be done about it on a server that is new enough.
     *
     * @return for people, to follow a colon.
     */
    public String remedy()
    {
        if (!answer.isError())
        {
            return "connect to the node directly, or use a server that answers " + command + " as Redis does";
        }
        final boolean areSeveral = command.contains(" and ");
        if (answer.errorCode() != ErrorCode.UNKNOWN_COMMAND)
        {
            return "allow " + (areSeveral ? "them" : "it") + " (ACL: " + right + ")";
        }

        return areSeveral ?
            "they were renamed or disabled there (rename-command), or something in between keeps them " +
            "back; give them back their names, or connect to the node directly" :
            "it was renamed or disabled there (rename-command), or something in between keeps it back; " +
            "give it back its name, or connect to the node directly";
    }

    /**
     * Who said what; of another answer than an error only the kind, as it may be somebody's value.
     */
    String said(final NodeFacts facts)
    {
        final String valkey = facts.info.text("valkey_version");
        final String redis = facts.info.text("redis_version");
        final String who = valkey != null ? "Valkey " + ServerWords.plain(valkey) :
            redis != null ? "Redis " + ServerWords.plain(redis) : "the server";

        return who + " says " + (answer.isError() ? ServerWords.quoted(answer.text()) : answer.toString());
    }

    private static boolean isOlder(final String version, final String than)
    {
        if (version == null)
        {
            return true;
        }

        final String[] parts = version.split("\\.");
        final String[] needed = than.split("\\.");
        int i = 0;
        while (i < needed.length - 1 && i < parts.length && parts[i].equals(needed[i]))
        {
            i++;
        }

        return i == parts.length || InfoText.decimal(parts[i]) < InfoText.decimal(needed[i]);
    }
}
