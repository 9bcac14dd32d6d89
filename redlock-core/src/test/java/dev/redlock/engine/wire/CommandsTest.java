// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.ScriptedKey;
import dev.redlock.engine.rig.Sent;
import dev.redlock.engine.settings.WaitRule;
import dev.redlock.quorum.Drift;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Script;

class CommandsTest
{
    private static final ReleaseMethod SCRIPT = ReleaseMethod.SCRIPT;
    private static final ReleaseMethod TEXT = ReleaseMethod.TEXT;

    private final Script release = Script.of("release", "return 1");
    private final Script extend = Script.of("extend", "return 2");
    private final List<Script> scripts = List.of(release, extend, Script.of("fence", "return 3"),
        Script.of("unfence", "return 4"), Script.of("acquire", "return 5"),
        Script.of("marked-acquire", "return 6"), Script.of("marked-extend", "return 7"),
        Script.of("marked-fence", "return 8"));
    private final Commands commands = new Commands(scripts, Limits.of(3), null);
    private final Primitive plain = commands.primitive(Options.plain());
    private final Primitive fenced = commands.primitive(Options.fenced());

    private static String textOf(final NodeCommand command)
    {
        final Operation operation = new Operation()
            .wrap(command.template(), new ScriptedKey("orders"), 1)
            .bytes(Operation.TOKEN, new byte[Claim.OWNER_TOKEN_BYTES]).number(NodeCommand.TTL, 30_000)
            .number(NodeCommand.FENCING_TOKEN, 77);

        return new Sent(0, operation, command, 0).text;
    }

    @Test
    void shouldStandWhereTheirIdsSay()
    {
        final List<CommandTemplate> all = commands.all();

        assertThat(all).hasSize(25);
        IntStream.range(0, all.size()).forEach((i) ->
        {
            assertThat(all.get(i).id()).isEqualTo(i);
            assertThat(commands.at(i).template()).isSameAs(all.get(i));
        });
    }

    @Test
    void shouldAcquireInOneAtomicCommand()
    {
        assertThat(textOf(plain.acquire(SCRIPT))).isEqualTo("SET orders <token> NX PX 30000");
        assertThat(textOf(plain.acquire(TEXT))).isEqualTo("SET orders <token> NX PX 30000");
    }

    @Test
    void shouldAcquireByScriptIfNodesAreToTellTheirTime()
    {
        final Commands measured =
            new Commands(scripts, Limits.of(3, (set) -> set.drift = Drift.MEASURED), null);

        assertThat(textOf(measured.primitive(Options.plain()).acquire(TEXT)))
            .isEqualTo("EVAL return 5 1 orders <token> 30000");
    }

    /**
     * What may bring or prolong a key looks at the marker; a release never does.
     */
    @Test
    void shouldLookAtTheMarkerBehindTheKeysAndTheArguments()
    {
        final Commands marked = new Commands(scripts, Limits.of(3), "marker");
        final Primitive plainOne = marked.primitive(Options.plain());
        final Primitive fencedOne = marked.primitive(Options.fenced());

        assertThat(textOf(plainOne.acquire(TEXT)))
            .isEqualTo("EVAL return 6 2 orders marker <token> 30000 <token>");
        assertThat(textOf(plainOne.extend(TEXT)))
            .isEqualTo("EVAL return 7 2 orders marker <token> 30000 <token>");
        assertThat(textOf(plainOne.release(TEXT, true)))
            .isEqualTo("EVAL return 2 1 orders <token> 30000 exactly");
        assertThat(textOf(fencedOne.acquire(TEXT))).isEqualTo(
            "EVAL return 8 3 orders orders:fence marker <token> 30000 77 604800000 10000000 <token>");
        assertThat(textOf(fencedOne.release(TEXT, true)))
            .isEqualTo("EVAL return 4 2 orders orders:fence <token> 30000 77 604800000 10000000");
        assertThat(textOf(marked.of(OperationKind.MARKER))).isEqualTo("GET marker");
        assertThat(marked.beats()).isEqualTo(commands.beats() + 1);
    }

    @Test
    void shouldExtendByDigestAndByText()
    {
        assertThat(textOf(plain.extend(SCRIPT)))
            .isEqualTo("EVALSHA " + extend.sha1() + " 1 orders <token> 30000");
        assertThat(textOf(plain.extend(TEXT))).isEqualTo("EVAL return 2 1 orders <token> 30000");
        assertThat(plain.extend(SCRIPT).withText()).isSameAs(plain.extend(TEXT));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        DELIFEQ, DELIFEQ orders <token>
        DELEX,   DELEX orders IFEQ <token>
        CAD,     CAD orders <token>
        """)
    void shouldDeleteOnlyWhatIsOurs(final ReleaseMethod method, final String text)
    {
        assertThat(textOf(plain.release(method, false))).isEqualTo(text);
    }

    @Test
    void shouldReleaseByDigestAndByText()
    {
        assertThat(textOf(plain.release(SCRIPT, false)))
            .isEqualTo("EVALSHA " + release.sha1() + " 1 orders <token>");
        assertThat(textOf(plain.release(TEXT, false))).isEqualTo("EVAL return 1 1 orders <token>");
    }

    @Test
    void shouldHaveTheKeyLiveExactlySoLong()
    {
        assertThat(textOf(plain.release(ReleaseMethod.DELIFEQ, true)))
            .isEqualTo("EVALSHA " + extend.sha1() + " 1 orders <token> 30000 exactly");
        assertThat(textOf(plain.release(TEXT, true)))
            .isEqualTo("EVAL return 2 1 orders <token> 30000 exactly");
    }

    @Test
    void shouldAskForAFencingTokenOnlyWhenItAcquires()
    {
        assertThat(textOf(fenced.acquire(TEXT)))
            .isEqualTo("EVAL return 3 2 orders orders:fence <token> 30000 77 604800000 10000000");
        assertThat(textOf(fenced.extend(TEXT)))
            .isEqualTo("EVAL return 3 2 orders orders:fence <token> 30000 77 604800000 0");
    }

    @Test
    void shouldReleaseAFencedLockByScriptWhateverTheNodeCan()
    {
        assertThat(fenced.release(ReleaseMethod.DELIFEQ, false)).isSameAs(fenced.release(SCRIPT, false));
        assertThat(textOf(fenced.release(TEXT, false)))
            .isEqualTo("EVAL return 4 2 orders orders:fence <token> 30000 77 604800000 10000000");
    }

    /**
     * So operators see who waits.
     */
    @Test
    void shouldLeaveItsNameInLine()
    {
        final List<Script> withLine = Stream.concat(scripts.stream(),
            Stream.of(Script.of("wait", "return 9"), Script.of("pass", "return 10"))).toList();
        final Commands waiting = new Commands(
            withLine, Limits.of(3, (set) -> set.waiting = new WaitRule("mail:", "orders@host-1")), null);

        assertThat(textOf(waiting.primitive(Options.plain()).await(TEXT))).isEqualTo(
            "EVAL return 9 3 orders orders:line orders:tickets <token> 1100 600 1100 mail: 0 0 0 30000 0 0 " +
            "0 + orders@host-1");
    }

    /**
     * A place in line is kept under the marker, and a lock given under it; it is released under any.
     */
    @Test
    void shouldWaitAndGiveUnderTheMarker()
    {
        final List<Script> withLine = Stream.concat(scripts.stream(),
            Stream.of(Script.of("marked-wait", "return 9"), Script.of("pass", "return 10"))).toList();
        final Primitive marked = new Commands(withLine, Limits.of(3, (set) ->
            set.waiting = new WaitRule("mail:", "us")), "marker").primitive(Options.fenced());

        assertThat(textOf(marked.await(TEXT))).isEqualTo(
            "EVAL return 9 5 orders orders:line orders:tickets orders:fence marker <token> 1100 600 1100 " +
            "mail: 604800000 10000000 77 30000 0 0 0 + us <token>");
        assertThat(textOf(marked.pass(TEXT))).isEqualTo(
            "EVAL return 10 5 orders orders:line orders:tickets orders:fence marker <token> 1100 600 1100 " +
            "mail: 604800000 10000000 0 0 77 <token>");
    }

    @Test
    void shouldAskForTheTime()
    {
        assertThat(textOf(commands.of(OperationKind.TIME))).isEqualTo("TIME");
        assertThat(textOf(commands.of(OperationKind.PING))).isEqualTo("PING 30000");
        assertThat(textOf(commands.of(OperationKind.REPLICATION))).isEqualTo("INFO replication");
    }
}
