// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import dev.redlock.admission.info.ServerWords;
import dev.redlock.admission.login.Login;
import dev.redlock.spi.Answer;

/**
 * Which nodes may vote: judged by what they say about themselves, and by errors that mean the same after any
 * question.
 */
final class Eligibility
{
    private static final Refusal SENTINEL = Refusal.configuration("is a Sentinel, which keeps no keys: " +
        "list the masters, and only those that no Sentinel may replace by a replica");

    private static final Refusal CLUSTER = Refusal.configuration("belongs to a cluster " +
        "(cluster_enabled:1), but votes must come from independent masters: a cluster moves keys, and " +
        "forgets locks when it promotes a replica; list masters that run with cluster-enabled no");

    private static final Refusal LOADING = Refusal.temporary("is loading; will be asked again");

    private static final String FAILOVER_STATE = "master_failover_state";

    private Eligibility()
    {
    }

    /**
     * Looks for a reason to refuse a node in its facts.
     *
     * @param facts unknown ones are no reason.
     * @return null if there is none.
     */
    static Refusal of(final NodeFacts facts)
    {
        if (facts.isSentinel())
        {
            return SENTINEL;
        }
        if (facts.isCluster())
        {
            return CLUSTER;
        }
        if (!facts.isMaster())
        {
            return replica(facts);
        }

        if (facts.info.is("loading", "1") || facts.info.is("async_loading", "1"))
        {
            return LOADING;
        }

        final String failover = facts.info.text(FAILOVER_STATE);

        return failover == null || "no-failover".equals(failover) ? null :
            Refusal.temporary("is handing its role to a replica (" + FAILOVER_STATE + ":" +
                ServerWords.plain(failover) + "), and takes no locks meanwhile; will be asked again");
    }

    /**
     * Looks for a reason to refuse a node in an error after any question.
     *
     * @param error its text is not repeated, as it may contain the question.
     * @param login that was used.
     * @return null if it concerns only the question.
     */
    static Refusal of(final Answer error, final Login login)
    {
        return switch (error.errorCode())
        {
            case LOADING -> LOADING;
            case CLUSTER -> CLUSTER;
            case BUSY ->
                Refusal.temporary("is busy with a script (BUSY); will be asked again. If the script " +
                    "does not end, use SCRIPT KILL");
            case MAXCLIENTS ->
                Refusal.temporary("has reached its limit of clients; will be asked again. Raise its " +
                    "maxclients, or close unused clients");
            case MASTERDOWN ->
                Refusal.configuration("is a replica cut off from its master (MASTERDOWN), but only " +
                    "masters may vote: list masters");
            case READONLY ->
                Refusal.configuration("is a read-only replica (READONLY), but only masters may " +
                    "vote: list masters");
            case NOAUTH -> login.isGiven() ? badLogin(login, "NOAUTH") : Refusal.configuration("requires a " +
                    "password (NOAUTH), but none is configured: write redis://:PASSWORD@host or " +
                    "redis://USER:PASSWORD@host, or give it credentials (in Spring Boot redlock.password); " +
                    "for a command, write it in --nodes-file or REDLOCK_NODES");
            case WRONGPASS -> badLogin(login, "WRONGPASS");
            default -> !error.text().startsWith("DENIED ") ? null : Refusal.configuration("is in protected " +
                    "mode (DENIED) and accepts only local connections: set a password there, and write " +
                    "redis://:PASSWORD@host here");
        };
    }

    private static Refusal replica(final NodeFacts facts)
    {
        final String master = facts.connectedMaster();
        final String address = master == null ? "its master" : ServerWords.plain(master);

        return Refusal.configuration("has the role " + ServerWords.quoted(facts.role()) +
            (master == null ? "" : " of master " + address) + ", but only masters may vote, as a replica " +
            "repeats the vote of its master: list " + address + " instead, or make the node independent " +
            "(REPLICAOF NO ONE)");
    }

    private static Refusal badLogin(final Login login, final String code)
    {
        return Refusal.configuration("does not let in " + login + " (" + code + "): the password is wrong, " +
            "or the user is unknown or off; correct the credentials here, or the user there");
    }
}
