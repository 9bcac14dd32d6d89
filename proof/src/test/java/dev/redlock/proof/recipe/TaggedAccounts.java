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
 * {@code account (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL, tag CHAR(32) NOT NULL DEFAULT '')}.
 */
final class TaggedAccounts
{
    private final Connection db;

    TaggedAccounts(final Connection db)
    {
        this.db = db;
    }

    /** Call it first, right after the acquire. */
    long read(final long id, final String tag) throws SQLException
    {
        try (PreparedStatement mark = db.prepareStatement("UPDATE account SET tag = ? WHERE id = ?");
            PreparedStatement select = db.prepareStatement("SELECT balance FROM account WHERE id = ?"))
        {
            mark.setString(1, tag);
            mark.setLong(2, id);
            mark.executeUpdate();
            select.setLong(1, id);
            try (ResultSet row = select.executeQuery())
            {
                row.next();

                return row.getLong("balance");
            }
        }
    }

    void write(final long id, final long balance, final String tag) throws SQLException
    {
        try (PreparedStatement update =
            db.prepareStatement("UPDATE account SET balance = ? WHERE id = ? AND tag = ?"))
        {
            update.setLong(1, balance);
            update.setLong(2, id);
            update.setString(3, tag);
            if (update.executeUpdate() == 0)
            {
                throw new ConcurrentModificationException("another holder has marked the account");
            }
        }
    }
}
