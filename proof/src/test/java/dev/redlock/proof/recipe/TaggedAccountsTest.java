// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ConcurrentModificationException;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.redlock.Lease;
import dev.redlock.test.FakeNodes;

/**
 * Two holders, of whom the first stood still past its lease.
 */
class TaggedAccountsTest
{
    private static final String KEY = "account:42";
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final Duration SOON = Duration.ofSeconds(30);

    @AutoClose
    private final FakeNodes nodes = FakeNodes.of(3);

    @TempDir
    Path folder;

    private Connection connect(final Database database) throws SQLException
    {
        final Connection db = database.connect(folder);
        Database.execute(db, "CREATE TABLE account (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL, " +
            "tag CHAR(32) NOT NULL DEFAULT '')", "INSERT INTO account (id, balance) VALUES (42, 100)");

        return db;
    }

    private static long balance(final Connection db) throws SQLException
    {
        return Database.number(db, "SELECT balance FROM account");
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseTheWriteOfAHolderWhoseMarkIsGone(final Database database) throws Exception
    {
        try (Connection db = connect(database))
        {
            final TaggedAccounts accounts = new TaggedAccounts(db);
            final Lease stale = nodes.client().acquire(KEY, SOON);
            final long theirBalance = accounts.read(42, stale.tag());
            nodes.skip(PAUSE);
            try (Lease lease = nodes.client().acquire(KEY, SOON))
            {
                final long balance = accounts.read(42, lease.tag());
                assertThatThrownBy(() -> accounts.write(42, theirBalance - 30, stale.tag()))
                    .isInstanceOf(ConcurrentModificationException.class);
                accounts.write(42, balance - 50, lease.tag());
            }
            assertThat(balance(db)).isEqualTo(50);
        }
    }

    /**
     * The limit: tags know no order. Nothing is lost, but the earlier holder goes on.
     */
    @ParameterizedTest
    @EnumSource
    void shouldRefuseTheLaterHolderWhenTheEarlierOneMarksLast(final Database database) throws Exception
    {
        try (Connection db = connect(database))
        {
            final TaggedAccounts accounts = new TaggedAccounts(db);
            final Lease stale = nodes.client().acquire(KEY, SOON);
            nodes.skip(PAUSE);
            try (Lease lease = nodes.client().acquire(KEY, SOON))
            {
                final long balance = accounts.read(42, lease.tag());
                final long theirBalance = accounts.read(42, stale.tag());
                assertThatThrownBy(() -> accounts.write(42, balance - 50, lease.tag()))
                    .isInstanceOf(ConcurrentModificationException.class);
                accounts.write(42, theirBalance - 30, stale.tag());
            }
            assertThat(balance(db)).isEqualTo(70);
        }
    }
}
