// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.engine.port.Meter;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.settings.WaitRule;
import dev.redlock.engine.wire.NodeRtt;

class TokenTableTest
{
    private static final int CAPACITY = 37;
    private static final int AT = 9;

    private final SplittableRandom random = new SplittableRandom(3);
    private final AttemptPool pool = new AttemptPool(Limits.of(3, (set) ->
    {
        set.maxLocks = CAPACITY;
        set.waiting = new WaitRule("mail:", "client");
    }), new NodeRtt[3], Meter.NONE);
    private final TokenTable table = new TokenTable(all());

    private Attempt[] all()
    {
        final Attempt[] all = new Attempt[CAPACITY];
        for (int i = 0; i < CAPACITY; i++)
        {
            all[i] = pool.at(i);
        }

        return all;
    }

    /**
     * With few different homes all places are beside each other, also around the end.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 1 << 30})
    void shouldFindWhatWasPutAndNothingElse(final int homes)
    {
        final List<Attempt> in = new ArrayList<>();
        final List<Attempt> out = new ArrayList<>(List.of(all()));
        for (int step = 0; step < 20_000; step++)
        {
            final boolean isPut = in.isEmpty() || !out.isEmpty() && random.nextBoolean();
            final List<Attempt> from = isPut ? out : in;
            final Attempt attempt = from.remove(random.nextInt(from.size()));
            if (isPut)
            {
                draw(attempt, homes);
                table.put(attempt);
                in.add(attempt);
            }
            else
            {
                table.remove(attempt);
                out.add(attempt);
                assertThat(find(attempt)).isNull();
            }
            in.forEach((one) -> assertThat(find(one)).isSameAs(one));
        }
    }

    private void draw(final Attempt attempt, final int homes)
    {
        random.nextBytes(attempt.token);
        final int home = -random.nextInt(homes);
        for (int i = 0; i < Integer.BYTES; i++)
        {
            attempt.token[WaitRule.MAILBOX_BYTES + i] = (byte)(home >>> 8 * (Integer.BYTES - 1 - i));
        }
    }

    private Attempt find(final Attempt attempt)
    {
        final byte[] message = new byte[AT + attempt.token.length];
        System.arraycopy(attempt.token, 0, message, AT, attempt.token.length);

        return table.find(message, AT);
    }
}
