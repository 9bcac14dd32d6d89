// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.util.List;
import java.util.function.Consumer;

import dev.redlock.admission.info.InfoText;
import dev.redlock.admission.info.ServerWords;
import dev.redlock.spi.Answer;

/**
 * Tries whether a node can confirm that votes are durable. On a connection that has written nothing the
 * question is answered at once; should it not be, it blocks this dialogue for a millisecond. Whether a node
 * confirms too early takes up to fifty more.
 * <p>
 * A node that cannot be tried now may vote, as a grant that nobody needs durable is worth what it always was.
 * It is tried again on its second connection, and confirms nothing before.
 */
final class DurabilityTrial
{
    private static final String CANNOT = "cannot confirm that its votes are durable: ";
    private static final String REMEDY = ", or leave out durable votes";
    private static final String EARLY =
        "it confirms writes before they are on its disk (WAITAOF with appendfsync everysec)";

    private final Introduction introduction;
    private final NodeFacts facts;
    private final Wish wish;

    /**
     * @param facts that the node has told on its first connection.
     */
    DurabilityTrial(final Introduction introduction, final NodeFacts facts, final Wish wish)
    {
        this.introduction = introduction;
        this.facts = facts;
        this.wish = wish;
    }

    void ask()
    {
        introduction.ask(wish.isOnDisk() ?
            Step.ask((answer) -> judge(new Lack("WAITAOF", "+waitaof", "7.2", answer)),
                "WAITAOF", "1", "0", "1") :
            Step.ask((answer) -> judge(Lack.of("WAIT", answer)), "WAIT", "0", "1"));
        introduction.ask(Step.ask((answer) -> judgeRight(Lack.of("SET", answer)), wish.barrierAnew()));
        introduction.ask(Step.ask((answer) -> judgeRight(Lack.of("PEXPIRE", answer)), wish.barrier()));
        facts.mayConfirm = !wish.isOnDisk();
        if (wish.isOnDisk())
        {
            askForSync((answer) -> {});
        }
    }

    /**
     * On the second connection of a node that could not be tried on its first.
     */
    void askAgain()
    {
        introduction.ask(Step.inquire((answer) -> {}, wish.barrierAnew()));
        askForSync((answer) -> introduction.refuse(Refusal.temporary("cannot be tried whether it waits for " +
            "its disk before it confirms a write (" + Lack.of("PEXPIRE", answer).said(facts) + "); it will " +
            "be tried again. See to it that it takes writes")));
    }

    private void askForSync(final Consumer<Answer> onUntried)
    {
        introduction.ask(
            Step.inquire((answer) -> onSync(answer, onUntried), "CONFIG", "GET", "appendfsync"));
    }

    private void judge(final Lack lack)
    {
        if (!facts.isIdentified())
        {
            introduction.refuse(Refusal.configuration("does not say which process it is, so nobody knows " +
                "whose votes it confirms: " + (facts.info == InfoText.NOTHING ?
                "allow INFO to its user (ACL: +info)" : NodeFacts.NAME_IT) + REMEDY));
        }
        final boolean isAnswered = wish.isOnDisk() ? lack.answer().elements().size() == 2 :
            lack.answer().kind() == Answer.Kind.NUMBER;
        if (isAnswered)
        {
            Warnings.ofReplicas(facts, wish.replicas);

            return;
        }

        final String said = " (" + lack.said(facts) + "); ";
        introduction.refuse(Refusal.configuration(CANNOT + switch (lack.answer().errorCode())
        {
            case NOPERM -> "it does not let its user run " + lack.command() + said + lack.remedy(facts);
            case UNKNOWN_COMMAND -> "it does not know " + lack.command() + said + lack.remedy(facts);
            default -> "it keeps no append-only file" + said + "set appendonly yes there";
        } + REMEDY));
    }

    private void judgeRight(final Lack lack)
    {
        if (Lack.isAboutKey(lack.answer()))
        {
            introduction.refuse(Refusal.configuration("does not let its user write " +
                ServerWords.quoted(wish.key()) + " (NOPERM), which durable votes need: allow it (ACL: " +
                "~prefix*)" + REMEDY));
        }
        else if (Lack.isLasting(lack.answer()))
        {
            introduction.refuse(lack.refusal(facts, "durable votes need"));
        }
    }

    /*
     * INFO does not say it. Where nobody may ask, a node that seems to confirm too early votes with a
     * warning, and one that never confirms is found out by its votes.
     */
    private void onSync(final Answer answer, final Consumer<Answer> onUntried)
    {
        final List<Answer> setting = answer.elements();
        final String value = setting.size() == 2 ? setting.get(1).text() : "";
        switch (value)
        {
            case "always":
                facts.mayConfirm = true;
                break;

            case "no":
                introduction.refuse(Refusal.configuration(CANNOT + "it leaves it to its system when to " +
                    "write its append-only file (appendfsync no); set appendfsync everysec, or always, " +
                    "there" + REMEDY));
                break;

            case "everysec":
                trySync(onUntried, () -> introduction.refuse(Refusal.configuration(CANNOT + EARLY +
                    "; set appendfsync always there, or use a server without this error" + REMEDY)));
                break;

            default:
                trySync(onUntried, () ->
                {
                    facts.mayConfirm = true;
                    facts.warn("does not say its appendfsync (" + ServerWords.quoted(answer.text()) +
                        "): if that is not always, " + EARLY + ", and durable votes are not; set it to " +
                        "always; or " + new Lack("CONFIG GET", "+config|get", null, answer).remedy(facts));
                });
                break;
        }
    }

    private void trySync(final Consumer<Answer> onUntried, final Runnable onEarly)
    {
        new SyncTrial(
            introduction, wish.barrier(), () -> facts.mayConfirm = true, onEarly, onUntried).ask();
    }

    /**
     * What a node must be able to do.
     *
     * @param barrier     the command that is sent before the question: the name, then the key.
     * @param barrierAnew the same where its key is missing.
     * @param replicas    that votes are to be on; 0 for the node's own disk instead.
     * @param isForAll    whether all locks of the client ask for it, unless they say otherwise.
     */
    record Wish(String[] barrier, String[] barrierAnew, int replicas, boolean isForAll)
    {
        String key()
        {
            return barrier[1];
        }

        boolean isOnDisk()
        {
            return replicas == 0;
        }
    }
}
