// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.recipe;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ConcurrentModificationException;

/**
 * Accounts in the table
 * {@code account (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL, fence BIGINT NOT NULL DEFAULT 0)}.
 */
final class Accounts
{
    private final Connection db;

    Accounts(final Connection db)
    {
        this.db = db;
    }

    /** Call it first: from here on no earlier holder can write this account. */
    long read(final long id, final long fence) throws SQLException
    {
        update("UPDATE account SET fence = ? WHERE id = ? AND fence <= ?", fence, id, fence);
        try (PreparedStatement select = db.prepareStatement("SELECT balance FROM account WHERE id = ?"))
        {
            select.setLong(1, id);
            try (ResultSet row = select.executeQuery())
            {
                row.next();

                return row.getLong("balance");
            }
        }
    }

    void write(final long id, final long balance, final long fence) throws SQLException
    {
        update("UPDATE account SET balance = ?, fence = ? WHERE id = ? AND fence <= ?",
            balance, fence, id, fence);
    }

    private void update(final String sql, final long... values) throws SQLException
    {
        try (PreparedStatement update = db.prepareStatement(sql))
        {
            for (int i = 0; i < values.length; i++)
            {
                update.setLong(i + 1, values[i]);
            }
            if (update.executeUpdate() == 0)
            {
                throw new ConcurrentModificationException("a later holder was here, or no such account");
            }
        }
    }
}
