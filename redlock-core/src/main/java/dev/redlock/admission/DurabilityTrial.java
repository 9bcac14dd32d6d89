// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.util.List;

import dev.redlock.spi.Answer;
import dev.redlock.spi.ErrorCode;

/**
 * Tries whether a node can confirm that votes are durable. On a connection that has written nothing the
 * question is answered at once; should it not be, it blocks this dialogue for a millisecond. Whether a node
 * confirms too early takes up to fifty more.
 */
final class DurabilityTrial
{
    private static final String CANNOT = "cannot confirm that its votes are durable: ";
    private static final String REMEDY = ", or leave out durable votes";
    private static final String EARLY =
        "it confirms writes before they are on its disk (WAITAOF with appendfsync everysec)";

    private final Introduction introduction;
    private final Wish wish;

    DurabilityTrial(final Introduction introduction, final Wish wish)
    {
        this.introduction = introduction;
        this.wish = wish;
    }

    void ask()
    {
        introduction.ask(wish.isOnDisk() ?
            Step.ask((answer) -> judge(new Lack("WAITAOF", "+waitaof", "7.2", answer)),
                "WAITAOF", "1", "0", "1") :
            Step.ask((answer) -> judge(Lack.of("WAIT", answer)), "WAIT", "0", "1"));
        introduction.ask(Step.ask(this::onBarrier, "SET", wish.barrier, "1", "PX", "1000"));
        if (wish.isOnDisk())
        {
            introduction.ask(Step.inquire(this::onSync, "CONFIG", "GET", "appendfsync"));
        }
    }

    private void judge(final Lack lack)
    {
        final NodeFacts facts = introduction.facts();
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

    private void onBarrier(final Answer answer)
    {
        if (answer.errorCode() == ErrorCode.NOPERM)
        {
            introduction.refuse(Refusal.configuration("does not let its user write " +
                ServerWords.quoted(wish.barrier) + " (NOPERM), which durable votes need: allow it (ACL: " +
                "~prefix*)" + REMEDY));
        }
    }

    /*
     * INFO does not say it. Where nobody may ask, a node that seems to confirm too early votes with a
     * warning, and one that never confirms is found out by its votes.
     */
    private void onSync(final Answer answer)
    {
        final List<Answer> setting = answer.elements();
        final String value = setting.size() == 2 ? setting.get(1).text() : "";
        switch (value)
        {
            case "always":
                break;

            case "no":
                introduction.refuse(Refusal.configuration(CANNOT + "it leaves it to its system when to " +
                    "write its append-only file (appendfsync no); set appendfsync everysec, or always, " +
                    "there" + REMEDY));
                break;

            case "everysec":
                new SyncTrial(introduction, wish.barrier, () -> introduction.refuse(Refusal.configuration(
                    CANNOT + EARLY + "; set appendfsync always there, or use a server without this error" +
                    REMEDY))).ask();
                break;

            default:
                new SyncTrial(introduction, wish.barrier, () -> introduction.facts().warn(
                    "does not say its appendfsync (" + ServerWords.quoted(answer.text()) +
                    "): if that is not always, " + EARLY + ", and durable votes are not; set it to always; " +
                    "or " + new Lack("CONFIG GET", "+config|get", null, answer)
                    .remedy(introduction.facts()))).ask();
                break;
        }
    }

    /**
     * What a node must be able to do.
     *
     * @param barrier  key that is written to ask for it.
     * @param replicas that votes are to be on; 0 for the node's own disk instead.
     * @param isForAll whether all locks of the client ask for it, unless they say otherwise.
     */
    record Wish(String barrier, int replicas, boolean isForAll)
    {
        boolean isOnDisk()
        {
            return replicas == 0;
        }
    }
}
