// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.rig.ScriptedKey;
import dev.redlock.engine.rig.Sent;
import dev.redlock.engine.settings.FenceRule;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Operation;
import dev.redlock.spi.ReleaseMethod;
import dev.redlock.spi.Script;

class CommandsTest
{
    private final Script release = Script.of("release", "return 1");
    private final Script extend = Script.of("extend", "return 2");
    private final Commands commands = new Commands(
        List.of(release, extend, Script.of("fence", "return 3"), Script.of("unfence", "return 4"),
            Script.of("acquire", "return 5")), FenceRule.DEFAULT);

    private static String textOf(final CommandTemplate template)
    {
        final Operation operation = new Operation()
            .wrap(template, new ScriptedKey("orders"), 1)
            .bytes(Operation.TOKEN, new byte[Claim.OWNER_TOKEN_BYTES]).number(Commands.TTL, 30_000)
            .number(Commands.FENCING_TOKEN, 77);

        return new Sent(0, operation, OperationKind.ACQUIRE, 0).text;
    }

    @Test
    void shouldStandWhereTheirIdsSay()
    {
        final List<CommandTemplate> all = commands.all();

        assertThat(all).hasSize(26);
        IntStream.range(0, all.size()).forEach((i) -> assertThat(all.get(i).id()).isEqualTo(i));
    }

    @Test
    void shouldAcquireInOneAtomicCommand()
    {
        assertThat(textOf(commands.of(OperationKind.ACQUIRE))).isEqualTo("SET orders <token> NX PX 30000");
    }

    @Test
    void shouldExtendByDigestAndByText()
    {
        assertThat(textOf(commands.of(OperationKind.EXTEND)))
            .isEqualTo("EVALSHA " + extend.sha1() + " 1 orders <token> 30000");
        assertThat(textOf(commands.of(OperationKind.EXTEND_WITH_TEXT)))
            .isEqualTo("EVAL return 2 1 orders <token> 30000");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        DELIFEQ, DELIFEQ orders <token>
        DELEX,   DELEX orders IFEQ <token>
        CAD,     CAD orders <token>
        """)
    void shouldDeleteOnlyWhatIsOurs(final ReleaseMethod method, final String text)
    {
        assertThat(textOf(commands.release(method))).isEqualTo(text);
    }

    @Test
    void shouldReleaseByDigestAndByText()
    {
        assertThat(textOf(commands.release(ReleaseMethod.SCRIPT)))
            .isEqualTo("EVALSHA " + release.sha1() + " 1 orders <token>");
        assertThat(textOf(commands.of(OperationKind.RELEASE_WITH_TEXT)))
            .isEqualTo("EVAL return 1 1 orders <token>");
    }

    @Test
    void shouldHaveTheKeyLiveExactlySoLong()
    {
        assertThat(textOf(commands.of(OperationKind.RELEASE_AFTER)))
            .isEqualTo("EVALSHA " + extend.sha1() + " 1 orders <token> 30000 exactly");
        assertThat(textOf(commands.of(OperationKind.RELEASE_AFTER_WITH_TEXT)))
            .isEqualTo("EVAL return 2 1 orders <token> 30000 exactly");
    }

    @Test
    void shouldAskForAFencingTokenOnlyWhenItAcquires()
    {
        assertThat(textOf(commands.of(OperationKind.FENCED_ACQUIRE_WITH_TEXT)))
            .isEqualTo("EVAL return 3 2 orders orders:fence <token> 30000 77 604800000 10000000");
        assertThat(textOf(commands.of(OperationKind.FENCED_EXTEND_WITH_TEXT)))
            .isEqualTo("EVAL return 3 2 orders orders:fence <token> 30000 77 604800000 0");
    }

    @Test
    void shouldReleaseAFencedLockByScriptWhateverTheNodeCan()
    {
        assertThat(OperationKind.releaseBy(ReleaseMethod.DELIFEQ, true, false))
            .isEqualTo(OperationKind.FENCED_RELEASE);
        assertThat(textOf(commands.of(OperationKind.FENCED_RELEASE_WITH_TEXT)))
            .isEqualTo("EVAL return 4 2 orders orders:fence <token> 30000 77 604800000 10000000");
    }

    @Test
    void shouldAskForTheTime()
    {
        assertThat(textOf(commands.of(OperationKind.TIME))).isEqualTo("TIME");
        assertThat(textOf(commands.of(OperationKind.PING))).isEqualTo("PING 30000");
        assertThat(textOf(commands.of(OperationKind.REPLICATION))).isEqualTo("INFO replication");
    }
}
