// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.recipe;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Databases that start inside this JVM.
 */
enum Database
{
    H2("jdbc:h2:file:%s;LOCK_TIMEOUT=60000;DB_CLOSE_DELAY=0"),
    SQLITE("jdbc:sqlite:%s?busy_timeout=60000");

    private final String url;

    Database(final String url)
    {
        this.url = url;
    }

    Connection connect(final Path folder) throws SQLException
    {
        return DriverManager.getConnection(String.format(url, folder.resolve("shop").toAbsolutePath()));
    }

    static void execute(final Connection db, final String... statements) throws SQLException
    {
        try (Statement statement = db.createStatement())
        {
            for (final String sql : statements)
            {
                statement.execute(sql);
            }
        }
    }

    static long number(final Connection db, final String sql) throws SQLException
    {
        try (Statement statement = db.createStatement(); ResultSet row = statement.executeQuery(sql))
        {
            row.next();

            return row.getLong(1);
        }
    }
}
