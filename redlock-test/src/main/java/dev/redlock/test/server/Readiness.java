// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.redlock.test.process.LaunchedProcess;
import dev.redlock.test.resp.RespClient;
import dev.redlock.test.resp.RespError;

/**
 * Asks a server through its socket whether it is ready.
 */
final class Readiness
{
    private static final Pattern PROCESS_ID = Pattern.compile("process_id:(\\d+)");
    private static final List<String> NOT_ADMITTED = List.of("NOAUTH", "NOPERM", "WRONGPASS");

    private final LaunchedProcess process;
    private final int port;
    private final List<ServerSettings.Login> logins;
    private String lastAnswer = "no connection was possible";

    Readiness(final LaunchedProcess process, final int port, final List<ServerSettings.Login> logins)
    {
        this.process = process;
        this.port = port;
        this.logins = logins;
    }

    /**
     * The last answer, for the message of a failure.
     */
    String lastAnswer()
    {
        return lastAnswer;
    }

    /**
     * Whether the server is dead, or answers anything but that it is loading.
     */
    boolean isDecided(final long deadlineNs)
    {
        if (!process.isAlive())
        {
            return true;
        }

        final long leftMs = Math.max(1, (deadlineNs - System.nanoTime()) / 1_000_000);
        try (RespClient client = RespClient.connect("127.0.0.1", port, Duration.ofMillis(leftMs)))
        {
            return isReady(client);
        }
        catch (final UncheckedIOException ex)
        {
            lastAnswer = ex.getMessage();

            return false;
        }
    }

    private boolean isReady(final RespClient client)
    {
        String answer = ask(client, "PING");
        for (int i = 0; i < logins.size() && isNotAdmitted(answer); i++)
        {
            ask(client, logins.get(i));
            answer = ask(client, "PING");
        }
        lastAnswer = answer;

        return !answer.startsWith("LOADING") && isOurs(ask(client, "INFO", "server"));
    }

    /*
     * If another server has taken the port meanwhile, that one answers while ours fails. A server that does
     * not tell its process id is trusted.
     */
    private boolean isOurs(final String info)
    {
        final Matcher matcher = PROCESS_ID.matcher(info);
        if (!matcher.find() || process.owns(Long.parseLong(matcher.group(1))))
        {
            return true;
        }
        lastAnswer = "process " + matcher.group(1) + ", which is not ours, answers on port " + port;

        return false;
    }

    private static boolean isNotAdmitted(final String answer)
    {
        return NOT_ADMITTED.stream().anyMatch(answer::startsWith);
    }

    private static void ask(final RespClient client, final ServerSettings.Login login)
    {
        if (login.user() == null)
        {
            ask(client, "AUTH", login.password());
        }
        else
        {
            ask(client, "AUTH", login.user(), login.password());
        }
    }

    private static String ask(final RespClient client, final String... command)
    {
        try
        {
            return String.valueOf(client.call(command));
        }
        catch (final RespError ex)
        {
            return ex.getMessage();
        }
    }
}
