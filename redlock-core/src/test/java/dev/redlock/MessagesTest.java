// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.time.Duration.ZERO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.Cause;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.address.NodeAddress;

/**
 * Nobody writes a line of somebody's log, or colours a terminal, by the choice of a key, a name or a host.
 */
class MessagesTest
{
    /*
     * A line feed, a colour, DEL, an escape sequence in one C1 character, a turn of the direction of reading.
     */
    static final String BAD = "a\n\u001b[31m\u007f\u009b\u202eb";
    private static final String SHOWN = "a\\n\\u001b[31m\\u007f\\u009b\\u202eb";

    @AutoClose
    private final InstantNodes nodes = new InstantNodes(3);
    @AutoClose
    private final Redlock redlock = nodes.builder().keyPrefix(BAD).build();

    static void check(final Object message)
    {
        final String text = String.valueOf(message);
        assertThat(text).contains(SHOWN);
        assertThat(text).isEqualTo(text.replace(BAD, SHOWN));
    }

    private static void check(final Class<? extends Throwable> type, final ThrowingCallable call)
    {
        check(catchThrowableOfType(type, call).getMessage());
    }

    @Test
    void shouldEscapeKeysInExceptions()
    {
        nodes.occupy(BAD + BAD);
        check(RedlockException.class, () -> redlock.acquire(BAD, ZERO));
        check(IllegalArgumentException.class, () -> redlock.keyBytes(BAD.repeat(10_000)));
        check(IllegalMonitorStateException.class, () -> redlock.asLock(BAD, LockOptions.DEFAULT).unlock());
        redlock.close();
        check(RedlockException.class, () -> redlock.handle(BAD));
    }

    @Test
    void shouldEscapeKeysInTextForms()
    {
        check(redlock.handle(BAD));
        check(redlock.asLock(BAD, LockOptions.DEFAULT));
        try (Lease lease = redlock.tryAcquire(BAD).orElseThrow())
        {
            check(lease);
        }
    }

    @Test
    void shouldEscapeNamesAndAddresses()
    {
        final RedlockBuilder builder = Redlock.builder();
        check(IllegalArgumentException.class, () -> builder.name(BAD));
        check(new NodeAddress(null, 0, "/" + BAD, false, 0, NodeAddress.of("h", 1).credentials()));
        check(new NodeVote("h:1", Cause.SERVER_ERROR, ErrorCode.OTHER, BAD));
    }
}
