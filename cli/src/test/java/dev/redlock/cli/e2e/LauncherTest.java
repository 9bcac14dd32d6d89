// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code redlock}, with programs in the place of Java and Maven that note how they were called.
 */
class LauncherTest
{
    private static final String JAVA = """
        #!/bin/sh
        echo "$*" >> "$(dirname "$0")/calls"
        for arg; do
            case $arg in
                -version) echo 'openjdk version "17.0.9" 2023-10-17' >&2 ;;
                -XX:ArchiveClassesAtExit=*)
                    echo "classes" > "${arg#*=}"
                    [ ! -f "$(dirname "$0")/killed" ] || exit 137 ;;
            esac
        done
        """;
    private static final String MAVEN = """
        #!/bin/sh
        case $* in *-Dstyle.color=never*) ;; *) printf '\\033[1mcoloured' ;; esac
        case ${MAVEN_OPTS:-} in *-Djansi.noreset=true*) ;; *) printf '\\033[0m' ;; esac
        mkdir -p cli/target proof/target && echo "classes" > cli/target/redlock.jar
        """;

    @TempDir
    private Path directory;

    private Path home;
    private Path jar;
    private Path jdk;

    @BeforeEach
    void prepare() throws IOException
    {
        home = directory.resolve("home");
        jar = home.resolve("cli/target/redlock.jar");
        jdk = directory.resolve("jdk");
        Files.createDirectories(jar.getParent());
        Files.createDirectories(jdk.resolve("bin"));
        Files.copy(Path.of("..", "redlock"), home.resolve("redlock"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createFile(home.resolve("pom.xml"));
        Files.setLastModifiedTime(home.resolve("pom.xml"), FileTime.from(Instant.now().minusSeconds(3600)));
        program("java", JAVA);
        program("javac", "#!/bin/sh\n");
        program("mvn", MAVEN);
        build(60);
    }

    @Test
    void shouldMakeAnArchiveOfClassesOnceAndStartWithIt() throws Exception
    {
        release("17.0.15");
        assertThat(run()).isEmpty();
        assertThat(run()).isEmpty();

        final List<String> calls = calls();
        assertThat(calls).hasSize(3);
        assertThat(calls.get(0)).contains("-XX:ArchiveClassesAtExit=").endsWith("dev.redlock.cli.Rehearsal");
        assertThat(calls.get(1)).contains("-XX:SharedArchiveFile=" + archive("17.0.15")).endsWith("probe");
        assertThat(calls.get(2)).isEqualTo(calls.get(1));
        assertThat(home.resolve("cli/target")).isDirectoryNotContaining("glob:**.d");
    }

    @Test
    void shouldMakeAnotherForAnotherVersionOfJavaAndForANewerJar() throws Exception
    {
        release("17.0.15");
        run();
        release("21.0.1");
        run();
        build(-60);
        run();

        assertThat(calls()).filteredOn((call) -> call.contains("ArchiveClassesAtExit")).hasSize(3);
        assertThat(archive("17.0.15")).exists();
        assertThat(archive("21.0.1")).exists();
    }

    @Test
    void shouldRunWithoutAnArchiveThatWasCutShort() throws Exception
    {
        Files.createFile(jdk.resolve("bin/killed"));
        assertThat(run()).isEmpty();
        assertThat(run()).isEmpty();

        assertThat(calls()).filteredOn((call) -> call.contains("ArchiveClassesAtExit")).hasSize(1);
        assertThat(calls()).filteredOn((call) -> call.contains("-jar")).hasSize(2)
            .noneMatch((call) -> call.contains("SharedArchiveFile"));
    }

    @Test
    void shouldAskAJavaForItsVersionThatHasItInNoFile() throws Exception
    {
        run();

        assertThat(calls()).contains("-version");
        assertThat(archive("17.0.9")).exists();
    }

    @Test
    void shouldBuildWithoutEscapeCodes() throws Exception
    {
        Files.delete(jar);

        assertThat(run()).contains("building the command line").doesNotContain("\u001b");
        assertThat(jar).exists();
    }

    @Test
    void shouldStartWhatTestsRedlockItselfFromItsOwnModule() throws Exception
    {
        release("24.0.1");

        assertThat(run("simulate", "--replay", "9")).contains("building the test commands (");
        assertThat(run("chaos")).isEmpty();
        assertThat(run("help", "chaos")).isEmpty();

        assertThat(calls()).extracting((call) -> call.replaceAll(".* dev.redlock.proof.Main ", ""))
            .containsExactly("simulate --replay 9", "chaos", "help chaos");
        assertThat(calls()).allSatisfy(
            (call) -> assertThat(call).contains("--enable-native-access", "cli/target/redlock.jar:"));
    }

    /**
     * Of processes that have lost their parent, below a Java that takes no note of their end.
     */
    @Test
    void shouldLeaveNoZombiesAsTheFirstProcessOfAContainer() throws Exception
    {
        assumeTrue(new ProcessBuilder("unshare", "--pid", "--fork", "--mount-proc", "perl", "-e", "1")
            .start().waitFor() == 0, "unshare of util-linux with the right to it, and perl");
        release("17.0.15");
        run();
        program("java", """
            #!/bin/sh
            for i in 1 2 3 4 5 6 7 8 9 10; do sh -c 'sleep 0.3 & exit'; done
            exec perl -e '$| = 1; $_ = <STDIN>; $SIG{TERM} = sub { print "got term\\n"; exit 9 };
                sub ended { my @all = grep { open(F, $_) && <F> =~ $_[0] } </proc/[0-9]*/stat>; @all + 0 }
                select(undef, undef, undef, 0.02) while (ended(qr/[(]sleep[)] [^Z]/));
                select(undef, undef, undef, 0.3);
                print "zombies ", ended(qr/[)] Z/), " line $_";
                kill TERM => 1; sleep 20'
            """);
        final Process process = new ProcessBuilder("unshare", "--pid", "--fork", "--mount-proc", "sh", "-c",
            "export JAVA_HOME=$0; exec \"$@\"", jdk.toString(), home.resolve("redlock").toString(), "probe")
            .redirectErrorStream(true).start();
        process.getOutputStream().write("in\n".getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
            .isEqualTo("zombies 0 line in\ngot term\n");
        assertThat(process.waitFor()).isEqualTo(9);
    }

    private String run() throws IOException, InterruptedException
    {
        return run("probe");
    }

    private String run(final String... args) throws IOException, InterruptedException
    {
        final Path output = directory.resolve("output");
        final List<String> command = new ArrayList<>(List.of(home.resolve("redlock").toString()));
        command.addAll(List.of(args));
        final ProcessBuilder builder =
            new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment().put("PATH", jdk.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().remove("MAVEN_OPTS");
        final Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ended in time").isTrue();
        final String text = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(text).isZero();

        return text;
    }

    private List<String> calls() throws IOException
    {
        return Files.readAllLines(jdk.resolve("bin/calls"));
    }

    private Path archive(final String version)
    {
        return jar.resolveSibling("redlock-" + version + ".jsa");
    }

    private void build(final int secondsAgo) throws IOException
    {
        Files.writeString(jar, "classes");
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(secondsAgo)));
    }

    private void release(final String version) throws IOException
    {
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    }

    private void program(final String name, final String text) throws IOException
    {
        final Path file = jdk.resolve("bin").resolve(name);
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
