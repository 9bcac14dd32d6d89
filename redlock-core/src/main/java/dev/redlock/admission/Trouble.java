// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import dev.redlock.spi.Answer;
import dev.redlock.spi.ErrorCode;

/**
 * The errors that mean the same whatever was asked.
 */
final class Trouble
{
    private Trouble()
    {
    }

    /**
     * What an error means for the connection as a whole.
     *
     * @param answer an error; its text is not repeated, so it may hold what was asked.
     * @param node   for people.
     * @param login  that was used.
     * @return null if it concerns the one question only.
     */
    static Refusal of(final Answer answer, final String node, final Login login)
    {
        switch (ErrorCode.of(answer.text()))
        {
            case LOADING:
                return loading(node);

            case BUSY:
                return Refusal.temporary(node, "is busy with a script (BUSY); will be asked again. If the " +
                    "script does not end by itself, SCRIPT KILL ends it");

            case MAXCLIENTS:
                return Refusal.temporary(node, "has as many clients as it allows; will be asked again. " +
                    "Raise its maxclients, or close clients that are not needed");

            case MASTERDOWN:
                return Refusal.configuration(node, "is a replica cut off from its master (MASTERDOWN), but " +
                    "only masters may vote: list masters");

            case READONLY:
                return Refusal.configuration(node, "is a read-only replica (READONLY), but only masters " +
                    "may vote: list masters");

            case CLUSTER:
                return Eligibility.cluster(node);

            case NOAUTH:
                return login.isGiven() ? badLogin(node, login, "NOAUTH") : noLogin(node);

            case WRONGPASS:
                return badLogin(node, login, "WRONGPASS");

            default:
                return answer.text().startsWith("DENIED ") ? isProtected(node) : null;
        }
    }

    static Refusal loading(final String node)
    {
        return Refusal.temporary(node, "is loading; will be asked again");
    }

    private static Refusal noLogin(final String node)
    {
        return Refusal.configuration(node, "asks for a password (NOAUTH), but none is configured: write " +
            "redis://:PASSWORD@host or redis://USER:PASSWORD@host, or give it credentials");
    }

    private static Refusal badLogin(final String node, final Login login, final String code)
    {
        return Refusal.configuration(node, "does not let in " + login + " (" + code + "): the password is " +
            "wrong, or there is no such user, or it is switched off; correct the credentials here, or the " +
            "user there");
    }

    private static Refusal isProtected(final String node)
    {
        return Refusal.configuration(node, "is in protected mode (DENIED) and takes connections from its " +
            "own machine only: set a password there, and write redis://:PASSWORD@host here");
    }
}
