// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ConcurrentModificationException;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;

/**
 * Stock in a database. The lock keeps two sellers from working on one item. If a seller is paused
 * for so long that another one takes the lock, the database rejects the first one's write.
 */
public final class Inventory
{
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final LockOptions FENCED = LockOptions.DEFAULT.withFencing();

    private final Redlock redlock;
    private final Connection db;

    public Inventory(final Redlock redlock, final Connection db) throws SQLException
    {
        this.redlock = redlock;
        this.db = db;
        db.createStatement().execute("CREATE TABLE IF NOT EXISTS stock (item VARCHAR(99) PRIMARY KEY, " +
            "quantity BIGINT NOT NULL, fence BIGINT NOT NULL DEFAULT 0)");
    }

    /** Returns the quantity left. */
    public long sell(final String item, final long quantity) throws InterruptedException, SQLException
    {
        try (Lease lease = redlock.acquire("stock:" + item, PATIENCE, FENCED))
        {
            final long token = lease.fencingToken();
            // Store the token first, so that no earlier holder can write this row any more.
            update("UPDATE stock SET fence = ? WHERE item = ? AND fence <= ?", token, item, token);
            final long left = quantity(item) - quantity;
            if (left < 0)
            {
                throw new IllegalStateException("fewer than " + quantity + " " + item + " left");
            }
            update("UPDATE stock SET quantity = ? WHERE item = ? AND fence = ?", left, item, token);

            return left;
        }
    }

    private long quantity(final String item) throws SQLException
    {
        try (PreparedStatement select = db.prepareStatement("SELECT quantity FROM stock WHERE item = ?"))
        {
            select.setString(1, item);
            try (ResultSet row = select.executeQuery())
            {
                row.next();

                return row.getLong(1);
            }
        }
    }

    private void update(final String sql, final long first, final String item, final long token)
        throws SQLException
    {
        try (PreparedStatement update = db.prepareStatement(sql))
        {
            update.setLong(1, first);
            update.setString(2, item);
            update.setLong(3, token);
            if (update.executeUpdate() == 0)
            {
                throw new ConcurrentModificationException("a later holder was here, or there is no " + item);
            }
        }
    }

    public static void main(final String[] nodes) throws InterruptedException, SQLException
    {
        // Only for a trial: in production leave out assumeNodesFresh().
        try (Redlock redlock = Redlock.builder().nodes(nodes).assumeNodesFresh().build();
            Connection db = DriverManager.getConnection("jdbc:h2:mem:"))
        {
            final Inventory inventory = new Inventory(redlock, db);
            db.createStatement().execute("INSERT INTO stock (item, quantity) VALUES ('apples', 40)");
            System.out.println("left: " + inventory.sell("apples", 3));
        }
    }
}
