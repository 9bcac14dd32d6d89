// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.recipe;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ConcurrentModificationException;

/**
 * Work on many rows, in one transaction that begins with the fence of the lock, from the table
 * {@code fence (name VARCHAR(200) PRIMARY KEY, token BIGINT NOT NULL)}.
 */
final class FencedTransaction
{
    /** What is done under the fence. */
    interface Work
    {
        void run(Connection db) throws SQLException;
    }

    private FencedTransaction()
    {
    }

    static void run(final Connection db, final String lock, final long fence, final Work work)
        throws SQLException
    {
        db.setAutoCommit(false);
        try (PreparedStatement update =
            db.prepareStatement("UPDATE fence SET token = ? WHERE name = ? AND token <= ?"))
        {
            update.setLong(1, fence);
            update.setString(2, lock);
            update.setLong(3, fence);
            if (update.executeUpdate() == 0)
            {
                throw new ConcurrentModificationException("a later holder was here, or no such fence");
            }
            work.run(db);    // the row of the fence is locked until the commit
            db.commit();
        }
        finally
        {
            db.rollback();    // does nothing after a commit
            db.setAutoCommit(true);
        }
    }
}
