// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import com.sun.management.ThreadMXBean;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.Quantity;
import dev.redlock.runtime.client.ClientRig;
import dev.redlock.runtime.client.Handle;

@Tag("jdk")
class JfrEventsTest
{
    private static final String PREFIX = "dev.redlock.";
    private static final int CALLS = 100_000;
    private static final int MOST_BLOCKS = 10;

    @TempDir
    Path directory;
    @AutoClose
    private Recording recording;
    @AutoClose
    private ClientRig rig;

    @Test
    void shouldRecordEveryAcquisition() throws Exception
    {
        recording = start("Acquired", "Contended");
        rig = ClientRig.dedicated();
        final Handle handle = rig.handle("k");
        IntStream.range(0, 3).forEach((i) -> handle.release(ClientRig.acquire(handle, 0)));

        final List<RecordedEvent> events = stop(recording, "Acquired");
        assertThat(events).hasSize(3).hasSize((int)rig.client.meter().of(Quantity.ACQUIRE).count());
        assertThat(events).extracting(event -> event.getLong("term")).containsExactly(1L, 2L, 3L);
        final RecordedEvent event = events.get(0);
        assertThat(event.getString("client")).isEqualTo("rig");
        assertThat(event.getString("key")).isEqualTo("k");
        assertThat(event.getInt("granted")).isBetween(2, 3);
        assertThat(event.getDuration("waited")).isBetween(Duration.ofNanos(1), Duration.ofMinutes(1));
        assertThat(event.getDuration("validity")).isPositive().isLessThan(Duration.ofSeconds(30));
        assertThat(event.getThread().getJavaName()).as("the engine's").contains("rig");
        assertThat(event.getStackTrace()).isNull();
    }

    @Test
    void shouldRecordAttemptsLostToOthers() throws Exception
    {
        recording = start("Acquired", "Contended");
        rig = ClientRig.dedicated();
        final Handle handle = rig.handle("k");
        rig.nodes.occupy("k");
        assertThat(Outcome.of(ClientRig.acquire(handle, 0))).isEqualTo(Outcome.CONTENDED);
        assertThat(Outcome.of(ClientRig.acquire(handle, 0))).isEqualTo(Outcome.CONTENDED);

        final List<RecordedEvent> events = stop(recording, "Contended");
        assertThat(events).hasSize(2).hasSize((int)rig.client.meter().value(Counter.ATTEMPTS_CONTENDED));
        assertThat(events.get(1).getString("key")).isEqualTo("k");
        assertThat(events.get(1).getInt("granted")).isZero();
        assertThat(events.get(1).getDuration("took")).isPositive();
        assertThat(events.get(1).getString("votes"))
            .contains("node0:6379 ", "node2:6379 ", "HELD_BY_ANOTHER");
        assertThat(eventsOf("Acquired")).isEmpty();
    }

    @Test
    void shouldRecordNodesAndAttemptsLostToThem() throws Exception
    {
        recording = start();
        rig = ClientRig.invoker();
        final Handle handle = rig.handle("k");
        for (int i = 1; i < 3; i++)
        {
            rig.nodes.goDown(i);
            rig.nodes.cut(i);
        }
        rig.await("two nodes told down", () -> rig.news.statuses.size() >= 5);
        assertThat(Outcome.of(ClientRig.acquire(handle, 0))).isEqualTo(Outcome.NO_QUORUM);

        final List<RecordedEvent> events = stop(recording, "NoQuorum");
        assertThat(events).hasSize(1);
        assertThat(events.get(0).getDuration("took")).as("nobody was asked").isZero();
        assertThat(events.get(0).getString("votes"))
            .isEqualTo("node0:6379 NOT_ASKED, node1:6379 NOT_CONNECTED, " +
                "node2:6379 NOT_CONNECTED");
        assertThat(eventsOf("NodeStatus")).extracting(
            event -> event.getString("node") + " " + event.getString("state"))
            .contains("node0:6379 UP", "node1:6379 UP", "node1:6379 DOWN")
            .hasSize(rig.news.statuses.size());
        assertThat(eventsOf("NodeStatus").get(0).getBoolean("configurationError")).isFalse();
    }

    @Test
    void shouldRecordWhatCameTooLate() throws Exception
    {
        recording = start();
        rig = ClientRig.invoker();
        final Handle handle = rig.handle("k");
        rig.nodes.whileFlushing(() -> rig.aheadNs.addAndGet(TimeUnit.SECONDS.toNanos(31)));
        assertThat(Outcome.of(handle.acquire(0, false))).isEqualTo(Outcome.TOO_LATE);

        final List<RecordedEvent> events = stop(recording, "TooLate");
        assertThat(events).hasSize(1);
        assertThat(events.get(0).getInt("granted")).isEqualTo(2);
        assertThat(events.get(0).getDuration("took")).isGreaterThan(Duration.ofSeconds(30));
    }

    @Test
    void shouldRecordALostLease() throws Exception
    {
        recording = start();
        rig = ClientRig.invoker();
        final Handle handle = rig.handle("k".repeat(300));
        assertThat(handle.acquire(0, false)).isOne();
        rig.aheadNs.addAndGet(TimeUnit.SECONDS.toNanos(31));
        rig.await("the loss", () -> !rig.news.losses.isEmpty());
        assertThat(handle.acquire(0, false)).isEqualTo(2);
        rig.aheadNs.addAndGet(TimeUnit.SECONDS.toNanos(31));
        assertThat(handle.release(2)).isEqualTo(Outcome.EXPIRED);

        final List<RecordedEvent> events = stop(recording, "LeaseLost");
        assertThat(events).hasSize(2);
        assertThat(events.get(1).getLong("term")).as("released too late").isEqualTo(2);
        assertThat(events.get(0).getString("reason")).isEqualTo("EXPIRED");
        assertThat(events.get(0).getLong("term")).isOne();
        assertThat(events.get(0).getString("key")).isEqualTo("k".repeat(256) + "…");
        assertThat(eventsOf("Acquired")).as("must be asked for").isEmpty();
    }

    @Test
    void shouldCommitNothingAndAllocateNothingUnlessRecorded() throws IOException
    {
        final FlightEvents events =
            GuardedEvents.flightEvents("c", List.of("redis://a"), SystemNanoClock.INSTANCE);
        events.open();
        try (Recording recording = new Recording())
        {
            recording.enable("jdk.ThreadStart");
            recording.start();
            assertThat(leastBytes(events)).as("bytes while others are recorded").isZero();
            assertThat(stop(recording, "Acquired")).isEmpty();
            assertThat(leastBytes(events)).as("bytes when nothing is recorded any more").isZero();
        }
        events.close();
    }

    /**
     * Or an application that is deployed again would stay in memory for good.
     */
    @Test
    void shouldBeForgottenWithItsClient()
    {
        final WeakReference<NanoClock> clock = clockOfAClosedClient();

        Deadline.await("nobody knows the clock of a closed client", () ->
        {
            System.gc();

            return clock.get() == null;
        });
    }

    private static WeakReference<NanoClock> clockOfAClosedClient()
    {
        try (ClientRig rig = ClientRig.invoker(); Handle handle = rig.handle("k"))
        {
            handle.release(ClientRig.acquire(handle, 0));

            return new WeakReference<>(rig.clock());
        }
    }

    private static long leastBytes(final FlightEvents events)
    {
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        long bytes = Long.MAX_VALUE;
        for (int block = 0; block < MOST_BLOCKS && bytes > 0; block++)
        {
            final long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++)
            {
                events.onAcquired("k", i, 0, 1, null);
                events.onAttemptLost("k", Outcome.CONTENDED, 1, null);
            }
            bytes = threads.getCurrentThreadAllocatedBytes() - before;
        }

        return bytes;
    }

    /**
     * A runtime image of an application need not have the module.
     */
    @Test
    @Tag("proof")
    void shouldWorkWithoutFlightRecorder() throws Exception
    {
        assertThat(run(WithoutFlightRecorder.class, "--limit-modules=java.base,jdk.unsupported"))
            .contains("without jdk.jfr: ACQUIRED, CONTENDED, errors: []");
    }

    @Test
    @Tag("proof")
    void shouldRecordAClientThatIsOlderThanFlightRecorder() throws Exception
    {
        assertThat(run(OlderThanFlightRecorder.class, "-Dfile=" + file())).contains("errors: []");
        assertThat(eventsOf("Acquired")).hasSize(1);
    }

    /**
     * The option is the page's, and does what the page says.
     */
    @Test
    @Tag("proof")
    void shouldRecordWhatTheOptionOfThePageAsksFor() throws Exception
    {
        final String option = Files.readAllLines(Path.of("../docs/observability.md")).stream()
            .filter((line) -> line.startsWith("-XX:StartFlightRecording:")).findFirst().orElseThrow();

        assertThat(run(RecordedFromTheStart.class, option.replace("filename=redlock.jfr",
            "filename=" + file()))).contains("errors: []");
        assertThat(eventsOf("Acquired")).hasSize(1);
        assertThat(eventsOf("Contended")).hasSize(1);
        assertThat(eventsOf("NodeStatus")).isNotEmpty();
    }

    private String run(final Class<?> main, final String option) throws Exception
    {
        final Path output = directory.resolve("output.txt");
        final Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-ea:dev.redlock...", option,
            "-cp", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            main.getName()).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try
        {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("ended in time").isTrue();
        }
        finally
        {
            process.destroyForcibly();
        }
        final String said = Files.readString(output);
        assertThat(process.exitValue()).as(said).isZero();

        return said;
    }

    private static Recording start(final String... namesOfFrequentEvents)
    {
        final Recording recording = new Recording();
        Arrays.stream(namesOfFrequentEvents).forEach((name) -> recording.enable(PREFIX + name));
        recording.start();

        return recording;
    }

    private List<RecordedEvent> stop(final Recording recording, final String name) throws IOException
    {
        recording.stop();
        recording.dump(file());

        return eventsOf(name);
    }

    private List<RecordedEvent> eventsOf(final String name) throws IOException
    {
        return RecordingFile.readAllEvents(file()).stream()
            .filter(event -> event.getEventType().getName().equals(PREFIX + name)).toList();
    }

    private Path file()
    {
        return directory.resolve("recording.jfr");
    }

    /**
     * Uses nothing that needs more than {@code java.base}.
     */
    static final class WithoutFlightRecorder
    {
        private WithoutFlightRecorder()
        {
        }

        public static void main(final String[] args)
        {
            if (ModuleLayer.boot().findModule("jdk.jfr").isPresent())
            {
                throw new AssertionError("this JVM has jdk.jfr");
            }
            try (ClientRig rig = ClientRig.dedicated(new InstantNodes(3));
                Handle mine = rig.handle("mine");
                Handle others = rig.handle("others"))
            {
                rig.nodes.occupy("others");
                System.out.println("without jdk.jfr: " + Outcome.of(ClientRig.acquire(mine, 0)) + ", " +
                    Outcome.of(ClientRig.acquire(others, 0)) + ", errors: " + rig.news.errors);
            }
        }
    }

    static final class RecordedFromTheStart
    {
        private RecordedFromTheStart()
        {
        }

        public static void main(final String[] args)
        {
            try (ClientRig rig = ClientRig.dedicated();
                Handle mine = rig.handle("mine");
                Handle others = rig.handle("others"))
            {
                rig.nodes.occupy("others");
                mine.release(ClientRig.acquire(mine, 0));
                ClientRig.acquire(others, 0);
                System.out.println("errors: " + rig.news.errors);
            }
        }
    }

    static final class OlderThanFlightRecorder
    {
        private OlderThanFlightRecorder()
        {
        }

        public static void main(final String[] args) throws IOException
        {
            try (ClientRig rig = ClientRig.dedicated();
                Handle handle = rig.handle("k"))
            {
                if (FlightRecorder.isInitialized())
                {
                    throw new AssertionError("Flight Recorder runs in every JVM that has a client");
                }
                handle.release(ClientRig.acquire(handle, 0));
                try (Recording recording = start("Acquired"))
                {
                    handle.release(ClientRig.acquire(handle, 0));
                    recording.stop();
                    recording.dump(Path.of(System.getProperty("file")));
                }
                System.out.println("errors: " + rig.news.errors);
            }
        }
    }
}
