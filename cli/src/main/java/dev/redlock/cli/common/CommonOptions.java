// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.cli.output.FileWords;
import dev.redlock.cli.output.Prose;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.spi.address.TlsOptions;

/**
 * Options of all commands: which nodes, how to reach them, how much to say.
 */
public final class CommonOptions
{
    /**
     * Environment variable that names the nodes when no option does.
     */
    public static final String ENVIRONMENT = "REDLOCK_NODES";

    /**
     * Of the clients of all commands that take no lock.
     */
    public static final String CLIENT_NAME = "redlock-cli";

    /**
     * How long a connection may take, its greeting included: as long as with the clients of applications.
     */
    public static final Duration CONNECT_WITHIN =
        Duration.ofNanos(new EngineConfig.Draft().connectTimeoutNs);

    /*
     * Held, for the platform's logging forgets loggers that nobody holds.
     */
    private static final List<Logger> LOGS =
        Stream.of("dev.redlock", "io.netty", "io.lettuce").map(Logger::getLogger)
            .collect(Collectors.toList());
    private static final Duration USUAL_TTL = Duration.ofSeconds(30);
    private static final Duration START_WITHIN = Duration.ofMillis(2500);
    private static final Duration CLOSE_WITHIN = Duration.ofMillis(500);

    @Option(names = "--nodes", paramLabel = "URI[,URI...]", order = 100,
        description = "The nodes: redis://[user[:password]@]host[:port][/db], rediss://... or unix:///path.")
    private String nodes;

    @Option(names = "--nodes-file", paramLabel = "FILE", order = 101,
        description = "The nodes, one URI a line; what starts with # is a comment. Keeps passwords out of " +
            "the list of processes, and so does the environment variable REDLOCK_NODES.")
    private Path nodesFile;

    @Option(names = "--transport", paramLabel = "NAME", defaultValue = "netty", order = 102,
        description = "The transport to use (default: ${DEFAULT-VALUE}).")
    private String transport;

    @Option(names = "--io", paramLabel = "epoll|nio", order = 103,
        description = "How the transport does its system calls (default: epoll where there is one).")
    private String io;

    @Option(names = "--tls-ca", paramLabel = "FILE", order = 104,
        description = "PEM file of the authorities to trust for rediss:// (default: the platform's).")
    private Path trustedCertificates;

    @Option(names = "--tls-cert", paramLabel = "FILE", order = 105,
        description = "PEM file of our certificate, if nodes ask for one.")
    private Path clientCertificate;

    @Option(names = "--tls-key", paramLabel = "FILE", order = 106,
        description = "PEM file of our private key.")
    private Path clientKey;

    @Option(names = "--longest-ttl", defaultValue = "60s", paramLabel = "TIME", order = 107,
        converter = DurationConverter.class,
        description = "The longest time to live that any client of these nodes uses: a node that restarts " +
            "does not vote for so long (default: ${DEFAULT-VALUE}).")
    private Duration longestTtl;

    @Option(names = "--assume-nodes-fresh", order = 108,
        description = "The nodes were never used before, as in a trial: they vote however young they are.")
    private boolean isFresh;

    @Option(names = "--assume-failovers-keep-keys", order = 109,
        description = "Nodes that were promoted have all locks that are still held: they vote although " +
            "they do not tell when that was.")
    private boolean doFailoversKeepKeys;

    @Option(names = "--verbose", order = 110,
        description = "Say what happens to the nodes, and show stack traces.")
    private boolean isVerbose;

    @Option(names = {"-h", "--help"}, usageHelp = true, order = 111, description = "Show this help and end.")
    private boolean isHelpWanted;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /**
     * The addresses of the nodes, as far as any were named.
     *
     * @return with secrets: not to be printed; empty if there are none.
     */
    public List<String> uris()
    {
        return uris(System.getenv());
    }

    List<String> uris(final Map<String, String> environment)
    {
        if (nodes != null && nodesFile != null)
        {
            throw usage("--nodes and --nodes-file exclude each other: give one of them");
        }
        if (nodesFile != null)
        {
            final List<String> listed = NodeList.ofLines(read(nodesFile));
            if (listed.isEmpty())
            {
                throw usage("--nodes-file " + nodesFile + " has no nodes, only comments or blank lines: " +
                    "write one URI a line");
            }

            return listed;
        }

        final String text = nodes != null ? nodes : environment.getOrDefault(ENVIRONMENT, "");

        return NodeList.of(text);
    }

    private List<String> read(final Path file)
    {
        try
        {
            return Files.readAllLines(file);
        }
        catch (final IOException ex)
        {
            throw usage("--nodes-file " + file + " cannot be read (" + FileWords.of(ex) +
                "): give a text file with one URI a line");
        }
    }

    /**
     * The addresses of the nodes.
     *
     * @return at least one, with secrets: not to be printed.
     * @throws ParameterException if none were named.
     */
    public List<String> requiredUris()
    {
        final List<String> uris = uris();
        if (uris.isEmpty())
        {
            throw usage("no nodes: name them with --nodes redis://host:port,... or --nodes-file FILE or " +
                "the environment variable " + ENVIRONMENT);
        }

        return uris;
    }

    /**
     * Begins a client of the named nodes.
     *
     * @return a builder, to be refined.
     */
    public RedlockBuilder client()
    {
        return client(requiredUris());
    }

    /**
     * Begins a client of other nodes, with the transport that was asked for.
     *
     * @param uris of the nodes.
     * @return a builder, to be refined.
     */
    public RedlockBuilder client(final List<String> uris)
    {
        checkTls(uris);
        // Commands report their result; few users want to hear that a release waits for a node that is down.
        LOGS.forEach((log) -> log.setLevel(isVerbose ? Level.INFO : Level.SEVERE));
        final RedlockBuilder builder = Redlock.builder()
            .name(CLIENT_NAME)
            .nodes(uris.toArray(new String[0]))
            .transport(transport)
            .tls(new TlsOptions(trustedCertificates, clientCertificate, clientKey))
            .connectTimeout(CONNECT_WITHIN).startTimeout(START_WITHIN).closeTimeout(CLOSE_WITHIN)
            .events(new VerboseNews(isVerbose));
        try
        {
            builder.longestTtl(longestTtl).defaults(LockOptions.DEFAULT.withTtl(ttl(null)));
        }
        catch (final IllegalArgumentException ex)
        {
            throw usage("--longest-ttl: " + ex.getMessage());
        }

        if (isFresh)
        {
            builder.assumeNodesFresh();
        }
        if (doFailoversKeepKeys)
        {
            builder.assumeFailoversKeepKeys();
        }

        return io == null ? builder : builder.transportOption("io", io);
    }

    private void checkTls(final List<String> uris)
    {
        if (uris.stream().noneMatch((uri) -> uri.startsWith("rediss://")))
        {
            final ParseResult given = spec.commandLine().getParseResult();
            Stream.of("--tls-ca", "--tls-cert", "--tls-key").filter(given::hasMatchedOption).findFirst()
                .ifPresent((option) ->
                {
                    throw usage(option + " is for nodes with TLS, and no address begins with rediss://: " +
                        "begin those of nodes with TLS so, or leave the option out");
                });
        }
    }

    /**
     * The time to live to use.
     *
     * @param ttl as asked for; null if it was not: then the usual one, or the longest if that is shorter.
     * @return the time.
     */
    public Duration ttl(final Duration ttl)
    {
        return ttl != null ? ttl : longestTtl.compareTo(USUAL_TTL) < 0 ? longestTtl : USUAL_TTL;
    }

    /**
     * Complains of a time to live that clients would refuse.
     *
     * @param ttl as it is to be used.
     */
    public void checkTtl(final Duration ttl)
    {
        if (ttl.compareTo(longestTtl) > 0)
        {
            throw usage("--ttl is " + Prose.duration(ttl) + " but --longest-ttl is " +
                Prose.duration(longestTtl) + ": a node that restarts would vote while the lock is held; " +
                "raise --longest-ttl, and RedlockBuilder.longestTtl of all clients of these keys");
        }
    }

    /**
     * The longest time to live of the clients.
     *
     * @return null if the command line does not say.
     */
    public Duration givenLongestTtl()
    {
        return spec.commandLine().getParseResult().hasMatchedOption("--longest-ttl") ? longestTtl : null;
    }

    /**
     * Whether the nodes are said to be fresh.
     *
     * @return true if they vote however young they are.
     */
    public boolean isFresh()
    {
        return isFresh;
    }

    /**
     * The name of the transport.
     *
     * @return as it was asked for.
     */
    public String transport()
    {
        return transport;
    }

    /**
     * How the transport does its system calls.
     *
     * @return as it was asked for; {@code default} if it was not.
     */
    public String io()
    {
        return io == null ? "default" : io;
    }

    /**
     * Whether to tell more than the result.
     *
     * @return true if that was asked for.
     */
    public boolean isVerbose()
    {
        return isVerbose;
    }

    /**
     * A complaint about the command line.
     *
     * @param message what is wrong, and what would be right.
     * @return to be thrown; ends the process with {@link ExitStatus#USAGE}.
     */
    public ParameterException usage(final String message)
    {
        return new ParameterException(spec.commandLine(), message);
    }
}
