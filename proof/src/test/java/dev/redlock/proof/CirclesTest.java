// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Files that need each other can only be read together, so there are few such circles, and small ones. Each
 * has its reason here.
 */
class CirclesTest
{
    private static final int LARGEST = 3;
    private static final String OURS = "dev.redlock";

    /*
     * Nothing depends on the benchmarks, so they are looked for where they are compiled to, before this
     * module; not at all if only this module is built.
     */
    private static final Path BENCHMARKS = Path.of("../jmh/target/classes");

    private static final Map<String, String> REASONS = """
        dev.redlock: LockHandle LockListener = a handle's listener is told which handle it is about
        dev.redlock: Redlock RedlockBuilder RedlockLock = a client leads to its builder and to its locks
        dev.redlock.bench.rig: CaseRun HeldLeases Rig = one run of the rig is a part of it
        dev.redlock.cli: Main ManifestVersion = picocli asks a class for the version of its jar
        dev.redlock.engine.claim: Attempt Claim KeyLine = a claim goes through attempts, in its key's line
        dev.redlock.engine.node: Node SideLink = a node has a second connection, which lives while it is up
        dev.redlock.proof.simulation: Court Witness = every witness is heard in court
        dev.redlock.proof.simulation: SimulatedClient SimulatedWorker SimulatedWorld = a world is lived in
        dev.redlock.quorum: Quorum Threshold = a sealed type makes its forms
        dev.redlock.runtime.client: EngineSide HandleCommands = commands are the engine's side of calls
        dev.redlock.runtime.operators: OperatorAgent OperatorDesk = the agent moves questions from the desk
        dev.redlock.runtime.operators: OperatorLane Question = a question ends its own turn in the lane
        dev.redlock.spi: ErrorCode ErrorText = the code of a text, and the text's parser
        dev.redlock.spi.address: NodeAddress NodeUri = the address of a URI, and the URI's parser
        dev.redlock.tck.driver: TckClient TckInquiry = an inquiry tells its answer to the client that asked
        dev.redlock.tck.node: FakeConnection FakeNode = a node answers on its connections
        dev.redlock.test.memory: MemoryConnection MemoryPath = a path cuts its connections
        dev.redlock.test.proxy: Flow Pipe = a flow gates its pipes, and a pipe goes by its flow's settings
        dev.redlock.test.server: RedisServerBuilder RedisServerProcess = builder
        dev.redlock.transport.lettuce: Places PreparedCommand = a command gives its place back
        dev.redlock.transport.netty: NodeLink Session = a link has one session after the other, which end it
        dev.redlock.transport.resp: NowhereSink RespSink = a constant of the interface
        """.lines().collect(Collectors.toMap(CirclesTest::circleOf, CirclesTest::reasonOf));

    private static String circleOf(final String line)
    {
        return line.substring(0, line.indexOf(" = ")).replaceAll("\\s+", " ");
    }

    private static String reasonOf(final String line)
    {
        return line.substring(line.indexOf(" = ") + 3);
    }

    @Test
    @Tag("proof")
    void shouldHaveNoCircleOfFilesWithoutAReason()
    {
        final FileGraph graph = FileGraph.of(everything());
        final Set<String> unused = new TreeSet<>(REASONS.keySet());
        unused.removeIf((circle) -> circle.contains(".bench.") && !Files.isDirectory(BENCHMARKS));
        final List<String> objections = new ArrayList<>();
        for (final SortedSet<String> circle : graph.circles())
        {
            final String packageName = circle.first().substring(0, circle.first().lastIndexOf('.'));
            final String name = packageName + ": " + circle.stream()
                .map((file) -> file.substring(packageName.length() + 1)).collect(Collectors.joining(" "));
            if (!unused.remove(name) || circle.size() > LARGEST)
            {
                objections.add(name + "\n" + graph.wayAround(circle));
            }
        }

        assertThat(objections).as("circles of files that have no reason here, or more than %s files: break " +
            "them at one of these steps", LARGEST).isEmpty();
        assertThat(unused).as("circles that are no more: take their reasons out").isEmpty();
    }

    @Test
    void shouldFindCirclesAndTheWayAround()
    {
        final FileGraph graph = new FileGraph();
        graph.add("p.A", "p.B", "a calls b");
        graph.add("p.B", "p.C", "b calls c");
        graph.add("p.C", "p.D", "c calls d");
        graph.add("p.D", "p.B", "d calls b");
        graph.add("p.C", "p.B", "c calls b");
        graph.add("p.D", "p.E", "d calls e");

        assertThat(graph.circles()).containsExactly(new TreeSet<>(Set.of("p.B", "p.C", "p.D")));
        assertThat(graph.wayAround(graph.circles().get(0)))
            .isEqualTo("p.B -> p.C: b calls c\np.C -> p.B: c calls b");
    }

    /*
     * What is not ours is not looked into: that takes far longer.
     */
    private static List<JavaClass> everything()
    {
        return ArchConfiguration.withThreadLocalScope((configuration) ->
        {
            configuration.setResolveMissingDependenciesFromClassPath(false);
            final ClassFileImporter importer =
                new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS);
            final List<JavaClass> classes = new ArrayList<>();
            importer.importPackages(OURS).forEach(classes::add);
            if (Files.isDirectory(BENCHMARKS))
            {
                importer.importPath(BENCHMARKS).forEach(classes::add);
            }

            return classes;
        });
    }
}
