// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

import dev.redlock.admission.info.NodeTime;
import dev.redlock.admission.info.ServerWords;
import dev.redlock.admission.marker.Deployment;
import dev.redlock.admission.marker.Marker;
import dev.redlock.admission.marker.MarkerRule;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Answer;

/**
 * What a node must show at level STRICT: its marker. It is read on every connection, as the data may have
 * been exchanged in between.
 * <p>
 * Who writes a missing one: a client that knew the node before, since then it is certain which node this is,
 * and that hears from the others that the declaration stands ({@link Seats#mayWrite}); and {@code redlock
 * init}. A newcomer does not: to it, a node that was emptied looks like one that belongs elsewhere, or like
 * another database.
 * <p>
 * Like {@code init}, a client writes it in two steps. The first marker does not vote. Once the others have
 * said again that the declaration stands, a second one takes its place, unless anything has happened to the
 * first. So what a client has heard before it was held up does no harm, however long that was: if the
 * declaration was taken back meanwhile, or the node emptied once more, the first marker is gone. A restart
 * may have brought the first one back with old data, so then all begins anew.
 */
final class MarkerSteps
{
    private static final long NS_PER_US = 1_000;
    private static final long LONGEST_US = Long.MAX_VALUE / 4 / NS_PER_US;
    private static final int MOST_READINGS = 3;

    private final Introduction introduction;
    private final MarkerRule rule;
    private final Seats seats;
    private final int nodeIndex;
    private final int database;
    private Marker.Birth now;
    private int readings;

    MarkerSteps(final Introduction introduction, final MarkerRule rule, final Seats seats,
        final int nodeIndex, final int database)
    {
        this.introduction = introduction;
        this.rule = rule;
        this.seats = seats;
        this.nodeIndex = nodeIndex;
        this.database = database;
    }

    void ask()
    {
        introduction.ask(Step.ask(this::onTime, "TIME"));
        introduction.ask(Step.ask(this::onMarker, "GET", rule.keyText()));
    }

    private void onTime(final Answer answer)
    {
        introduction.refuse(Warnings.ofEviction(introduction.facts()));
        final long nodeUs = NodeTime.us(answer);
        if (nodeUs == NodeTime.UNKNOWN)
        {
            final String said = answer.isError() ? answer.text() : answer.toString();
            introduction.refuse(Refusal.configuration("does not tell its time (" +
                ServerWords.quoted(said) + "), which the quarantine level STRICT needs: " +
                Lack.of("TIME", answer).remedy(introduction.facts())));
        }
        else
        {
            now = Marker.Birth.of(nodeUs, rule.wallUs().getAsLong());
        }
    }

    private void onMarker(final Answer answer)
    {
        readings++;
        final boolean isMissing = answer.kind() == Answer.Kind.NIL;
        final Marker found = isMissing || answer.isError() ? null : Marker.parse(answer.bytes());
        final boolean isBegun = found != null && seats.seat(nodeIndex).isBegun(found);
        seats.seat(nodeIndex).hearMarker(isMissing ? Seat.NO_MARKER : isBegun ? found.incarnation() : null);
        if (answer.isError())
        {
            refuse("GET", answer);
        }
        else if (!isMissing && !isBegun)
        {
            judge(found);
        }
        else if (readings > MOST_READINGS)
        {
            introduction.refuse(
                Refusal.temporary("does not keep its incarnation marker; will be asked again"));
        }
        else if (mayWrite())
        {
            write(found);
        }
    }

    private void judge(final Marker marker)
    {
        if (marker == null)
        {
            introduction.refuse(Refusal.configuration("has something else, or the marker of a later " +
                "version, where its incarnation marker should be (" + rule.keyText() + "): see what it is, " +
                "and use a key prefix of your own, or a later version"));

            return;
        }
        seats.hear(marker);
        introduction.refuse(refusalOf(marker));
        introduction.facts().mark(marker, ageNs(marker));
    }

    /*
     * Names what differs, as far as one node can tell.
     */
    private Refusal refusalOf(final Marker marker)
    {
        final String what = switch (marker.deployment().state())
        {
            case PENDING ->
                "was declared, but not to the end: run 'redlock init' again, or wait if it is running";
            case VOTING -> rule.difference(marker, database);
            default -> "belongs to a declaration that was retired: list the nodes that were declared " +
                "instead, or declare these again with 'redlock init --in-use'";
        };

        return what == null ? null : Refusal.configuration(what);
    }

    private long ageNs(final Marker marker)
    {
        return Math.min(marker.born().ageUs(now), LONGEST_US) * NS_PER_US;
    }

    private boolean mayWrite()
    {
        final Refusal refusal = refusalToWrite(seats.seat(nodeIndex).marker());
        introduction.refuse(refusal);

        return refusal == null;
    }

    private Refusal refusalToWrite(final Marker known)
    {
        if (known == null)
        {
            return Refusal.configuration("has no incarnation marker (" + rule.keyText() + "), " +
                "which the quarantine level STRICT needs: " + (seats.isAnyMarked() ?
                "if it belongs to the others and has lost its data, a client that knows it from before " +
                "writes the marker again, and so does 'redlock init --in-use'" :
                "declare the nodes once with 'redlock init', or correct the database or the key prefix"));
        }
        if (seats.isRetired(known))
        {
            return Refusal.configuration("has no incarnation marker (" + rule.keyText() +
                "), and its declaration was retired on another node: list the nodes that were declared " +
                "instead, or declare these again with 'redlock init --in-use'");
        }
        if (introduction.facts().takesNoText)
        {
            return Refusal.configuration("has lost its incarnation marker (" + rule.keyText() +
                "), and does not know EVAL, or not for this user, without which no client writes it " +
                "again: allow it (ACL: +eval), or say 'redlock init --in-use'");
        }

        return seats.mayWrite(nodeIndex, known.deployment()) ? null : lost();
    }

    private Refusal lost()
    {
        return Refusal.temporary("has lost its incarnation marker (" + rule.keyText() +
            "); this client writes it again when it has heard from a quorum of the other nodes that " +
            "the declaration stands, or 'redlock init --in-use' does");
    }

    private void write(final Marker begun)
    {
        final NodeFacts facts = introduction.facts();
        if (begun == null || begun.isOfAnother(facts.runId(), facts.history()))
        {
            begin(begun);
        }
        else
        {
            complete(begun);
        }
    }

    private void begin(final Marker found)
    {
        final Marker known = seats.seat(nodeIndex).marker();
        final NodeFacts facts = introduction.facts();
        final MarkerRule.Identity node =
            new MarkerRule.Identity(database, facts.runId(), facts.history());
        final Marker marker =
            rule.draw(known.deployment().in(Deployment.State.PENDING), known.seat(), node, now);
        put(found, marker, () ->
        {
            seats.seat(nodeIndex).hearMarker(marker.incarnation());
            introduction.refuse(lost());
        });
    }

    private void complete(final Marker begun)
    {
        final Marker marker = begun.in(Deployment.State.VOTING, now);
        put(begun, marker, () ->
        {
            seats.seat(nodeIndex).hearMarker(null);
            judge(marker);
        });
    }

    private void put(final Marker found, final Marker marker, final Runnable then)
    {
        final Consumer<Answer> next = (answer) ->
        {
            if (answer.isError())
            {
                refuse(found == null ? "SET" : "EVAL", answer);
            }
            else if (found == null ? answer.kind() == Answer.Kind.NIL : answer.number() != 1)
            {
                introduction.askFirst(Step.ask(this::onMarker, "GET", rule.keyText()));
            }
            else
            {
                then.run();
            }
        };
        introduction.askFirst(found == null ?
            Step.ask(next, "SET", rule.keyText(), text(marker), "NX") :
            Step.ask(next, "EVAL", Scripts.replace().text(), "1", rule.keyText(), text(found), text(marker)));
    }

    private static String text(final Marker marker)
    {
        return new String(marker.bytes(), StandardCharsets.US_ASCII);
    }

    private void refuse(final String command, final Answer error)
    {
        final String words = ServerWords.quoted(error.text());
        introduction.refuse(switch (error.errorCode())
        {
            case NOPERM -> Refusal.configuration("does not let its user have the incarnation marker " +
                rule.keyText() + " (" + words + "), which the quarantine level STRICT needs: allow it " +
                "(ACL: +get +set +eval ~prefix*)");
            case UNKNOWN_COMMAND -> Lack.of(command, error)
                .refusal(introduction.facts(), "the quarantine level STRICT needs");
            default -> Refusal.temporary((command.equals("GET") ? "does not give its" : "does not take an") +
                " incarnation marker " + rule.keyText() + " (" + words + "); will be asked again");
        });
    }
}
