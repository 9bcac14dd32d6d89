// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.driver;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.Transport;

/**
 * What must hold at every moment of every test: callbacks come one at a time, on the polling thread, inside
 * poll or close; a node goes from down over connected to up and down again; every accepted operation has one
 * answer, and has it before the end of its connection is told.
 * <p>
 * Records broken rules instead of throwing, as the transport calls it.
 */
public final class RuleBook
{
    private enum State
    {
        DOWN,
        CONNECTING,
        GREETING,
        UP
    }

    private final List<String> broken = new ArrayList<>();
    private final State[] states;
    private final boolean[] isDropped;
    private final List<Set<Object>> unanswered = new ArrayList<>();
    private Thread driver;
    private int depth;
    private boolean isInCallback;

    RuleBook(final int nodeCount)
    {
        states = new State[nodeCount];
        isDropped = new boolean[nodeCount];
        for (int i = 0; i < nodeCount; i++)
        {
            states[i] = State.DOWN;
            unanswered.add(new HashSet<>());
        }
    }

    List<String> broken()
    {
        return broken;
    }

    int nodeCount()
    {
        return states.length;
    }

    int unanswered(final int nodeIndex)
    {
        return unanswered.get(nodeIndex).size();
    }

    public boolean isUp(final int nodeIndex)
    {
        return states[nodeIndex] == State.UP;
    }

    /**
     * Callbacks may come from now on, on this thread.
     */
    void enterPoll()
    {
        driver = Thread.currentThread();
        depth++;
    }

    void leavePoll()
    {
        depth--;
    }

    void disconnect(final int nodeIndex)
    {
        isDropped[nodeIndex] = true;
    }

    public void connect(final int nodeIndex)
    {
        isDropped[nodeIndex] &= states[nodeIndex] != State.DOWN;
        if (states[nodeIndex] == State.DOWN)
        {
            states[nodeIndex] = State.CONNECTING;
        }
    }

    void offered(final int nodeIndex, final Object asker, final int result)
    {
        if (result == Transport.ACCEPTED)
        {
            if (states[nodeIndex] != State.UP)
            {
                note("node " + nodeIndex + " was not up and accepted an operation");
            }
            unanswered.get(nodeIndex).add(asker);
        }
        else if (result != Transport.BACK_PRESSURED && result != Transport.NOT_CONNECTED)
        {
            note("an offer was answered with " + result + ", which means nothing");
        }
    }

    void beginCallback(final String what)
    {
        if (depth == 0 || Thread.currentThread() != driver)
        {
            note(what + " came outside poll and close, or on another thread than theirs");
        }
        if (isInCallback)
        {
            note(what + " came in the middle of another callback");
        }
        isInCallback = true;
    }

    void endCallback()
    {
        isInCallback = false;
    }

    public void onConnected(final int nodeIndex)
    {
        move(nodeIndex, State.CONNECTING, State.GREETING, "onConnected");
    }

    /**
     * The same dialogue; checks when it is called, and that each question waits for the previous answer.
     */
    Dialogue watched(final Dialogue dialogue)
    {
        return new Dialogue()
        {
            private boolean isAsked;

            @Override
            public byte[][] next()
            {
                beginCallback("next of a dialogue");
                if (isAsked)
                {
                    note("the next question was taken before the answer to the one before");
                }
                try
                {
                    final byte[][] question = dialogue.next();
                    isAsked = question != null;

                    return question;
                }
                finally
                {
                    endCallback();
                }
            }

            @Override
            public void onAnswer(final Answer answer)
            {
                beginCallback("onAnswer of a dialogue");
                if (!isAsked)
                {
                    note("a dialogue was given an answer to nothing");
                }
                isAsked = false;
                try
                {
                    dialogue.onAnswer(answer);
                }
                finally
                {
                    endCallback();
                }
            }

            @Override
            public String refusal()
            {
                return dialogue.refusal();
            }
        };
    }

    public void onUp(final int nodeIndex)
    {
        move(nodeIndex, State.GREETING, State.UP, "onUp");
    }

    public void onAnswer(final int nodeIndex, final Object asker)
    {
        if (!unanswered.get(nodeIndex).remove(asker))
        {
            note("node " + nodeIndex + " answered what it was not asked, or answered it again: " + asker);
        }
    }

    void onMessage(final int nodeIndex)
    {
        if (isDropped[nodeIndex] || states[nodeIndex] != State.GREETING && states[nodeIndex] != State.UP)
        {
            note("node " + nodeIndex + " was " + states[nodeIndex] +
                (isDropped[nodeIndex] ? ", but dropped," : "") + " and told a message");
        }
    }

    public void onDown(final int nodeIndex)
    {
        if (states[nodeIndex] == State.DOWN)
        {
            note("onDown of node " + nodeIndex + " came without a connect, or again");
        }
        if (!unanswered.get(nodeIndex).isEmpty())
        {
            note("onDown of node " + nodeIndex + " came before " + unanswered.get(nodeIndex).size() +
                " answers");
            unanswered.get(nodeIndex).clear();
        }
        states[nodeIndex] = State.DOWN;
    }

    /**
     * The transport is closed: nothing may be left.
     */
    void onClosed()
    {
        for (int i = 0; i < states.length; i++)
        {
            if (states[i] != State.DOWN)
            {
                note("the transport is closed, and onDown of node " + i + " never came");
            }
            if (!unanswered.get(i).isEmpty())
            {
                note("the transport is closed, and node " + i + " never answered " +
                    unanswered.get(i).size() + " operations");
            }
        }
    }

    private void move(final int nodeIndex, final State from, final State to, final String what)
    {
        if (states[nodeIndex] != from)
        {
            note(what + " of node " + nodeIndex + " came while it was " + states[nodeIndex]);
        }
        states[nodeIndex] = to;
    }

    private void note(final String what)
    {
        broken.add(what);
    }
}
