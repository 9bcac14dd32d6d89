// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Configures a {@link RedisServerProcess}. Defaults: a free port on 127.0.0.1, no persistence, no password,
 * its own directory, deleted at the end.
 * <p>
 * <b>Note:</b> not for use by several threads at once. A builder can make several servers; each gets its own
 * port and directory unless these are set.
 */
public final class RedisServerBuilder
{
    private static final int MAX_SOCKET_PATH = 103;
    private static final Map<String, String> OWNED = Map.of(
        "port", "port(…)",
        "dir", "directory(…)",
        "daemonize", "nothing: the server must stay our child to be stopped",
        "requirepass", "password(…)",
        "logfile", "nothing: output() shows what the server says", "tls-port", "tls(…)");
    private static final Set<String> FSYNC = Set.of("always", "everysec", "no");

    private final List<String> wrapper = new ArrayList<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final List<ServerSettings.Login> logins = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private ServerSettings.TlsFiles tls;
    private Path binary;
    private Path directory;
    private int port;

    RedisServerBuilder()
    {
    }

    /**
     * The program to run, a redis-server or a valkey-server. Without it: the system property
     * {@code redlock.server}, else the environment variable {@code REDLOCK_SERVER}, else the built-in Redis
     * 7.0.15.
     *
     * @param program an executable file.
     * @return this.
     */
    public RedisServerBuilder binary(final Path program)
    {
        binary = program;

        return this;
    }

    /**
     * A command that starts the server, such as {@code taskset -c 1}. It should exec the server; if it stays
     * its parent, signals go to both.
     *
     * @param command program and arguments.
     * @return this.
     */
    public RedisServerBuilder wrapper(final String... command)
    {
        wrapper.clear();
        wrapper.addAll(Arrays.asList(command));

        return this;
    }

    /**
     * An environment variable of the server, in addition to those of this JVM.
     * <p>
     * The built-in server is linked statically: preloading a library, as for libfaketime, needs the system's
     * server, set with {@link #binary(Path)}.
     *
     * @param name  of the variable.
     * @param value of the variable.
     * @return this.
     */
    public RedisServerBuilder environment(final String name, final String value)
    {
        environment.put(name, value);

        return this;
    }

    /**
     * The port to listen on.
     *
     * @param value 1 to 65535, or 0 for a free one, which is the default.
     * @return this.
     */
    public RedisServerBuilder port(final int value)
    {
        if (value < 0 || value > 65_535)
        {
            throw new IllegalArgumentException(
                "the port is " + value + " but must be 1 to 65535, or 0 for a free one");
        }
        port = value;

        return this;
    }

    /**
     * The directory of the server's files. It must exist and is not deleted. Default: a temporary directory
     * that survives restarts and is deleted by {@link RedisServerProcess#close()}.
     *
     * @param existing directory.
     * @return this.
     */
    public RedisServerBuilder directory(final Path existing)
    {
        directory = existing.toAbsolutePath();

        return this;
    }

    /**
     * Any line of redis.conf. Later settings override earlier ones and the defaults.
     *
     * @param name  of the setting, such as {@code maxmemory}.
     * @param value as in redis.conf, quoted if necessary.
     * @return this.
     */
    public RedisServerBuilder setting(final String name, final String value)
    {
        final String instead = OWNED.get(name);
        if (instead != null)
        {
            throw new IllegalArgumentException("the setting " + name + " is not free; use " + instead);
        }
        if (name.isBlank() || name.indexOf('\n') >= 0 || value.indexOf('\n') >= 0)
        {
            throw new IllegalArgumentException("the setting '" + name + "' must be one line with a name");
        }
        lines.add(name + " " + value);

        return this;
    }

    /**
     * The password of the default user.
     *
     * @param secret not empty; written only to the server's configuration file.
     * @return this.
     */
    public RedisServerBuilder password(final String secret)
    {
        requireSecret(secret, "the default user");
        logins.add(0, new ServerSettings.Login(null, secret));
        lines.add("requirepass " + ServerSettings.quote(secret));

        return this;
    }

    /**
     * An ACL user.
     *
     * @param name   of the user.
     * @param secret its password, not empty; written only to the server's configuration file.
     * @param rules  what it may do, as in ACL SETUSER: {@code "~lock:* +set +get"}.
     * @return this.
     */
    public RedisServerBuilder user(final String name, final String secret, final String rules)
    {
        requireSecret(secret, "user " + name);
        logins.add(new ServerSettings.Login(name, secret));
        lines.add("user " + ServerSettings.quote(name) + " on " +
            ServerSettings.quote(">" + secret) + " " + rules);

        return this;
    }

    /**
     * Also listens on a Unix domain socket.
     *
     * @param path of the socket, at most 103 bytes: the shortest limit among operating systems.
     * @return this.
     */
    public RedisServerBuilder unixSocket(final Path path)
    {
        final int length = path.toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_SOCKET_PATH)
        {
            throw new IllegalArgumentException("the socket path " + path + " has " + length + " bytes but " +
                "must have at most " + MAX_SOCKET_PATH + "; choose a directory nearer to the root");
        }
        lines.add("unixsocket " + ServerSettings.quote(path.toString()));

        return this;
    }

    /**
     * Keeps an append-only file, so that keys survive {@link RedisServerProcess#restart()}.
     *
     * @param fsync {@code always}, {@code everysec} or {@code no}.
     * @return this.
     */
    public RedisServerBuilder appendOnly(final String fsync)
    {
        if (!FSYNC.contains(fsync))
        {
            throw new IllegalArgumentException("appendfsync is '" + fsync + "' but must be one of " + FSYNC);
        }
        lines.add("appendonly yes");
        lines.add("appendfsync " + fsync);

        return this;
    }

    /**
     * Runs as a node of a Redis Cluster, without slots at first.
     *
     * @return this.
     */
    public RedisServerBuilder cluster()
    {
        lines.add("cluster-enabled yes");

        return this;
    }

    /**
     * Runs as a replica.
     *
     * @param host       of the master.
     * @param masterPort of the master.
     * @return this.
     */
    public RedisServerBuilder replicaOf(final String host, final int masterPort)
    {
        lines.add("replicaof " + host + " " + masterPort);

        return this;
    }

    /**
     * Also listens with TLS, on a second free port; clients need no certificate. The plain port stays for the
     * test's own use.
     *
     * @param certificate of the server, PEM.
     * @param key         of the certificate, PEM.
     * @param authority   that signed it, PEM.
     * @return this.
     */
    public RedisServerBuilder tls(final Path certificate, final Path key, final Path authority)
    {
        tls = new ServerSettings.TlsFiles(
            certificate.toAbsolutePath(), key.toAbsolutePath(), authority.toAbsolutePath());

        return this;
    }

    /**
     * A server with these settings, not yet running.
     *
     * @return the server, to be closed by the caller.
     */
    public RedisServerProcess build()
    {
        return new RedisServerProcess(
            new ServerSettings(binary, wrapper, environment, directory, port, tls, logins, lines));
    }

    /**
     * Builds the server and starts it, as {@link RedisServerProcess#start()} does.
     *
     * @return the running server, to be closed by the caller.
     */
    public RedisServerProcess start()
    {
        final RedisServerProcess server = build();
        try
        {
            return server.start();
        }
        catch (final RuntimeException ex)
        {
            server.close();
            throw ex;
        }
    }

    private static void requireSecret(final String secret, final String user)
    {
        if (secret.isEmpty())
        {
            throw new IllegalArgumentException(
                "the password of " + user + " is empty; leave it out for none");
        }
    }
}
