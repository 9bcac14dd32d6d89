// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.ends;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.spi.address.Credentials;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.spi.address.TlsOptions;

/**
 * Ways in which a client is not built, and in which one ends. Loaded by a class loader that is thrown away,
 * as that of an application is, so it shares only types of the JDK with the test.
 */
public final class WaysToEnd implements BiFunction<String, Map<String, String>, String>
{
    /**
     * Names of settings: the transport; a server in plain text, one with TLS, and where nobody listens; a
     * directory with good and bad files.
     */
    static final String TRANSPORT = "transport";
    static final String PLAIN = "plain";
    static final String TLS = "tls";
    static final String NOBODY = "nobody";
    static final String FILES = "files";

    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration PATIENT = Duration.ofSeconds(10);

    private final Map<String, Failing> failing = new LinkedHashMap<>();
    private final Map<String, Ending> ending = new LinkedHashMap<>();

    /**
     * All ways.
     */
    public WaysToEnd()
    {
        addSettings();
        addThreads();
        addFiles();
        addNodes();
        addCredentials();
        addEnds();
    }

    private void addSettings()
    {
        failing.put("no node", Given::builder);
        failing.put("a node twice", given -> given.at(PLAIN).nodes(given.get(PLAIN)));
        failing.put("an unknown transport", given -> given.at(PLAIN).transport("pigeons"));
        failing.put("an unknown option", given -> given.at(PLAIN).transportOption("wings", "2"));
        failing.put("a wrong option", given -> given.at(PLAIN).transportOption("io", "x"));
        failing.put("a quorum above all", given -> given.at(PLAIN).quorum(2));
        failing.put("a time to live above the longest",
            given -> given.at(PLAIN).defaults(LockOptions.DEFAULT.withTtl(Duration.ofHours(1))));
    }

    private void addThreads()
    {
        failing.put("a factory without a thread", given -> given.at(PLAIN).threadFactory(work -> null));
        failing.put("a factory with a thread that runs", given -> given.at(PLAIN).threadFactory(work ->
        {
            final Thread thread = new Thread(work);
            thread.start();

            return thread;
        }));
        failing.put("a factory that throws", given -> given.at(PLAIN).threadFactory(work -> fail("factory")));
        failing.put("a second engine without a thread", given ->
        {
            final AtomicInteger made = new AtomicInteger();

            return given.at(PLAIN).engines(2)
                .threadFactory(work -> made.getAndIncrement() == 0 ? new Thread(work) : null);
        });
        failing.put("an idle strategy that is missing",
            given -> given.at(PLAIN).idleStrategy(() -> fail("idle strategy")));
    }

    private void addFiles()
    {
        for (final String file : BadFiles.TRUST)
        {
            failing.put("trust in " + file, given -> given.at(TLS).tls(
                new TlsOptions(given.file(file), null, null)));
        }
        for (final String file : BadFiles.KEYS)
        {
            failing.put("a key in " + file, given -> given.at(TLS).tls(
                new TlsOptions(given.file(BadFiles.AUTHORITY), given.file(BadFiles.CERTIFICATE),
                    given.file(file))));
        }
    }

    private void addNodes()
    {
        failing.put("nobody listens", given -> given.at(NOBODY));
        failing.put("nobody listens to the owner", given -> given.at(NOBODY).invoker());
        failing.put("no such name", given -> given.builder().nodes("redis://no-such-host.invalid:1"));
        failing.put("no such socket", given -> given.builder().nodes("unix:///no/such/socket"));
        failing.put("a database that is missing", given -> given.builder().nodes(given.get(PLAIN) + "/9999"));
        failing.put("TLS to plain text",
            given -> given.builder().nodes(given.get(PLAIN).replace("redis:", "rediss:")));
        failing.put("plain text to TLS",
            given -> given.builder().nodes(given.get(TLS).replace("rediss:", "redis:")));
        failing.put("a certificate of nobody's", given -> given.at(TLS));
    }

    private void addCredentials()
    {
        failing.put("a password that nobody wants", given -> given.at(PLAIN).credentials(new Words(null)));
        failing.put("credentials that throw",
            given -> given.at(PLAIN).startTimeout(SHORT).credentials(new Words(() -> fail("credentials"))));
        failing.put("credentials that never come",
            given -> given.at(PLAIN).startTimeout(SHORT).credentials(new Words(WaysToEnd::waitForEver)));
    }

    private static void waitForEver()
    {
        try
        {
            new CountDownLatch(1).await();
        }
        catch (final InterruptedException ex)
        {
            fail("interrupted");
        }
    }

    private void addEnds()
    {
        ending.put("close", given -> end(given.at(PLAIN).build()));
        ending.put("close of two engines", given -> end(given.at(PLAIN).engines(2).build()));
        ending.put("close by the owner", given -> end(given.at(PLAIN).invoker().build()));
        ending.put("close with TLS", given -> end(given.trusting().build()));
        ending.put("close by the owner with TLS", given -> end(given.trusting().invoker().build()));
        ending.put("close after a question", given ->
        {
            final Redlock redlock = given.at(PLAIN).build();
            redlock.operators().holder("key").toCompletableFuture().join();
            redlock.close();
        });
        ending.put("close with a lease", given ->
        {
            final Redlock redlock = given.at(PLAIN).build();
            redlock.tryAcquire("key");
            redlock.close();
        });
        ending.put("close while it connects", given ->
            given.at(NOBODY).startTimeout(Duration.ofMillis(1)).startWithoutQuorum().build().close());
        ending.put("death of the owner", WaysToEnd::outliveTheOwner);
    }

    private static void outliveTheOwner(final Given given) throws InterruptedException
    {
        final Redlock[] redlock = new Redlock[1];
        final Thread owner = new Thread(() ->
        {
            redlock[0] = given.at(PLAIN).invoker().build();
            redlock[0].tryAcquire("left by a dead thread");
        });
        owner.start();
        owner.join();
        redlock[0].close();
    }

    private static void end(final Redlock redlock)
    {
        try (redlock; LockHandle handle = redlock.handle("key"))
        {
            final long term = handle.tryAcquire();
            if (!handle.isHeld(term))
            {
                throw new AssertionError("not acquired: " + handle.votes());
            }
            handle.release(term);
        }
    }

    /**
     * The names of all ways, of those that fail first.
     *
     * @return in the order in which they are to be gone.
     */
    Set<String> names()
    {
        final Map<String, Object> all = new LinkedHashMap<>(failing);
        all.putAll(ending);

        return all.keySet();
    }

    int failingCount()
    {
        return failing.size();
    }

    /**
     * Goes one way.
     *
     * @param name     of the way.
     * @param settings of the names above.
     * @return what was complained of; empty if nothing.
     */
    @Override
    public String apply(final String name, final Map<String, String> settings)
    {
        final Given given = new Given(settings);
        try
        {
            if (ending.containsKey(name))
            {
                ending.get(name).run(given);

                return "";
            }
            failing.get(name).of(given).build().close();
        }
        catch (final Exception | LinkageError ex)
        {
            return ex.toString();
        }

        throw new AssertionError(name + " did not keep a client from being built");
    }

    private static <T> T fail(final String what)
    {
        throw new IllegalStateException("planted: " + what);
    }

    @FunctionalInterface
    private interface Failing
    {
        RedlockBuilder of(Given given);
    }

    @FunctionalInterface
    private interface Ending
    {
        void run(Given given) throws Exception;
    }

    private record Given(Map<String, String> settings)
    {
        private String get(final String setting)
        {
            return settings.get(setting);
        }

        private Path file(final String name)
        {
            return Path.of(get(FILES), name);
        }

        private RedlockBuilder builder()
        {
            return Redlock.builder().transport(get(TRANSPORT)).assumeNodesFresh()
                .connectTimeout(SHORT).startTimeout(SHORT);
        }

        /**
         * Ways that end well have time; others must not take long.
         */
        private RedlockBuilder at(final String setting)
        {
            final RedlockBuilder builder = builder().node(NodeAddress.parse(get(setting)));

            return setting.equals(PLAIN) ? builder.startTimeout(PATIENT).connectTimeout(PATIENT) : builder;
        }

        private RedlockBuilder trusting()
        {
            return at(TLS).startTimeout(PATIENT).connectTimeout(PATIENT)
                .tls(new TlsOptions(file(BadFiles.AUTHORITY), null, null));
        }
    }

    private record Words(Runnable first) implements Credentials
    {
        @Override
        public String user()
        {
            return "nobody";
        }

        @Override
        public String password()
        {
            if (first != null)
            {
                first.run();
            }

            return "nothing";
        }
    }
}
