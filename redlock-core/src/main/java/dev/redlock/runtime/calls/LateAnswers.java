// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

/**
 * Answers for which there was no memory when they came: they are given again and again until there is.
 */
public final class LateAnswers
{
    /*
     * Each try of the JVM to find memory costs it a collection.
     */
    private static final long PAUSE_NS = 10_000_000;

    private volatile Answer first;
    private volatile long triedNs;

    /**
     * None is owed.
     *
     * @param nowNs by the clock of those who try: it may begin anywhere, below zero too.
     */
    public LateAnswers(final long nowNs)
    {
        triedNs = nowNs;
    }

    /**
     * Any thread: one is owed. Takes no memory.
     *
     * @param answer that is in no list.
     */
    public synchronized void add(final Answer answer)
    {
        answer.next = first;
        first = answer;
    }

    private synchronized Answer takeAll()
    {
        final Answer all = first;
        first = null;

        return all;
    }

    /**
     * Any thread: whether some are owed.
     */
    public boolean areOwed()
    {
        return first != null;
    }

    /**
     * How long to sleep at the most.
     *
     * @param sleepNs if none were owed, in nanoseconds.
     */
    public long atMost(final long sleepNs)
    {
        return first == null ? sleepNs : Math.min(sleepNs, PAUSE_NS);
    }

    /**
     * Engine thread, and any after its end: tries again, but not too often.
     */
    public void giveIfDue(final long nowNs)
    {
        if (first != null && nowNs - triedNs >= PAUSE_NS)
        {
            triedNs = nowNs;
            giveAll();
        }
    }

    /**
     * The same: tries again. Those for which there is no memory stay owed.
     */
    public void giveAll()
    {
        Answer answer = takeAll();
        while (answer != null)
        {
            final Answer next = answer.next;
            answer.next = null;
            if (!answer.tryGive())
            {
                add(answer);
            }
            answer = next;
        }
    }

    /**
     * One of them, as a link of the chain.
     */
    public abstract static class Answer
    {
        private Answer next;

        /**
         * Gives the answer.
         *
         * @return false if there is no memory for it.
         */
        protected abstract boolean tryGive();
    }
}
