// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.settings.FenceRule;
import dev.redlock.engine.wire.NodeCommand;
import dev.redlock.outcome.KeyState;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Answer;
import dev.redlock.spi.ErrorCode;

/**
 * What operators ask about one key, of all nodes at once.
 */
public final class KeyDesk
{
    private static final byte[] GET = Survey.bytes("GET");
    private static final byte[] PTTL = Survey.bytes("PTTL");
    private static final byte[] TYPE = Survey.bytes("TYPE");
    private static final byte[] EVAL = Survey.bytes("EVAL");
    private static final byte[] TWO = Survey.bytes("2");
    private static final byte[] NONE = Survey.bytes("0");
    private static final byte[] DELETE = Survey.bytes(Scripts.unfence().text());
    private static final long GONE = -2;

    private final Survey survey;
    private final byte[] fenceTtlMs;

    /**
     * A desk for questions about keys.
     *
     * @param desk     that asks single nodes.
     * @param nodes    what the client knows of the nodes: only those that are up count.
     * @param rule     of the fences.
     * @param withinNs how long each answer may take.
     */
    public KeyDesk(final OperatorDesk desk, final Supplier<List<NodeStatus>> nodes, final FenceRule rule,
        final long withinNs)
    {
        fenceTtlMs = Survey.bytes(Long.toString(TimeUnit.NANOSECONDS.toMillis(rule.ttlNs())));
        survey = new Survey(desk, nodes, withinNs);
    }

    /**
     * Looks a key up on every node.
     *
     * @param key as the nodes see it.
     * @return what was seen, by the index of the node; never fails.
     */
    public CompletableFuture<List<Sighting>> look(final byte[] key)
    {
        return Survey.all(lookEverywhere(key));
    }

    /**
     * Deletes a key from every node, but only what is seen there: a lock that somebody else takes meanwhile
     * is left alone, so that what is said to be deleted is what was deleted. Closes the token of a fenced
     * one, so that its holder's next extension does not bring it back.
     *
     * @param key as the nodes see it.
     * @return what became of it, by the index of the node; never fails.
     */
    public CompletableFuture<List<Removal>> forceRelease(final byte[] key)
    {
        final List<CompletableFuture<Sighting>> sightings = lookEverywhere(key);
        final List<CompletableFuture<Removal>> removals = new ArrayList<>();
        for (int i = 0; i < sightings.size(); i++)
        {
            final int nodeIndex = i;
            removals.add(sightings.get(i).thenCompose(sighting -> remove(nodeIndex, key, sighting)));
        }

        return Survey.all(removals);
    }

    private List<CompletableFuture<Sighting>> lookEverywhere(final byte[] key)
    {
        return survey.everywhere((nodeIndex, node) -> survey.ask(nodeIndex, GET, key)
            .thenCompose(value -> lookCloser(nodeIndex, node, key, value)), KeyDesk::unknown);
    }

    private CompletableFuture<Sighting> lookCloser(
        final int nodeIndex, final String node, final byte[] key, final Answer value)
    {
        if (value.errorCode() == ErrorCode.WRONGTYPE)
        {
            return survey.ask(nodeIndex, TYPE, key).thenApply(type -> Sighting.of(
                node, KeyState.NO_LOCK, type.isError() ? "unknown: " + type.text() : type.text()));
        }
        if (value.isError())
        {
            return CompletableFuture.completedFuture(unknown(node, value.text()));
        }
        if (value.kind() == Answer.Kind.NIL)
        {
            return CompletableFuture.completedFuture(Sighting.of(node, KeyState.FREE, ""));
        }

        return survey.ask(nodeIndex, PTTL, key).thenApply(ttl -> ttl.isError() ? unknown(node, ttl.text()) :
            ttl.number() == GONE ? Sighting.of(node, KeyState.FREE, "") :
            ofString(node, value.bytes(), ttl.number()));
    }

    /*
     * Of any other string we do not know whose it is: data of an application, or a fence.
     */
    private static Sighting ofString(final String node, final byte[] value, final long ttlMs)
    {
        return value.length == Claim.OWNER_TOKEN_BYTES ? Sighting.held(node, value, ttlMs) :
            Sighting.of(node, KeyState.NO_LOCK, "string, of " + value.length + " bytes (a lock has " +
                Claim.OWNER_TOKEN_BYTES + ")");
    }

    private CompletableFuture<Removal> remove(
        final int nodeIndex, final byte[] key, final Sighting seen)
    {
        switch (seen.state())
        {
            case FREE:
                return removal(seen, true, "nothing to delete");

            case NO_LOCK:
                return removal(seen, false, "left alone: not a lock, but a key of type " + seen.detail());

            case UNKNOWN:
                return removal(seen, false, "not reached, the lock may still be there: " + seen.detail());

            default:
                final String words = " (holder " + seen.fingerprint() + ", " +
                    (seen.ttlMs() == Sighting.ENDLESS ? "never ends" :
                    String.format(Locale.ROOT, "%.1f s left", seen.ttlMs() / 1000.0)) + ")";

                return survey.ask(nodeIndex, EVAL, DELETE, TWO, key, Survey.behind(key, NodeCommand.FENCE),
                        seen.token, NONE, NONE, fenceTtlMs, NONE)
                    .thenCompose(answer -> answer.isError() ?
                        removal(seen, false, "not deleted" + words + ": " + answer.text()) :
                        removal(seen, true,
                            (answer.number() == 1 ? "deleted" : "gone before it was deleted") + words))
                    .exceptionallyCompose(why ->
                        removal(seen, false, "perhaps deleted" + words + ": " + Survey.messageOf(why)));
        }
    }

    private static CompletableFuture<Removal> removal(
        final Sighting seen, final boolean isGone, final String words)
    {
        return CompletableFuture.completedFuture(new Removal(seen.node(), seen.state(), isGone, words));
    }

    private static Sighting unknown(final String node, final String why)
    {
        return Sighting.of(node, KeyState.UNKNOWN, why);
    }

    /**
     * What became of a key on one node.
     *
     * @param node   for people.
     * @param seen   what was there before.
     * @param isGone whether the lock that was seen is certainly gone.
     * @param detail for people.
     */
    public record Removal(String node, KeyState seen, boolean isGone, String detail)
    {
    }
}
