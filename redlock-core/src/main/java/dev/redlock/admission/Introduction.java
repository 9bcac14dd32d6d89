// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.util.ArrayDeque;

import dev.redlock.admission.login.Login;
import dev.redlock.spi.Answer;
import dev.redlock.spi.Dialogue;
import dev.redlock.text.Printable;

/**
 * The dialogue of one connection: a queue of questions, the facts that the answers showed, and the verdict.
 */
final class Introduction implements Dialogue
{
    private final ArrayDeque<Step> steps = new ArrayDeque<>();
    private final NodeFacts facts = new NodeFacts();
    private final Seats seats;
    private final int nodeIndex;
    private final Login login;
    private Step asked;
    private Refusal refusal;
    private boolean isOver;
    private int answers;

    Introduction(final Seats seats, final int nodeIndex, final Login login)
    {
        this.seats = seats;
        this.nodeIndex = nodeIndex;
        this.login = login;
    }

    /*
     * Two dialogues may have run side by side, so check the other seats again at the end.
     */
    @Override
    public byte[][] next()
    {
        assert asked == null : "the answer to " + asked + " is not in yet: call onAnswer() before next()";

        if (refusal == null && !isOver)
        {
            asked = steps.poll();
            if (asked != null)
            {
                return asked.command();
            }
            isOver = true;
            contained("what it has answered", this::conclude);
        }

        return null;
    }

    private void conclude()
    {
        refuse(seats.duplicate(nodeIndex, facts));
        refuse(seats.foreigner(nodeIndex, facts));
        if (refusal == null)
        {
            seats.admit(nodeIndex, facts, login);
        }
    }

    /*
     * Whatever a node says may end its own connection, and no other. Nothing here belongs to more than this
     * connection, so even a machine error is contained.
     */
    private void contained(final String what, final Runnable judgement)
    {
        try
        {
            judgement.run();
        }
        catch (final Throwable ex)
        {
            refuse(Refusal.temporary("cannot be judged by " + what + " (" + Printable.of(ex) +
                "); it will be asked again. See what it answers, and report this"));
        }
    }

    @Override
    public void onAnswer(final Answer answer)
    {
        if (asked == null)
        {
            throw new IllegalStateException("an answer to nothing: call next(), send what it returns, then " +
                "answer");
        }

        final Step step = asked;
        asked = null;
        answers++;
        contained("its answer to " + step, () -> judge(step, answer));
    }

    private void judge(final Step step, final Answer answer)
    {
        if (step.needsNode() && answer.isError())
        {
            refuse(Eligibility.of(answer, login));
        }
        if (refusal == null)
        {
            step.onAnswer().accept(answer);
        }
    }

    @Override
    public String refusal()
    {
        return refusal == null ? null : "node " + seats.display(nodeIndex) + " " + refusal.why();
    }

    /**
     * How far it has come; null if nothing was answered.
     */
    String progress()
    {
        return answers == 0 ? null :
            answers + " of " + (answers + steps.size() + (asked == null ? 0 : 1)) + " questions";
    }

    Login login()
    {
        return login;
    }

    NodeFacts facts()
    {
        return facts;
    }

    void ask(final Step step)
    {
        steps.addLast(step);
    }

    void askFirst(final Step step)
    {
        steps.addFirst(step);
    }

    /**
     * Judges the node by its identity, which is now as complete as it gets. Of two reasons, prefer the one
     * that waiting cannot cure.
     */
    void identify()
    {
        seats.seat(nodeIndex).hear(facts);
        final Refusal reason = Eligibility.of(facts);
        if (reason == null || reason.kind() == RefusalKind.TEMPORARY)
        {
            refuse(seats.duplicate(nodeIndex, facts));
        }
        refuse(reason);
    }

    /**
     * Refuses the node; the first reason counts. Null is no reason.
     */
    void refuse(final Refusal reason)
    {
        if (refusal == null && reason != null)
        {
            refusal = reason;
            seats.seat(nodeIndex).refusalKind = reason.kind();
        }
    }
}
