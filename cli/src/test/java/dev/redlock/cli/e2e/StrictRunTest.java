// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.outcome.QuarantineLevel;

/**
 * Commands under a lock that applications take at level STRICT, with a quorum and a prefix of their own.
 */
@Timeout(60)
@Tag("proof")
class StrictRunTest extends ThreeServers
{
    private static Redlock application()
    {
        return Redlock.builder().nodes(servers.uris().toArray(new String[0])).transport("netty")
            .assumeNodesFresh().quarantine(QuarantineLevel.STRICT).quorum(3).keyPrefix("shop:")
            .startTimeout(Duration.ofSeconds(20)).build();
    }

    private static RedlockProcess run(final String... quorum) throws Exception
    {
        final String[] args = ("run --strict --prefix shop: --key nightly " + String.join(" ", quorum) +
            " -- sh -c X").split(" +");
        args[args.length - 1] = "exit 9";

        return RedlockProcess.run(servers.uris(), args);
    }

    @Test
    void shouldShareTheLocksOfApplications() throws Exception
    {
        final RedlockProcess undeclared = run("--quorum", "3", "--longest-ttl", "60s");
        assertThat(undeclared.status()).isEqualTo(78);
        assertThat(undeclared.err()).hasLineCount(1).contains("has no incarnation marker (shop:redlock:inc)",
            "declare the nodes once with 'redlock init', or correct the database or the key prefix");

        final RedlockProcess init =
            RedlockProcess.run(servers.uris(), "init", "--prefix", "shop:", "--quorum", "3");
        assertThat(init.status()).as(init.err()).isZero();
        try (Redlock redlock = application())
        {
            final Lease lease = redlock.tryAcquire("nightly").orElseThrow();
            final RedlockProcess refused = run("--quorum", "3");
            assertThat(refused.status()).as(refused.err()).isEqualTo(75);
            assertThat(refused.err()).contains("another client holds it").hasLineCount(1);
            lease.release();
        }
        assertThat(run("--quorum", "3").status()).isEqualTo(9);

        final RedlockProcess other = run();
        assertThat(other.status()).isEqualTo(78);
        assertThat(other.err()).hasLineCount(1).contains("quorum 3, but this client has 2");
    }
}
