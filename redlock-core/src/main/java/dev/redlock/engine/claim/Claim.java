// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import java.util.Arrays;

import dev.redlock.engine.port.ClaimListener;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Outcome;
import dev.redlock.quorum.Slots;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Reply;

/**
 * One handle's wish for one key: at most one acquisition or lease at a time. May be made on any thread;
 * belongs to its engine from the first call on. {@link #cause(int)} and its like are written before the
 * listener is called, and do not change before the next requested acquisition or extension.
 * <pre>
 *   IDLE ── queue ──► IN_LINE ────────┐
 *    │ │                              │
 *    │ └───────── attempt ──────────► ├──► ATTEMPTING ── hold ──► HELD
 *    │                                │     ▲       │
 *    │                                │  attempt  pause
 *    │                                ▼     │       ▼
 *    └─────────── pause ────────────► PAUSING ◄─────┘
 *
 *   any but IDLE ── end ──► IDLE
 * </pre>
 */
public final class Claim extends Timed
{
    /**
     * What a claim is doing.
     */
    public enum State
    {
        IDLE,
        IN_LINE,
        PAUSING,
        ATTEMPTING,
        HELD
    }

    /**
     * Length of an owner token.
     */
    public static final int OWNER_TOKEN_BYTES = OwnerTokens.LENGTH;

    private static final long LONGEST_WAIT_NS = Long.MAX_VALUE / 4;

    public final PreparedKey key;
    public final KeyLine.Place place;
    public final ClaimOptions options;
    public final ClaimListener listener;

    private State state = State.IDLE;
    private Attempt attempt;
    private long term;
    private long lostTerm;
    private int grants;
    private boolean isPatient;
    private long calledNs;
    private long giveUpNs;
    private long retryNs;
    private int attemptsLost;
    private int faultsInARow;
    private boolean hasFailed;

    private final Slots slots;
    private final byte[] causes;

    /*
     * The nodes whose bit is set have an error. Most rounds have none and touch no reference; most claims
     * never see one and allocate no room. A read during a round, which should not happen, may see the bit
     * before the room.
     */
    private int erring;
    private NodeError[] errors;

    /*
     * Most claims never wait in line at nodes, and have none.
     */
    private Ticket ticket;

    /**
     * A claim that wants nothing yet.
     *
     * @param config   of the engine that will work for it.
     * @param key      prepared by that engine's transport.
     * @param line     of that key in that engine.
     * @param options  how to acquire and hold.
     * @param listener gets the outcomes.
     * @throws IllegalArgumentException if the time to live, less drift, is below the minimum validity, if it
     *                                  is longer than the longest of the engine, if the minimum of grants
     *                                  is less than a quorum, or more than all nodes, or if durable votes
     *                                  are impossible.
     */
    public Claim(final EngineConfig config, final PreparedKey key, final KeyLine line,
        final ClaimOptions options, final ClaimListener listener)
    {
        config.check(options);
        this.key = key;
        this.options = options;
        this.listener = listener;
        place = new KeyLine.Place(this, line);

        slots = config.slots();
        causes = slots.bytes();
        clearCauses();
    }

    /**
     * Why a node voted as it did in the last round that was decided.
     *
     * @param nodeIndex of the node.
     * @return the cause.
     */
    public Cause cause(final int nodeIndex)
    {
        return Cause.of(causes[nodeIndex]);
    }

    /**
     * The server's error behind {@link Cause#SERVER_ERROR}.
     *
     * @param nodeIndex of the node.
     * @return {@link ErrorCode#NONE} if there was none.
     */
    public ErrorCode errorCode(final int nodeIndex)
    {
        return error(nodeIndex).code();
    }

    /**
     * The server's words behind {@link Cause#SERVER_ERROR}.
     *
     * @param nodeIndex of the node.
     * @return empty if there was no error.
     */
    public String errorText(final int nodeIndex)
    {
        return error(nodeIndex).text();
    }

    private NodeError error(final int nodeIndex)
    {
        final NodeError[] present = errors;
        final NodeError error = (erring & 1 << nodeIndex) != 0 && present != null ? present[nodeIndex] : null;

        return error == null ? NodeError.NONE : error;
    }

    /**
     * Whether the latest attempt that was decided was lost to failing or slow nodes: its own, or that of the
     * claim it waited for.
     *
     * @return false also before any was.
     */
    public boolean hasFailed()
    {
        return hasFailed;
    }

    /**
     * The fencing token of the present term. Undefined if nothing is held.
     *
     * @return 0 if its lock has none.
     */
    public long fencingToken()
    {
        return attempt.fencingToken();
    }

    /**
     * The owner token of the present term, which is a secret. To be copied while the listener is told of the
     * term: later this may be the token of another claim.
     *
     * @return the engine's own array.
     */
    public byte[] ownerToken()
    {
        return attempt.token;
    }

    /**
     * How many grants win its lock at least.
     *
     * @return 0 for a quorum.
     */
    public int minGrants()
    {
        return options.minGrants();
    }

    /**
     * How many nodes' votes stand until the deadline of the present term, or longer.
     *
     * @return a quorum to N; undefined if nothing is held.
     */
    public int grants()
    {
        return grants;
    }

    /**
     * A new call begins.
     */
    public void call(final long waitNs, final long nowNs)
    {
        assert state == State.IDLE : objection("is called but has not ended its last call");

        isPatient = waitNs > 0;
        calledNs = nowNs;
        giveUpNs = nowNs + Math.min(waitNs, LONGEST_WAIT_NS);
        attemptsLost = 0;
        faultsInARow = 0;
        hasFailed = false;
        if (ticket != null)
        {
            ticket.clear();
        }
    }

    /**
     * It takes a place in line at the nodes.
     */
    public void needTicket()
    {
        if (ticket == null)
        {
            ticket = new Ticket(slots);
        }
    }

    /**
     * Its place in line at the nodes; null if it never had one.
     */
    public Ticket ticket()
    {
        return ticket;
    }

    /**
     * Whether it is not to wait in line in this call.
     */
    public boolean isKeptOutOfLine()
    {
        return ticket != null && ticket.isRefused();
    }

    /**
     * Takes its place in line, behind who has it.
     */
    public void queue()
    {
        assert state == State.IDLE : objection("queues but has a place already");

        state = State.IN_LINE;
        place.line.add(place);
    }

    /**
     * It has its line now, after another claim: what that one has met with is the latest that is known.
     */
    void follow(final Claim former)
    {
        hasFailed = former.hasFailed;
    }

    /**
     * Asks the nodes with an owner token of its own.
     */
    public void attempt(final Attempt newAttempt)
    {
        assert state != State.HELD && attempt == null && place.line.holder() == this :
            objection("attempts but holds, has an attempt, or does not have its line");

        attempt = newAttempt;
        state = State.ATTEMPTING;
    }

    /**
     * Gives up its attempt, which is released next; the claim then pauses or ends.
     */
    public Attempt detach()
    {
        assert state == State.ATTEMPTING && attempt != null : objection("gives up an attempt but has none");

        final Attempt left = attempt;
        attempt = null;

        return left;
    }

    /**
     * Waits for its next attempt, and has its line.
     */
    public void pause(final long untilNs)
    {
        assert state != State.HELD && attempt == null && place.line.holder() == this :
            objection("pauses but holds, has an attempt, or does not have its line");

        retryNs = untilNs;
        state = State.PAUSING;
    }

    /**
     * Pauses before it has asked anybody: others come first, or there is no room.
     */
    public void giveWay(final long untilNs)
    {
        clearCauses();
        pause(untilNs);
    }

    /**
     * The nodes that it waited for are there: its pause is over.
     */
    public void wake(final long nowNs)
    {
        assert state == State.PAUSING : objection("is told to try but does not pause");

        faultsInARow = 0;
        retryNs = nowNs;
    }

    /**
     * Its attempt was lost, or could not be made.
     */
    public void loseAttempt(final Outcome outcome)
    {
        attemptsLost++;
        faultsInARow = outcome == Outcome.NO_QUORUM ? faultsInARow + 1 : 0;
        hasFailed = outcome == Outcome.NO_QUORUM || outcome == Outcome.TOO_LATE;
    }

    /**
     * Its attempt has won: a new term begins.
     */
    public void hold(final int newGrants)
    {
        assert state == State.ATTEMPTING : objection("wins but attempts nothing: it gave up before");

        state = State.HELD;
        grants = newGrants;
        term++;
        hasFailed = false;
    }

    /**
     * More votes carry the term than before, or fewer.
     */
    public void carry(final int newGrants)
    {
        grants = newGrants;
    }

    /**
     * The term is lost, and ends next. Its holder hears so once: no term ends a second time.
     */
    public void lose()
    {
        assert state == State.HELD : objection("is lost but holds nothing: its loss would be told twice");

        lostTerm = term;
    }

    /**
     * The call, or the lease, is over; only the attempt's release is left.
     */
    public void end()
    {
        assert place.line.holder() == this || state != State.HELD :
            objection("ends but does not have its line: two of one client would hold");

        attempt = null;
        state = State.IDLE;
    }

    public State state()
    {
        return state;
    }

    public Attempt attempt()
    {
        return attempt;
    }

    /**
     * The present term, or the latest; 0 before the first.
     */
    public long term()
    {
        return term;
    }

    public boolean isPatient()
    {
        return isPatient;
    }

    public long calledNs()
    {
        return calledNs;
    }

    public long giveUpNs()
    {
        return giveUpNs;
    }

    /**
     * When its pause, or its time, is over.
     */
    public long wakeNs(final long nowNs)
    {
        return nowNs + Math.min(retryNs - nowNs, giveUpNs - nowNs);
    }

    public int attemptsLost()
    {
        return attemptsLost;
    }

    public int faultsInARow()
    {
        return faultsInARow;
    }

    /**
     * Whether it holds, and in this term.
     */
    public boolean isHolding(final long anyTerm)
    {
        return state == State.HELD && term == anyTerm;
    }

    /**
     * Whether a call is under way that has not been answered.
     */
    public boolean isTrying()
    {
        return state != State.IDLE && state != State.HELD;
    }

    /**
     * Whether its patience is over, if it has any.
     */
    public boolean isTimeUp(final long nowNs)
    {
        return nowNs - giveUpNs >= 0;
    }

    private String objection(final String what)
    {
        return "claim in state " + state + ", term " + term + ", " + what;
    }

    /**
     * Whether a term ended as a loss, and none was lost since.
     */
    public boolean hasLost(final long anyTerm)
    {
        return anyTerm > 0 && anyTerm == lostTerm;
    }

    /**
     * Records that another claim of this engine stood in the way.
     */
    public void blameLine()
    {
        final Claim first = place.line.holder();
        hasFailed = first != null && first != this && first.hasFailed;
        Arrays.fill(causes, (byte)Cause.HELD_BY_THIS_CLIENT.ordinal());
        erring = 0;
    }

    /**
     * No node has been asked in the present round.
     */
    public void clearCauses()
    {
        Arrays.fill(causes, (byte)Cause.NOT_ASKED.ordinal());
        erring = 0;
    }

    /**
     * Why a node voted as it did.
     */
    public void explain(final int nodeIndex, final Cause cause)
    {
        causes[nodeIndex] = (byte)cause.ordinal();
        erring &= ~(1 << nodeIndex);
    }

    void explainVote(final int nodeIndex, final Cause cause, final Reply reply)
    {
        explain(nodeIndex, cause);
        if (reply != null && reply.kind() == Reply.Kind.ERROR)
        {
            if (errors == null)
            {
                errors = slots.of(NodeError[]::new);
            }
            errors[nodeIndex] = new NodeError(reply.errorCode(), reply.errorText());
            erring |= 1 << nodeIndex;
        }
    }

    private record NodeError(ErrorCode code, String text)
    {
        private static final NodeError NONE = new NodeError(ErrorCode.NONE, "");
    }
}
