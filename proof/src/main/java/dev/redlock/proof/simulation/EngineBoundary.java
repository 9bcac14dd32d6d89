// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.test.memory.ForwardingTransport;
import dev.redlock.test.memory.MemoryTransport;

/**
 * Where an engine meets the world: records what it sends; before and after each operation the process may
 * stand still. A dead process sends nothing.
 */
final class EngineBoundary extends ForwardingTransport
{
    private static final String ACQUIRE = "acquire";
    private static final String WAIT = "wait";
    private static final String RELEASE = "release";
    private static final String PASS = "pass";
    private static final int NO_TOKEN = -1;

    private final Runnable stop;
    private final BooleanSupplier isDead;
    private final TokenBook book;
    private final PreparedKey[] keys;
    private final int[] tokens;
    private final int here;

    /**
     * @param here   index of the node on the same machine; -1 for none.
     * @param stop   where the process may stand still.
     * @param isDead whether it is gone.
     */
    EngineBoundary(final int here, final Runnable stop, final BooleanSupplier isDead, final TokenBook book,
        final int keyCount)
    {
        this.here = here;
        this.stop = stop;
        this.isDead = isDead;
        this.book = book;
        keys = new PreparedKey[keyCount];
        tokens = new int[keyCount];
        Arrays.fill(tokens, NO_TOKEN);
    }

    void init(final MemoryTransport transport, final byte[][] names)
    {
        beneath = transport;
        for (int i = 0; i < keys.length; i++)
        {
            keys[i] = transport.prepare(names[i]);
        }
    }

    PreparedKey key(final int index)
    {
        return keys[index];
    }

    /**
     * The token of the latest attempt for a key. As claims of one key stand in line within a client, it is
     * that of the present one.
     */
    int tokenOf(final int key)
    {
        return tokens[key];
    }

    @Override
    public int offer(final Connection connection, final Operation operation)
    {
        stop.run();
        if (isDead.getAsBoolean())
        {
            return NOT_CONNECTED;
        }

        final int offered = beneath.offer(connection, operation);
        if (offered == ACCEPTED && operation.key() != null)
        {
            note(operation);
            stop.run();
        }

        return offered;
    }

    private void note(final Operation operation)
    {
        final CommandTemplate template = operation.template();
        final int id = TokenBook.idOf(operation.bytes(Operation.TOKEN));
        if (template.name().startsWith(RELEASE) || template.name().startsWith(PASS))
        {
            book.letGo(id);
        }
        else
        {
            book.use(id, template.name());
        }
        if (template.name().startsWith(ACQUIRE) || template.name().startsWith(WAIT))
        {
            for (int i = 0; i < keys.length; i++)
            {
                if (keys[i] == operation.key())
                {
                    tokens[i] = id;
                    book.isFor(id, i);
                }
            }
        }
        if (template.name().startsWith(WAIT))
        {
            book.stands(id);
        }
    }

    @Override
    public boolean isLocal(final Connection connection)
    {
        return connection.node() == here;
    }

    @Override
    public void connect(final Connection connection)
    {
        stop.run();
        if (!isDead.getAsBoolean())
        {
            beneath.connect(connection);
        }
    }

    @Override
    public void disconnect(final Connection connection)
    {
        if (!isDead.getAsBoolean())
        {
            beneath.disconnect(connection);
        }
    }

    @Override
    public int inquire(final Connection connection, final Inquiry inquiry)
    {
        return isDead.getAsBoolean() ? NOT_CONNECTED : beneath.inquire(connection, inquiry);
    }

    @Override
    public void flush()
    {
        if (!isDead.getAsBoolean())
        {
            beneath.flush();
        }
    }
}
