// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.util.ArrayDeque;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Dialogue;

/**
 * The dialogue of one connection: a queue of questions, what the answers showed, and the verdict.
 */
final class Introduction implements Dialogue
{
    private final ArrayDeque<Step> steps = new ArrayDeque<>();
    private final Findings findings = new Findings();
    private final Bench bench;
    private final int nodeIndex;
    private final String node;
    private final Login login;
    private Step asked;
    private Refusal refusal;
    private boolean isOver;

    Introduction(final Bench bench, final int nodeIndex, final String node, final Login login)
    {
        this.bench = bench;
        this.nodeIndex = nodeIndex;
        this.node = node;
        this.login = login;
    }

    @Override
    public byte[][] next()
    {
        if (refusal != null || isOver)
        {
            return null;
        }

        asked = steps.poll();
        if (asked == null)
        {
            isOver = true;
            refuse(bench.admit(nodeIndex, findings, login));

            return null;
        }

        return asked.command();
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
        step.onAnswer().accept(answer);
    }

    @Override
    public String refusal()
    {
        return refusal == null ? null : refusal.message();
    }

    String node()
    {
        return node;
    }

    Login login()
    {
        return login;
    }

    Findings findings()
    {
        return findings;
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
     * Who the node is, is known as far as it will ever be.
     */
    void identify()
    {
        refuse(bench.identify(nodeIndex, findings));
    }

    /**
     * Turns the node away if an error concerns the connection as a whole.
     *
     * @return whether it does.
     */
    boolean refuseIfTroubled(final Answer answer)
    {
        final Refusal trouble = Trouble.of(answer, node, login);
        refuse(trouble);

        return trouble != null;
    }

    /**
     * Turns the node away; the first reason stands. Null is no reason.
     */
    void refuse(final Refusal reason)
    {
        if (refusal == null && reason != null)
        {
            refusal = reason;
            bench.refuse(nodeIndex, reason);
        }
    }
}
