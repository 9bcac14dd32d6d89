// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.redlock.admission.info.InfoText;
import dev.redlock.admission.info.ServerWords;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.spi.Answer;
import dev.redlock.spi.Script;

/**
 * What a node must show before it may vote: its identity, our scripts, its other abilities.
 */
final class VoterSteps
{
    private static final List<ReleaseMethod> NATIVE =
        List.of(ReleaseMethod.DELIFEQ, ReleaseMethod.DELEX, ReleaseMethod.CAD);

    private static final String NO_LINE =
        "whoever waits for a lock tries again instead of waiting in line";

    private final Introduction introduction;
    private final List<Script> scripts;
    private final Trials trials;
    private final boolean isTimeNeeded;
    private final boolean areKeysKept;
    private final boolean areVotesOnDisk;
    private final byte[] channel;

    /**
     * @param channel to subscribe to, if the node can; null for none.
     */
    VoterSteps(final Introduction introduction, final List<Script> scripts, final Trials trials,
        final boolean areKeysKept, final boolean areVotesOnDisk, final byte[] channel)
    {
        this.channel = channel;
        this.areKeysKept = areKeysKept;
        this.areVotesOnDisk = areVotesOnDisk;
        this.introduction = introduction;
        this.scripts = scripts;
        isTimeNeeded = scripts.stream().anyMatch((script) -> script.name().endsWith("acquire"));
        this.trials = trials;
    }

    /*
     * INFO without a section works everywhere; servers before 7.0 take one section at most. Votes that count
     * only once they are on the disk outlast a restart with any settings: no need to ask for these.
     */
    void ask()
    {
        introduction.ask(Step.ask(this::onInfo, "INFO"));
        for (final Script script : scripts)
        {
            introduction.ask(new ScriptLoad(introduction, script).step());
        }
        if (trials != null)
        {
            trials.ask();
        }
        introduction.ask(Step.ask(this::onCommands, "COMMAND", "INFO", "DELIFEQ", "DELEX", "CAD"));
        introduction.ask(Step.ask(this::onTime, "TIME"));
        if (areKeysKept)
        {
            introduction.facts().keepKeys();
        }
        if (areKeysKept && !areVotesOnDisk)
        {
            introduction.ask(Step.inquire(this::onFiles, "CONFIG", "GET", "append*"));
            introduction.ask(Step.inquire(this::onFiles, "CONFIG", "GET", "no-appendfsync-on-rewrite"));
        }
    }

    private void onInfo(final Answer answer)
    {
        final NodeFacts facts = introduction.facts();
        if (!answer.isError())
        {
            facts.info = new InfoText(answer.text());
        }
        if (answer.isError() ? !Lack.isLasting(answer) : facts.info.isEmpty())
        {
            // It would count as restarted when it comes back, and a lease would lose its vote.
            introduction.refuse(Lack.of("INFO", answer).refusal(facts, "locks need"));
        }
        else if (!facts.isIdentified())
        {
            final String why = answer.isError() ? ServerWords.quoted(answer.text()) : "no run_id";
            facts.warn("the node does not say which process it is (INFO: " + why + "), so a second address " +
                "of the same process stays unnoticed, and every new connection counts as a restart: " +
                (answer.isError() ? Lack.of("INFO", answer).remedy(facts) : NodeFacts.NAME_IT));
        }
        introduction.identify();
        if (channel != null && facts.isGreetedInResp3)
        {
            // Behind all others: by now it is known that messages can be told from answers here.
            introduction.ask(new Step(
                new byte[][]{"SUBSCRIBE".getBytes(StandardCharsets.US_ASCII), channel}, false,
                this::onSubscribed));
        }
        else if (channel != null)
        {
            facts.warn("the node does not speak RESP3, so it tells no messages, and " + NO_LINE +
                ": use Redis 6 or newer, or Valkey, and connect to it directly");
        }
    }

    private void onSubscribed(final Answer answer)
    {
        final NodeFacts facts = introduction.facts();
        facts.doesWake = !answer.isError();
        if (answer.isError())
        {
            facts.warn("the node does not let this client hear its messages (SUBSCRIBE: " +
                ServerWords.quoted(answer.text()) + "), so " + NO_LINE + ": " +
                new Lack("SUBSCRIBE", "+subscribe &<key prefix>mail:*", null, answer).remedy(facts));
        }
    }

    private void onCommands(final Answer answer)
    {
        if (introduction.facts().releaseMethod == ReleaseMethod.TEXT)
        {
            // All scripts go as text then, which a native command for releases would hide.
            return;
        }

        for (final ReleaseMethod command : NATIVE)
        {
            if (answer.elements().stream().anyMatch((description) -> isOf(command, description)))
            {
                introduction.facts().releaseMethod = command;
                if (trials != null)
                {
                    trials.askNative(command);
                }
                return;
            }
        }
    }

    private static boolean isOf(final ReleaseMethod command, final Answer description)
    {
        final List<Answer> parts = description.elements();

        return !parts.isEmpty() && command.name().equalsIgnoreCase(parts.get(0).text());
    }

    private void onFiles(final Answer answer)
    {
        if (!answer.isError())
        {
            Warnings.ofFiles(introduction.facts(), answer.elements());
        }
        else
        {
            introduction.facts().warn("does not say whether it keeps its keys when it restarts (" +
                ServerWords.quoted(answer.text()) + "), as assumeNodesKeepKeys() says: see appendonly, " +
                "appendfsync and no-appendfsync-on-rewrite there, give all locks of all clients durable " +
                "votes; or " +
                new Lack("CONFIG GET", "+config|get", null, answer).remedy(introduction.facts()));
        }
    }

    private void onTime(final Answer answer)
    {
        if (answer.elements().size() == 2)
        {
            return;
        }

        final NodeFacts facts = introduction.facts();
        final Lack lack = Lack.of("TIME", answer);
        final String what = "does not tell its time (" + lack.said(facts) + "), ";
        if (isTimeNeeded)
        {
            introduction.refuse(Refusal.configuration(
                what + "which every lock of this client needs: " + lack.remedy(facts)));
        }
        facts.tellsNoTime = Lack.isLasting(answer);
        facts.warn("the node " + what + "so its clock is not watched, and it grants no fenced lock: " +
            lack.remedy(facts));
    }
}
