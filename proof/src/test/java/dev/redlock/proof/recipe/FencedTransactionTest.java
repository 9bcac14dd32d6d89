// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ConcurrentModificationException;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FencedTransactionTest
{
    private static final String LOCK = "orders:7";
    private static final String NEW_FENCE = "INSERT INTO fence SELECT 'orders:7', 0 WHERE NOT EXISTS " +
        "(SELECT 1 FROM fence WHERE name = 'orders:7')";

    @TempDir
    Path folder;

    private Connection connect(final Database database) throws SQLException
    {
        final Connection db = database.connect(folder);
        Database.execute(db, "CREATE TABLE fence (name VARCHAR(200) PRIMARY KEY, token BIGINT NOT NULL)",
            NEW_FENCE, "CREATE TABLE item (id BIGINT PRIMARY KEY)");

        return db;
    }

    private static long items(final Connection db) throws SQLException
    {
        return Database.number(db, "SELECT COUNT(*) FROM item");
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseAnEarlierHolderBeforeItDoesAnything(final Database database) throws SQLException
    {
        try (Connection db = connect(database))
        {
            FencedTransaction.run(db, LOCK, 33, (tx) -> Database.execute(tx, "INSERT INTO item VALUES (1)"));
            FencedTransaction.run(db, LOCK, 33, (tx) -> Database.execute(tx, "INSERT INTO item VALUES (2)"));
            FencedTransaction.run(db, LOCK, 34, (tx) -> Database.execute(tx, "DELETE FROM item"));

            assertThatThrownBy(() -> FencedTransaction.run(db, LOCK, 33, (tx) ->
                Database.execute(tx, "INSERT INTO item VALUES (3)")))
                .isInstanceOf(ConcurrentModificationException.class);
            assertThatThrownBy(() -> FencedTransaction.run(db, "unknown", 35, Connection::commit))
                .isInstanceOf(ConcurrentModificationException.class);
            assertThat(items(db)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldInsertAFenceOnceAndNeverLowerIt(final Database database) throws SQLException
    {
        try (Connection db = connect(database))
        {
            FencedTransaction.run(db, LOCK, 33, Connection::commit);
            Database.execute(db, NEW_FENCE);
            if (database == Database.SQLITE)
            {
                Database.execute(db, "INSERT INTO fence VALUES ('orders:7', 0) ON CONFLICT DO NOTHING");
            }

            assertThat(Database.number(db, "SELECT token FROM fence")).isEqualTo(33);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveNothingOfWorkThatFails(final Database database) throws SQLException
    {
        try (Connection db = connect(database))
        {
            assertThatThrownBy(() -> FencedTransaction.run(db, LOCK, 33, (tx) ->
                Database.execute(tx, "INSERT INTO item VALUES (1)", "INSERT INTO item VALUES (1)")))
                .isInstanceOf(SQLException.class);

            assertThat(items(db)).isZero();
            assertThat(Database.number(db, "SELECT token FROM fence")).isZero();
        }
    }
}
