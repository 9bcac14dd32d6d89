// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.ends;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.client.tck.suite.FaultSuite;
import dev.redlock.test.Await;
import dev.redlock.test.process.JavaProcess;
import dev.redlock.test.server.Certificate;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.TlsFront;

/**
 * An application that is thrown away, as in an application server: whatever way its clients were not built,
 * or ended, neither a thread nor a socket stays, and its class loader goes, although the threads that it had
 * used live on.
 */
public abstract class NothingStays extends FaultSuite
{
    private static final int MOST_WAYS = 100;
    private static final String DONE = "nothing stays";

    /*
     * Threads of the JDK, and one of Netty that ends when it has had nothing to do for a second.
     */
    private static final Pattern OTHERS = Pattern.compile(
        "globalEventExecutor-.*|process reaper.*|Common-Cleaner|.*Compiler.*|Attach Listener|tls-front|" +
        "Keep-Alive-Timer|JFR.*|CompletableFutureDelayScheduler|ForkJoinPool.*|junit.*|surefire.*|" +
        "Cleaner-.*");

    /*
     * From JDK 19 on its method handles keep types by soft references, for as long as memory is plentiful.
     */
    private static final Map<String, String> SOFT_ENDS_AT_ONCE =
        Map.of("JAVA_TOOL_OPTIONS", "-XX:SoftRefLRUPolicyMSPerMB=0");

    @TempDir
    private Path directory;

    /*
     * When a class loader goes, so does the native library that its Netty had loaded, and takes the native
     * methods of every other Netty in that JVM with it. So this one is another JVM.
     */
    @Test
    @Tag("proof")
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    void shouldLeaveNothingBehindHoweverAClientFailsOrEnds()
    {
        final JavaProcess process = closing(JavaProcess.start(
            NothingStays.class, List.of(transport().name(), directory.toString()), SOFT_ENDS_AT_ONCE));

        Await.parking().until("the end", Duration.ofSeconds(200), () -> !process.isRunning());
        assertThat(process.output()).endsWith(DONE + System.lineSeparator());
    }

    /**
     * Whatever is left behind ends it with a stack trace.
     *
     * @param args name of the transport, and a folder for files.
     * @throws Exception if something is left behind.
     */
    public static void main(final String[] args) throws Exception
    {
        final Path files = Path.of(args[1]);
        final Certificate certificate = Certificate.ofLoopback();
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            TlsFront front = new TlsFront(certificate.serverContext(null), false, server.port());
            Container container = new Container())
        {
            BadFiles.write(files, certificate);
            final Map<String, String> settings = Map.of(
                WaysToEnd.TRANSPORT, args[0],
                WaysToEnd.PLAIN, "redis://127.0.0.1:" + server.port(),
                WaysToEnd.TLS, "rediss://127.0.0.1:" + front.port(),
                WaysToEnd.NOBODY, "redis://127.0.0.1:" + freePort(),
                WaysToEnd.FILES, files.toString());
            final ExecutorService thread = container.thread;

            final WeakReference<ClassLoader> application = thread.submit(() -> runAll(settings)).get();
            useRecords();
            Await.parking().until("the class loader is gone", Duration.ofSeconds(30), () ->
            {
                System.gc();

                return application.get();
            }, loader -> loader == null);
            assertThat(thread.submit(() -> Thread.currentThread().isAlive()).get()).as("its thread").isTrue();
        }
        System.out.println(DONE);
    }

    /*
     * The JDK's method handles for records remember the types of their latest use, up to JDK 18 strongly.
     */
    private static void useRecords()
    {
        final Latest latest = new Latest(List.of(), "");
        assertThat(latest.equals(new Latest(List.of(), ""))).isTrue();
        assertThat(latest.hashCode() + latest.toString()).isNotEmpty();
    }

    private record Latest(Object one, String other)
    {
    }

    private static WeakReference<ClassLoader> runAll(final Map<String, String> settings) throws Exception
    {
        final Thread current = Thread.currentThread();
        final ClassLoader usual = current.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader()))
        {
            current.setContextClassLoader(loader);
            final BiFunction<String, Map<String, String>, String> ways = ways(loader);
            // What Netty, Lettuce and the JDK keep once per class loader is there now.
            ways.apply("close", settings);
            for (final String name : names())
            {
                check(name, () -> ways.apply(name, settings));
            }

            return new WeakReference<>(loader);
        }
        finally
        {
            current.setContextClassLoader(usual);
        }
    }

    private static List<String> names()
    {
        final WaysToEnd ways = new WaysToEnd();
        final List<String> names = new ArrayList<>(ways.names());
        assertThat(ways.failingCount()).as("ways to fail").isGreaterThanOrEqualTo(20);
        assertThat(names.size() - ways.failingCount()).as("ways to end").isBetween(5, MOST_WAYS);

        return names;
    }

    private static void check(final String name, final Callable<String> way) throws Exception
    {
        final Set<Thread> threads = threads();
        final long sockets = sockets();
        way.call();

        Await.parking().until("no thread of '" + name + "'", SOON, () -> more(threads), Set::isEmpty);
        Await.parking().until("no socket of '" + name + "'", SOON, NothingStays::sockets,
            count -> count <= sockets);
    }

    private static Set<Thread> more(final Set<Thread> before)
    {
        final Set<Thread> more = threads();
        more.removeAll(before);

        return more;
    }

    private static Set<Thread> threads()
    {
        return Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> !OTHERS.matcher(thread.getName()).matches())
            .collect(Collectors.toCollection(HashSet::new));
    }

    /*
     * Those of Linux, with what waits for them.
     */
    private static long sockets()
    {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd")))
        {
            return open.map(NothingStays::target)
                .filter(target -> target.startsWith("socket:") || target.startsWith("anon_inode:")).count();
        }
        catch (final IOException ignored)
        {
            return 0;
        }
    }

    private static String target(final Path descriptor)
    {
        try
        {
            return Files.readSymbolicLink(descriptor).toString();
        }
        catch (final IOException ignored)
        {
            return "";
        }
    }

    private static URL[] classPath() throws IOException
    {
        final List<URL> urls = new ArrayList<>();
        for (final String entry : System.getProperty("java.class.path").split(File.pathSeparator))
        {
            urls.add(Path.of(entry).toUri().toURL());
        }

        return urls.toArray(URL[]::new);
    }

    @SuppressWarnings("unchecked")
    private static BiFunction<String, Map<String, String>, String> ways(final ClassLoader loader)
        throws ReflectiveOperationException
    {
        return (BiFunction<String, Map<String, String>, String>)loader.loadClass(WaysToEnd.class.getName())
            .getConstructor().newInstance();
    }

    private static int freePort() throws IOException
    {
        try (ServerSocket socket = new ServerSocket(0))
        {
            return socket.getLocalPort();
        }
    }

    /**
     * Owns the thread that outlives the application.
     */
    private static final class Container implements AutoCloseable
    {
        private final ExecutorService thread = Executors.newSingleThreadExecutor();

        @Override
        public void close()
        {
            thread.shutdownNow();
        }
    }
}
