// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import dev.redlock.admission.info.ServerWords;
import dev.redlock.admission.login.ClientLabel;
import dev.redlock.admission.login.Login;
import dev.redlock.spi.Answer;
import dev.redlock.spi.ErrorCode;

/**
 * Opens a session: greeting, authentication, name, database.
 */
final class SessionSteps
{
    private static final String LIBRARY_NAME = "redlock-java";

    private final Introduction introduction;
    private final int database;
    private final ClientLabel label;
    private final Login login;

    SessionSteps(final Introduction introduction, final int database, final ClientLabel label)
    {
        this.introduction = introduction;
        this.database = database;
        this.label = label;
        login = introduction.login();
    }

    /**
     * For a fresh connection.
     */
    void open()
    {
        final String name = label.connectionName();
        introduction.ask(login.isGiven() ?
            Step.inquire(
                this::onHello, "HELLO", "3", "AUTH", login.user(), login.password(), "SETNAME", name) :
            Step.inquire(this::onHello, "HELLO", "3", "SETNAME", name));
        if (database != 0)
        {
            introduction.ask(Step.ask(this::onSelected, "SELECT", Integer.toString(database)));
        }
        introduction.ask(Step.tell("CLIENT", "SETINFO", "LIB-NAME", LIBRARY_NAME));
        introduction.ask(Step.tell("CLIENT", "SETINFO", "LIB-VER", label.libraryVersion()));
    }

    /**
     * For a connection whose session is already open: HELLO without a version changes nothing.
     */
    void recognise()
    {
        introduction.ask(Step.ask(this::onRecognised, "HELLO"));
    }

    /*
     * A server without HELLO, or without RESP3, gets the old greeting. Its answer to HELLO is not repeated:
     * an unknown command comes back with its arguments, including the password.
     */
    private void onHello(final Answer answer)
    {
        if (!answer.isError())
        {
            introduction.facts().readGreeting(answer);
            return;
        }

        final Refusal reason = Eligibility.of(answer, login);
        if (reason == null || answer.errorCode() == ErrorCode.NOAUTH && login.isGiven())
        {
            greetInTheOldWay();
        }
        else
        {
            introduction.refuse(reason);
        }
    }

    private void greetInTheOldWay()
    {
        introduction.askFirst(Step.inquire(this::onClientId, "CLIENT", "ID"));
        introduction.askFirst(Step.tell("CLIENT", "SETNAME", label.connectionName()));
        if (login.hasUser())
        {
            introduction.askFirst(Step.inquire(this::onAuth, "AUTH", login.user(), login.password()));
        }
        else if (login.isGiven())
        {
            introduction.askFirst(Step.inquire(this::onAuth, "AUTH", login.password()));
        }
    }

    private void onAuth(final Answer answer)
    {
        if (!answer.isError())
        {
            return;
        }

        final String text = answer.text();
        if (text.contains("without any password configured") || text.contains("but no password is set"))
        {
            introduction.refuse(Refusal.configuration("has no password, but one is configured for it: " +
                "leave the password out, or check that this is the right node"));
        }
        introduction.refuse(Eligibility.of(answer, login));
        introduction.refuse(Refusal.configuration("does not let in " + login + " (AUTH failed): " +
            (login.hasUser() ?
            "servers before 6.0 have a password, but no users; write redis://:PASSWORD@host" :
            "check whether it knows AUTH, and correct the password")));
    }

    /*
     * A node that may not vote may also lack databases; then name the former as the reason.
     */
    private void onSelected(final Answer answer)
    {
        if (answer.isError())
        {
            introduction.refuse(Eligibility.of(introduction.facts()));
            introduction.refuse(Refusal.configuration("does not give database " + database + " (" +
                ServerWords.quoted(answer.text()) + "): " + (Lack.isLasting(answer) ?
                Lack.of("SELECT", answer).remedy(introduction.facts()) :
                "name an existing one, the same in every client, as locks in different databases do not " +
                "exclude each other")));
        }
    }

    private void onRecognised(final Answer answer)
    {
        if (!answer.isError())
        {
            introduction.facts().readGreeting(answer);
        }
        else
        {
            introduction.askFirst(Step.inquire(this::onClientId, "CLIENT", "ID"));
        }
    }

    private void onClientId(final Answer answer)
    {
        if (answer.kind() == Answer.Kind.NUMBER)
        {
            introduction.facts().clientId = answer.number();
        }
    }
}
