// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.redlock.cli.common.StrictJson;

/**
 * How callers wait depends on the number of processors that the JVM believes in, which may be wrong: a quota
 * of processor time does not show in it.
 */
@Timeout(60)
@Tag("proof")
class ProcessorsTest extends ThreeServers
{
    /*
     * Where Linux has the groups of processes that share a quota, in the first version of them.
     */
    private static final Path GROUPS = Path.of("/sys/fs/cgroup/cpu");

    /*
     * The group ends with the command: who made it leaves it, and removes it.
     */
    private static final String IN_A_GROUP = """
        group=$(mktemp -d -p %s) && echo %d > $group/cpu.cfs_quota_us || exit 1
        (echo 0 > $group/cgroup.procs; "$@")
        status=$?
        rmdir $group
        exit $status
        """;

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 8", "2, 1", "2, 8", "16, 1", "16, 8"})
    void shouldLockOnAnyNumberOfProcessors(
        final int processors, final int threads, @TempDir final Path directory) throws Exception
    {
        locks("exec \"$@\"", processors, threads, directory);
    }

    /*
     * Of a hundred milliseconds; the JVM is told that it has sixteen processors.
     */
    @ParameterizedTest
    @CsvSource({"100000, 1", "100000, 8", "50000, 1", "50000, 8"})
    void shouldLockUnderAQuota(final int quotaUs, final int threads, @TempDir final Path directory)
        throws Exception
    {
        assumeTrue(Files.isWritable(GROUPS.resolve("cgroup.procs")), "no group can be made here");

        locks(IN_A_GROUP.formatted(GROUPS, quotaUs), 16, threads, directory);
    }

    private void locks(
        final String script, final int processors, final int threads, final Path directory) throws Exception
    {
        final Path json = directory.resolve("result.json");

        final RedlockProcess bench = RedlockProcess.runIn(
            "export JAVA_TOOL_OPTIONS=-XX:ActiveProcessorCount=" + processors + "; " + script,
            servers.uris(), "bench", "--threads", Integer.toString(threads), "--warmup", "500ms",
            "--seconds", "1", "--json", json.toString());

        assertThat(bench.status()).as(bench.out() + bench.err()).isZero();
        final Map<String, Object> result = StrictJson.object(Files.readString(json));
        // Where other work stands in the way of a node for longer than its timeout, a lock may fail.
        assertThat(((Number)result.get("failures")).doubleValue()).as(bench.out() + bench.err())
            .isLessThan((Double)result.get("cycles_per_second"));
    }
}
