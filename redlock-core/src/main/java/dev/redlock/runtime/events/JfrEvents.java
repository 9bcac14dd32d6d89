// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.events;

import java.util.List;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.agrona.concurrent.NanoClock;

import dev.redlock.engine.claim.Claim;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.text.Printable;

/**
 * The events of Java Flight Recorder, all in the category <em>Redlock</em>. A recording has those that are
 * rare; the frequent ones are off unless it asks for them, as in {@code
 * -XX:StartFlightRecording:dev.redlock.Acquired#enabled=true}. Each also counts, recorded or not.
 * <table>
 * <caption>Events</caption>
 * <tr><th>name</th><th>on</th><th>when</th><th>fields besides client</th><th>counter</th></tr>
 * <tr><td>dev.redlock.Acquired</td><td>no</td><td>a handle holds its lock</td>
 * <td>key, term, waited, validity, granted</td><td>ATTEMPTS_WON</td></tr>
 * <tr><td>dev.redlock.Contended</td><td>no</td><td>an attempt was lost, as others hold the lock</td>
 * <td>key, took, granted, votes</td><td>ATTEMPTS_CONTENDED</td></tr>
 * <tr><td>dev.redlock.NoQuorum</td><td>yes</td><td>an attempt was lost to faults of nodes</td>
 * <td>key, took, granted, votes</td><td>ATTEMPTS_NO_QUORUM</td></tr>
 * <tr><td>dev.redlock.TooLate</td><td>yes</td><td>an attempt won a quorum with too little validity left</td>
 * <td>key, took, granted, votes</td><td>ATTEMPTS_TOO_LATE</td></tr>
 * <tr><td>dev.redlock.LeaseLost</td><td>yes</td><td>a lease ended without a release</td>
 * <td>key, term, reason</td><td>LEASES_LOST, and leases that a close ended</td></tr>
 * <tr><td>dev.redlock.NodeStatus</td><td>yes</td><td>a node may vote, may not any more, or has trouble</td>
 * <td>node, state, configurationError, detail</td><td>CONNECTS, DISCONNECTS and others</td></tr>
 * </table>
 * The time of an event is that of the news, on the thread that tells it; there are no stack traces. The
 * client is the name of its engine. A key is cut after 256 characters; no event has tokens or secrets.
 */
final class JfrEvents implements FlightEvents, FlightRecorderListener
{
    private static final int SHOWN_OF_A_KEY = 256;

    /*
     * One event of each kind is never committed. It is asked whether its kind is recorded, which must not be
     * remembered, and only then another one is made.
     *
     * An event class that registers itself starts half of Flight Recorder in every JVM, for 200 ms of a
     * core. So ours are registered when somebody starts it, on that thread and not on the engine's. They are
     * initialised before that, by the thread that builds the client: Flight Recorder must not wait, with its
     * own locks held, for a thread that initialises an event class and needs those locks.
     */
    private final Acquired acquired = new Acquired();
    private final Contended contended = new Contended();
    private final NoQuorum noQuorum = new NoQuorum();
    private final TooLate tooLate = new TooLate();
    private final LeaseLost leaseLost = new LeaseLost();
    private final StatusOfNode statusOfNode = new StatusOfNode();
    private final String client;
    private final List<String> nodes;
    private final NanoClock clock;

    JfrEvents(final String client, final List<String> nodes, final NanoClock clock)
    {
        this.client = client;
        this.nodes = nodes;
        this.clock = clock;
    }

    /*
     * Registers the events at once if Flight Recorder has been started before.
     */
    @Override
    public void open()
    {
        FlightRecorder.addListener(this);
    }

    @Override
    public void recorderInitialized(final FlightRecorder recorder)
    {
        List.of(acquired, contended, noQuorum, tooLate, leaseLost, statusOfNode)
            .forEach(event -> FlightRecorder.register(event.getClass()));
    }

    @Override
    public void close()
    {
        FlightRecorder.removeListener(this);
    }

    @Override
    public void onAcquired(
        final String key, final long term, final long fromNs, final long validUntilNs, final Claim claim)
    {
        if (acquired.isEnabled())
        {
            final long nowNs = clock.nanoTime();
            final Acquired event = new Acquired();
            event.client = client;
            event.key = shown(key);
            event.term = term;
            event.waited = nowNs - fromNs;
            event.validity = validUntilNs - nowNs;
            event.granted = granted(claim);
            event.commit();
        }
    }

    @Override
    public void onAttemptLost(final String key, final Outcome outcome, final long roundNs, final Claim claim)
    {
        if (outcome == Outcome.CONTENDED && contended.isEnabled())
        {
            commit(new Contended(), key, roundNs, claim);
        }
        else if (outcome == Outcome.NO_QUORUM && noQuorum.isEnabled())
        {
            commit(new NoQuorum(), key, roundNs, claim);
        }
        else if (outcome == Outcome.TOO_LATE && tooLate.isEnabled())
        {
            commit(new TooLate(), key, roundNs, claim);
        }
    }

    private void commit(final LostAttempt event, final String key, final long roundNs, final Claim claim)
    {
        final StringBuilder votes = new StringBuilder();
        for (int i = 0; i < nodes.size(); i++)
        {
            votes.append(i == 0 ? "" : ", ").append(nodes.get(i)).append(' ').append(claim.cause(i));
        }

        event.client = client;
        event.key = shown(key);
        event.took = roundNs;
        event.granted = granted(claim);
        event.votes = votes.toString();
        event.commit();
    }

    /*
     * A key may have 64 KiB.
     */
    private static String shown(final String key)
    {
        return key.length() > SHOWN_OF_A_KEY ? Printable.of(key, SHOWN_OF_A_KEY) : Printable.of(key);
    }

    private int granted(final Claim claim)
    {
        int granted = 0;
        for (int i = 0; i < nodes.size(); i++)
        {
            granted += claim.cause(i) == Cause.GRANTED ? 1 : 0;
        }

        return granted;
    }

    @Override
    public void onLeaseLost(final String key, final long term, final LostReason reason)
    {
        if (leaseLost.isEnabled())
        {
            final LeaseLost event = new LeaseLost();
            event.client = client;
            event.key = shown(key);
            event.term = term;
            event.reason = reason.name();
            event.commit();
        }
    }

    @Override
    public void onNodeStatus(final NodeStatus status)
    {
        if (statusOfNode.isEnabled())
        {
            final StatusOfNode event = new StatusOfNode();
            event.client = client;
            event.node = status.node();
            event.state = status.state().name();
            event.configurationError = status.isConfigurationError();
            event.detail = status.detail();
            event.commit();
        }
    }

    @Category("Redlock")
    @Registered(false)
    @StackTrace(false)
    private abstract static class RedlockEvent extends Event
    {
        @Label("Client")
        String client;
    }

    @Name("dev.redlock.Acquired")
    @Label("Lock Acquired")
    @Description("A handle holds its lock")
    @Enabled(false)
    private static final class Acquired extends RedlockEvent
    {
        @Label("Key")
        private String key;

        @Label("Term")
        @Description("Stamp of the lease, per handle")
        private long term;

        @Label("Waited")
        @Description("From the engine's taking of the call, over all attempts")
        @Timespan(Timespan.NANOSECONDS)
        private long waited;

        @Label("Validity")
        @Description("How long the lock is certain from now on")
        @Timespan(Timespan.NANOSECONDS)
        private long validity;

        @Label("Granted")
        @Description("Votes for us at the decision")
        private int granted;
    }

    private abstract static class LostAttempt extends RedlockEvent
    {
        @Label("Key")
        String key;

        @Label("Took")
        @Description("From the start of the attempt to its end; 0 if no node was asked")
        @Timespan(Timespan.NANOSECONDS)
        long took;

        @Label("Granted")
        @Description("Votes for us")
        int granted;

        @Label("Votes")
        @Description("Node by node")
        String votes;
    }

    @Name("dev.redlock.Contended")
    @Label("Lock Attempt Contended")
    @Description("An attempt was lost, as others hold the lock")
    @Enabled(false)
    private static final class Contended extends LostAttempt
    {
    }

    @Name("dev.redlock.NoQuorum")
    @Label("Lock Attempt Without Quorum")
    @Description("An attempt was lost to faults of nodes")
    private static final class NoQuorum extends LostAttempt
    {
    }

    @Name("dev.redlock.TooLate")
    @Label("Lock Attempt Too Late")
    @Description("An attempt won a quorum with too little validity left")
    private static final class TooLate extends LostAttempt
    {
    }

    @Name("dev.redlock.LeaseLost")
    @Label("Lease Lost")
    @Description("A lease ended without a release")
    private static final class LeaseLost extends RedlockEvent
    {
        @Label("Key")
        private String key;

        @Label("Term")
        @Description("Stamp of the lease, per handle")
        private long term;

        @Label("Reason")
        private String reason;
    }

    @Name("dev.redlock.NodeStatus")
    @Label("Node Status")
    @Description("A node may vote, may not any more, or has trouble")
    private static final class StatusOfNode extends RedlockEvent
    {
        @Label("Node")
        private String node;

        @Label("State")
        private String state;

        @Label("Configuration Error")
        @Description("Whether only a change of configuration can help")
        private boolean configurationError;

        @Label("Detail")
        private String detail;
    }
}
