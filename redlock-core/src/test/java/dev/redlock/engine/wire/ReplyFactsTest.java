// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.redlock.engine.rig.Replies;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;

class ReplyFactsTest
{
    private static final String TEXT = "1|0123456789abcdef0123456789abcdef|1|rest";
    private static final byte[] MARKER = TEXT.getBytes(StandardCharsets.US_ASCII);

    @ParameterizedTest
    @EnumSource(value = OperationKind.class, names = "MARKER", mode = EnumSource.Mode.EXCLUDE)
    void shouldKnowAnotherMarkerFromWhatLooksAtIt(final OperationKind kind)
    {
        final boolean isLookedAt =
            kind == OperationKind.ACQUIRE || kind == OperationKind.WAIT || kind == OperationKind.EXTEND;

        for (final long code : new long[]{-3, -4})
        {
            for (final Reply reply : new Reply[]{Replies.number(code), Replies.fence(code, 0)})
            {
                assertThat(ReplyFacts.isOtherIncarnation(kind, reply, MARKER))
                    .isEqualTo(isLookedAt && code == -3);
                assertThat(ReplyFacts.isOtherConfiguration(kind, reply, MARKER))
                    .isEqualTo(isLookedAt && code == -4);
            }
        }
    }

    @Test
    void shouldKnowAnotherMarkerFromAHeartbeat()
    {
        checkMarker(Replies.text(TEXT), false, false);
        checkMarker(new Reply().set(Reply.Kind.NIL), true, true);
        checkMarker(Replies.text(""), true, true);
        checkMarker(Replies.text(TEXT.replace("0123", "0124")), true, true);
        checkMarker(Replies.text(TEXT.replace("|1|", "|2|")), false, true);
        checkMarker(Replies.text(TEXT + "s"), false, true);
        checkMarker(Replies.text(TEXT.substring(1)), true, true);
        checkMarker(Replies.text(TEXT.substring(0, 36)), false, true);
        checkMarker(Replies.error(ErrorCode.NOPERM), false, false);
        checkMarker(Replies.lost(), false, false);
    }

    private static void checkMarker(
        final Reply reply, final boolean isOtherIncarnation, final boolean isOtherConfiguration)
    {
        assertThat(ReplyFacts.isOtherIncarnation(OperationKind.MARKER, reply, MARKER))
            .isEqualTo(isOtherIncarnation);
        assertThat(ReplyFacts.isOtherConfiguration(OperationKind.MARKER, reply, MARKER))
            .isEqualTo(isOtherConfiguration);
    }
}
