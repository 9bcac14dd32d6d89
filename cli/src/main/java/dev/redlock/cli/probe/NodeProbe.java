// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import java.util.List;

import dev.redlock.admission.VoteTrial;
import dev.redlock.cli.common.Questions;
import dev.redlock.cli.common.Questions.NoAnswer;
import dev.redlock.spi.Answer;

/**
 * Asks one node all there is to ask.
 */
record NodeProbe(Questions questions, int nodeIndex, NodeReport report)
{
    static final int CLOCK_SAMPLES = 20;
    private static final int WARM_UPS = 20;
    private static final long US_PER_S = 1_000_000L;

    /**
     * What the node says of itself.
     */
    void readFacts() throws NoAnswer
    {
        report.info = new InfoLines(questions.ask(nodeIndex, "INFO").text());
        report.appendonly = setting("appendonly", switchOf(report.info.text("aof_enabled")));
        report.appendfsync = setting("appendfsync", NodeReport.UNKNOWN);
        report.maxmemoryPolicy = setting("maxmemory-policy", report.info.text("maxmemory_policy"));
    }

    private static String switchOf(final String flag)
    {
        return "1".equals(flag) ? "yes" : "0".equals(flag) ? "no" : "";
    }

    /*
     * Many operators do not let applications read the configuration, and some services have no such command.
     */
    private String setting(final String name, final String otherwise) throws NoAnswer
    {
        final Answer answer = questions.ask(nodeIndex, "CONFIG", "GET", name);
        final List<Answer> elements = answer.elements();
        if (elements.size() == 2)
        {
            return elements.get(1).text();
        }

        return otherwise.isEmpty() ? NodeReport.UNKNOWN : otherwise;
    }

    /**
     * At level STRICT: whether old data may come back together with their marker, while the process runs.
     */
    void readDebugCommand() throws NoAnswer
    {
        report.debugCommand = setting("enable-debug-command", NodeReport.UNKNOWN);
    }

    /**
     * Asks for what a new lock needs now, without taking one.
     *
     * @param prefix of the keys of locks.
     */
    void tryVote(final byte[] prefix) throws NoAnswer
    {
        final String objection =
            VoteTrial.objection(questions.ask(nodeIndex, VoteTrial.question(prefix)));
        if (objection != null)
        {
            report.troubles.add(objection);
        }
    }

    /**
     * Looks at the clients that are connected. Without the right to, or if they are too many for one answer,
     * the node is no worse.
     */
    void readClients()
    {
        String reason;
        try
        {
            final Answer answer = questions.ask(nodeIndex, "CLIENT", "LIST");
            if (!answer.isError())
            {
                report.clients = LockClient.listed(answer.text());

                return;
            }
            reason = answer.errorCode().name();
        }
        catch (final NoAnswer ex)
        {
            reason = ex.getMessage();
        }
        report.disagreements.add("no CLIENT LIST (" + reason + "): clients that disagree go unseen");
    }

    /**
     * Measures round trips; the first ones, in which this program itself gets warm, do not count.
     */
    void measureRtt(final int count) throws NoAnswer
    {
        for (int i = -WARM_UPS; i < count; i++)
        {
            final long sentNs = System.nanoTime();
            questions.ask(nodeIndex, "PING");
            final long rttNs = System.nanoTime() - sentNs;
            if (i >= 0)
            {
                report.rtt.recordValue(Math.min(rttNs, report.rtt.getHighestTrackableValue()));
            }
        }
    }

    /**
     * Takes a handful of samples of the node's clock.
     */
    void sampleClock() throws NoAnswer
    {
        for (int i = 0; i < CLOCK_SAMPLES; i++)
        {
            final long sentNs = System.nanoTime();
            final List<Answer> time = questions.ask(nodeIndex, "TIME").elements();
            final long receivedNs = System.nanoTime();
            if (time.size() != 2 || !isNumber(time.get(0)) || !isNumber(time.get(1)))
            {
                return;
            }

            final long nodeTimeUs =
                Long.parseLong(time.get(0).text()) * US_PER_S + Long.parseLong(time.get(1).text());
            report.clock.sample(nodeTimeUs, sentNs, receivedNs);
        }

        final long wallNs = LocalClock.wallMinusMonotonicNs();
        report.clockOffsetLowNs = report.clock.offsetLowNs(CLOCK_SAMPLES) - wallNs;
        report.clockOffsetHighNs = report.clock.offsetHighNs(CLOCK_SAMPLES) - wallNs;
    }

    private static boolean isNumber(final Answer part)
    {
        return part.text().matches("[0-9]{1,12}");
    }
}
