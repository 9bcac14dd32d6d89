// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.recipe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A number behind one of the recipes. One object per thread.
 */
interface Store extends AutoCloseable
{
    long read(long fence) throws Exception;

    long readUnfenced() throws Exception;

    void write(long value, long fence) throws Exception;

    @Override
    default void close() throws SQLException
    {
    }

    /**
     * What the number is kept in.
     */
    enum Kind
    {
        H2,
        SQLITE,
        FILE
    }

    /**
     * Opens the same number for several threads; 100 at first.
     */
    record Opener(Kind kind, Path folder, FencedFile file)
    {
        static Opener of(final Kind kind, final Path folder) throws Exception
        {
            final FencedFile file = new FencedFile(folder.resolve("number"));
            if (kind == Kind.FILE)
            {
                file.write(0, "100");
            }
            else
            {
                try (Connection db = Database.valueOf(kind.name()).connect(folder))
                {
                    Database.execute(db, "CREATE TABLE account (id BIGINT PRIMARY KEY, " +
                        "balance BIGINT NOT NULL, fence BIGINT NOT NULL DEFAULT 0)",
                        "INSERT INTO account (id, balance) VALUES (42, 100)");
                }
            }

            return new Opener(kind, folder, file);
        }

        Store open() throws Exception
        {
            return kind == Kind.FILE ? new InFile(file, folder.resolve("number")) :
                new InTable(Database.valueOf(kind.name()).connect(folder));
        }
    }

    /**
     * In a row.
     */
    record InTable(Connection db) implements Store
    {
        @Override
        public long read(final long fence) throws Exception
        {
            return new Accounts(db).read(42, fence);
        }

        @Override
        public long readUnfenced() throws Exception
        {
            return Database.number(db, "SELECT balance FROM account WHERE id = 42");
        }

        @Override
        public void write(final long value, final long fence) throws Exception
        {
            new Accounts(db).write(42, value, fence);
        }

        @Override
        public void close() throws SQLException
        {
            db.close();
        }
    }

    /**
     * In a file.
     */
    record InFile(FencedFile file, Path path) implements Store
    {
        @Override
        public long read(final long fence) throws Exception
        {
            return Long.parseLong(file.read(fence));
        }

        @Override
        public long readUnfenced() throws Exception
        {
            return Long.parseLong(Files.readString(path).split("\n")[1]);
        }

        @Override
        public void write(final long value, final long fence) throws Exception
        {
            file.write(fence, Long.toString(value));
        }
    }
}
