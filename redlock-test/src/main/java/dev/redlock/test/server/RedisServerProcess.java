// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;

import dev.redlock.test.process.LaunchedProcess;
import dev.redlock.test.process.Waiting;
import dev.redlock.test.resp.RespClient;

/**
 * A real redis-server or valkey-server in its own process, for tests that must not trust a model.
 * <pre>{@code
 * try (RedisServerProcess server = RedisServerProcess.builder().setting("maxmemory", "4mb").start())
 * {
 *     server.pause();
 *     …
 *     server.resume();
 * }
 * }</pre>
 * The built-in server is Redis 7.0.15; any other is chosen with {@link RedisServerBuilder#binary(Path)}, the
 * system property {@code redlock.server} or the environment variable {@code REDLOCK_SERVER}.
 * <p>
 * Runs on Linux and macOS. The process never outlives this JVM, however it ends. Methods wait up to a
 * deadline and then throw {@link IllegalStateException} with the server's output. All methods may be called
 * from any thread, one runs at a time.
 */
public final class RedisServerProcess implements AutoCloseable
{
    private static final Duration START_WITHIN = Duration.ofSeconds(40);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(40);
    private static final Pattern PORT_TAKEN = Pattern.compile("bind: Address (already )?in use");
    private static final int MAX_CLASHES = 10;

    private final ServerSettings settings;
    private final ServerFiles files;
    private LaunchedProcess process;
    private boolean isSettled;
    private int port;
    private int tlsPort;

    RedisServerProcess(final ServerSettings settings)
    {
        this.settings = settings;
        files = new ServerFiles(settings);
        port = settings.port();
    }

    /**
     * Starts to configure a server.
     *
     * @return a builder with the defaults.
     */
    public static RedisServerBuilder builder()
    {
        return new RedisServerBuilder();
    }

    /**
     * Starts the process and waits up to ten seconds until it answers. A server that was killed or stopped
     * comes back on the same port with the same directory: with empty memory, unless it is set to keep its
     * keys.
     *
     * @return this.
     */
    public RedisServerProcess start()
    {
        return launch().awaitReady(START_WITHIN);
    }

    /**
     * Starts the process without waiting. Call {@link #awaitReady(Duration)} before any other use.
     *
     * @return this.
     */
    public synchronized RedisServerProcess launch()
    {
        if (isRunning())
        {
            throw new IllegalStateException(this + " runs already; use restart()");
        }
        if (files.isClosed())
        {
            throw new IllegalStateException(this + " is closed; build another one");
        }
        if (port == 0)
        {
            port = FreePorts.take();
        }
        if (settings.tls() != null && tlsPort == 0)
        {
            tlsPort = FreePorts.take();
        }
        process = LaunchedProcess.launch(
            files.command(port, tlsPort), settings.environment(), files.directory(), "redis-server-" + port);

        return this;
    }

    /**
     * Waits until the server answers a PING and has loaded its data. A refusal, such as NOAUTH, counts as an
     * answer.
     *
     * @param within how long to wait.
     * @return this.
     */
    public synchronized RedisServerProcess awaitReady(final Duration within)
    {
        if (process == null)
        {
            throw new IllegalStateException(this + " was never started; call launch() or start()");
        }

        final long deadlineNs = Waiting.deadlineNs(within);
        for (int clashes = 0; !isReady(deadlineNs, within); clashes++)
        {
            if (clashes == MAX_CLASHES)
            {
                throw failed("found " + clashes + " ports in a row taken by others");
            }

            /*
             * A free port can be found but not reserved, and another process may take it first. Nobody knows
             * the port of a server that was never ready, so another one is as good. This chooses a port; it
             * does not retry a failure.
             */
            FreePorts.giveBack(port);
            FreePorts.giveBack(tlsPort);
            port = 0;
            tlsPort = 0;
            launch();
        }
        isSettled = true;

        return this;
    }

    /**
     * Kills the server with SIGKILL and waits until it is dead. Does nothing if it does not run.
     */
    public synchronized void kill()
    {
        if (process != null)
        {
            process.kill();
        }
    }

    /**
     * Stops the server with SIGTERM, so that it can save what it is set to save, and waits up to ten seconds
     * until it is gone. A paused server is resumed first, as it could not hear. Does nothing if it does not
     * run.
     */
    public synchronized void stop()
    {
        if (!isRunning())
        {
            return;
        }
        if (process.isPaused())
        {
            process.resume();
        }
        if (!process.terminate(STOP_WITHIN))
        {
            throw failed("did not stop within " + STOP_WITHIN + " of SIGTERM");
        }
    }

    /**
     * Freezes the server with SIGSTOP. Connections stay, and the system accepts new ones for it, but nothing
     * is answered. On Linux the server has stopped when this returns.
     */
    public synchronized void pause()
    {
        running().pause();
    }

    /**
     * Resumes a paused server with SIGCONT.
     */
    public synchronized void resume()
    {
        running().resume();
    }

    /**
     * Kills the server with SIGKILL if it runs, and starts it again on the same port with the same directory.
     * For an orderly restart use {@link #stop()} and {@link #start()}.
     *
     * @return this, ready.
     */
    public synchronized RedisServerProcess restart()
    {
        kill();

        return start();
    }

    /**
     * Whether the process exists, paused or not.
     *
     * @return true from the launch until the end of the process.
     */
    public synchronized boolean isRunning()
    {
        return process != null && process.isAlive();
    }

    /**
     * The port; it never changes once the server has been ready.
     *
     * @return the port on 127.0.0.1, 0 before the first start of a server with a free port.
     */
    public synchronized int port()
    {
        return port;
    }

    /**
     * The port for TLS.
     *
     * @return the port on 127.0.0.1, 0 without TLS.
     */
    public synchronized int tlsPort()
    {
        return tlsPort;
    }

    /**
     * The id of the process.
     *
     * @return the id.
     */
    public synchronized long pid()
    {
        return running().pid();
    }

    /**
     * Where to connect, as the lock client wants it.
     *
     * @return {@code redis://127.0.0.1:port}, with the default user's password if there is one: do not print
     *         it.
     */
    public String uri()
    {
        return uri("redis", port());
    }

    /**
     * Where to connect with TLS.
     *
     * @return {@code rediss://127.0.0.1:tlsPort}, with the default user's password if there is one.
     */
    public String tlsUri()
    {
        if (settings.tls() == null)
        {
            throw new IllegalStateException(this + " has no TLS; ask for it with tls(…) when building");
        }

        return uri("rediss", tlsPort());
    }

    /**
     * The directory of the server's files.
     *
     * @return an existing directory.
     */
    public synchronized Path directory()
    {
        return files.directory();
    }

    /**
     * The end of the server's output in its present or last run.
     *
     * @return at most 32 KiB of text; complete after the server has ended.
     */
    public synchronized String output()
    {
        return process == null ? "" : settings.redact(process.output());
    }

    /**
     * Has the server execute one command, on a connection of its own.
     *
     * @param words the command.
     * @return as {@link RespClient#call}.
     */
    public Object call(final String... words)
    {
        try (RespClient client = client())
        {
            return client.call(words);
        }
    }

    /**
     * The test's own connection to the server, logged in as the default user.
     *
     * @return a client, to be closed by the caller.
     */
    public RespClient client()
    {
        final RespClient client = RespClient.connect("127.0.0.1", port());
        try
        {
            if (settings.password() != null)
            {
                client.call("AUTH", settings.password());
            }

            return client;
        }
        catch (final RuntimeException ex)
        {
            client.close();
            throw ex;
        }
    }

    /**
     * Kills the server and deletes its directory, if that is its own. Idempotent.
     */
    @Override
    public synchronized void close()
    {
        kill();
        files.close();
        FreePorts.giveBack(port);
        FreePorts.giveBack(tlsPort);
    }

    @Override
    public String toString()
    {
        return "server 127.0.0.1:" + port();
    }

    private boolean isReady(final long deadlineNs, final Duration within)
    {
        final Readiness readiness = new Readiness(process, port, settings.logins());
        final boolean isInTime = Waiting.until(() -> readiness.isDecided(deadlineNs), deadlineNs);
        if (process.isAlive())
        {
            if (isInTime)
            {
                return true;
            }
            throw failed("is not ready after " + within + ": " + readiness.lastAnswer());
        }
        if (settings.port() == 0 && !isSettled && PORT_TAKEN.matcher(process.output()).find())
        {
            return false;
        }
        throw failed("ended with status " + process.exitStatus());
    }

    private LaunchedProcess running()
    {
        if (!isRunning())
        {
            throw new IllegalStateException(this + " does not run; call start()");
        }

        return process;
    }

    private IllegalStateException failed(final String what)
    {
        kill();

        return new IllegalStateException(this + " " + what + "\ncommand: " + files.command(port, tlsPort) +
            "\noutput:\n" + output());
    }

    private String uri(final String scheme, final int atPort)
    {
        final String password = settings.password();
        final String login = password == null ? "" :
            ":" + URLEncoder.encode(password, StandardCharsets.UTF_8).replace("+", "%20") + "@";

        return scheme + "://" + login + "127.0.0.1:" + atPort;
    }
}
