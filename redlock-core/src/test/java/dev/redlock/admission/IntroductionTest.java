// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.redlock.admission.login.ClientLabel;
import dev.redlock.admission.marker.Agreement;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Answer;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.address.NodeAddress;

/**
 * What is asked, in which order, and what follows from the answer to each question.
 */
class IntroductionTest
{
    private static final String NAME = "redlock(2of3,1m,restart,1a2b3c4d,e3b0c442)";
    private static final String RELEASE = "SCRIPT LOAD -- Deletes a lock, but only if it is still ours.";
    private static final String EXTEND = "SCRIPT LOAD -- Prolongs a lock, but only if it is still ours: " +
        "never re-creates it, never shortens its life.";
    private static final String NATIVE = "COMMAND INFO DELIFEQ DELEX CAD";

    private final ScriptedServer server = ScriptedServer.captured("redis-7.0.15");
    private Admission admission;

    @Test
    void shouldGreetThenIdentifyThenLoadTheScripts()
    {
        assertThat(introduce("redis://h:7000")).isNull();
        assertThat(server.asked()).containsExactly(
            "HELLO 3 SETNAME " + NAME,
            "CLIENT SETINFO LIB-NAME redlock-java",
            "CLIENT SETINFO LIB-VER 1.2.3", "INFO", RELEASE, EXTEND, NATIVE, "TIME");
    }

    /*
     * An old server does not know HELLO, or not this version of it; a proxy may ask for AUTH before it.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        redis://app:Secret@h:7000/3 | - | HELLO 3 AUTH app Secret SETNAME redlock; SELECT 3
        redis://:Secret@h:7000      | - | HELLO 3 AUTH default Secret SETNAME redlock; CLIENT SETINFO
        redis://app:Secret@h:7000/3 | ERR unknown command 'HELLO' | HELLO 3 AUTH app Secret SETNAME redlock; \
        AUTH app Secret; CLIENT SETNAME redlock; CLIENT ID; SELECT 3; CLIENT SETINFO LIB-NAME redlock-java
        redis://:Secret@h:7000      | ERR unknown command 'HELLO' | HELLO 3; AUTH Secret; \
        CLIENT SETNAME redlock
        redis://h:7000              | NOPROTO unsupported protocol version | HELLO 3 SETNAME redlock; \
        CLIENT SETNAME redlock; CLIENT ID; CLIENT SETINFO
        redis://app:Secret@h:7000   | NOAUTH Authentication required. | HELLO 3; AUTH app Secret
        """)
    void shouldGreetAsTheServerCan(final String uri, final String objection, final String asked)
    {
        if (objection != null)
        {
            server.failing("HELLO", objection);
        }

        assertThat(introduce(uri)).isNull();
        assertThat(facts().clientId()).isEqualTo(1);
        final List<String> expected =
            List.of(asked.replace("SETNAME redlock", "SETNAME " + NAME).split("; "));
        for (int i = 0; i < expected.size(); i++)
        {
            assertThat(server.asked().get(i)).as("question %d of %s", i, server.asked())
                .startsWith(expected.get(i));
        }
    }

    @Test
    void shouldLeaveOutTheSessionThatTheTransportHasOpened()
    {
        admission = admission("redis://app:Secret@h:7000/3");

        assertThat(server.converse(admission.begin(0, true))).isNull();
        assertThat(server.asked()).containsExactly("HELLO", "INFO", RELEASE, EXTEND, NATIVE, "TIME");
        assertThat(facts().clientId()).isEqualTo(1);
    }

    @Test
    void shouldAskAnOldServerForTheNumberOfAnOpenedSession()
    {
        server.withoutHello();
        admission = admission("redis://h:7000");

        assertThat(server.converse(admission.begin(0, true))).isNull();
        assertThat(server.asked()).startsWith("HELLO", "CLIENT ID", "INFO");
        assertThat(facts().clientId()).isEqualTo(1);
    }

    @Test
    void shouldNotMindWhatIsOnlyACourtesy()
    {
        server.failing("CLIENT", "ERR unknown subcommand 'SETINFO'. Try CLIENT HELP.");

        assertThat(introduce("redis://h:7000")).isNull();
        assertThat(facts().warnings()).isEmpty();
    }

    @Test
    void shouldVoteWithEvalWhereScriptsMayNotBeLoaded()
    {
        server.failing("SCRIPT LOAD", "NOPERM this user has no permissions to run the 'script|load' command");

        assertThat(introduce("redis://h:7000")).isNull();
        assertThat(facts().warnings()).singleElement().asString().contains("EVAL", "+script|load");
    }

    @Test
    void shouldRefuseAServerThatHasAnotherDigestOfAScript()
    {
        final String digest = "0123456789".repeat(4);
        server.on("SCRIPT LOAD", (command) -> ScriptedServer.text(digest));

        assertThat(introduce("redis://h:7000"))
            .contains("node h:7000", "script release is '" + digest + "'", Scripts.release().sha1());
        assertThat(kind()).isEqualTo(RefusalKind.CONFIGURATION);
        assertThat(server.asked()).doesNotContain(EXTEND, NATIVE);
    }

    @Test
    void shouldRefuseAServerWithoutScripts()
    {
        server.failing("SCRIPT", "ERR This instance has Lua scripting support disabled");

        assertThat(introduce("redis://h:7000"))
            .contains("node h:7000", "'ERR This instance has Lua scripting support disabled'")
            .contains("enable Lua");
        assertThat(kind()).isEqualTo(RefusalKind.CONFIGURATION);
    }

    @Test
    void shouldFindTheNativeCommandByName()
    {
        assertThat(nativeOf(Answer.nil(), Answer.nil(), Answer.nil())).isEqualTo(ReleaseMethod.SCRIPT);
        assertThat(nativeOf(described("delifeq"), Answer.nil(), Answer.nil()))
            .isEqualTo(ReleaseMethod.DELIFEQ);
        assertThat(nativeOf(Answer.nil(), described("delex"), Answer.nil())).isEqualTo(ReleaseMethod.DELEX);
        assertThat(nativeOf(Answer.nil(), Answer.nil(), described("CAD"))).isEqualTo(ReleaseMethod.CAD);
        assertThat(nativeOf(described("delifeq"), described("delex"), Answer.nil()))
            .isEqualTo(ReleaseMethod.DELIFEQ);
        assertThat(nativeOf(described("delex"))).isEqualTo(ReleaseMethod.DELEX);
        assertThat(nativeOf()).isEqualTo(ReleaseMethod.SCRIPT);
    }

    @Test
    void shouldDoWithoutANativeCommandWhereItMayNotAsk()
    {
        server.failing("COMMAND", "NOPERM User app has no permissions to run the 'command|info' command");

        assertThat(introduce("redis://h:7000")).isNull();
        assertThat(facts().releaseMethod()).isEqualTo(ReleaseMethod.SCRIPT);
    }

    @Test
    void shouldWarnWhenTheNodeDoesNotTellItsTime()
    {
        server.failing("TIME", "NOPERM User app has no permissions to run the 'time' command");

        assertThat(introduce("redis://h:7000")).isNull();
        assertThat(facts().warnings()).singleElement().asString().contains("+time");
    }

    @Test
    void shouldEndAtTheFirstReasonToRefuse()
    {
        server.failing("INFO", "LOADING Redis is loading the dataset in memory");
        admission = admission("redis://h:7000");
        final Dialogue dialogue = admission.begin(0, false);

        assertThat(server.converse(dialogue)).isEqualTo("node h:7000 is loading; will be asked again");
        assertThat(server.asked()).last().isEqualTo("INFO");
        assertThat(dialogue.next()).isNull();
    }

    @Test
    void shouldHaveNothingToAskAfterTheEnd()
    {
        admission = admission("redis://h:7000");
        final Dialogue dialogue = admission.begin(0, false);

        assertThat(server.converse(dialogue)).isNull();
        assertThat(dialogue.next()).isNull();
        assertThat(dialogue.refusal()).isNull();
    }

    @Test
    void shouldRejectAnAnswerToNothing()
    {
        final Dialogue dialogue = admission("redis://h:7000").begin(0, false);

        assertThatIllegalStateException().isThrownBy(() -> dialogue.onAnswer(Answer.nil()))
            .withMessageContaining("call next()");
    }

    private static Admission admission(final String uri)
    {
        return new Admission(
            List.of(NodeAddress.parse(uri)), Scripts.plain(), new ClientLabel("redlock", "1.2.3",
            new Agreement(2, 3, "1m", "restart", "1a2b3c4d", "e3b0c442")));
    }

    private String introduce(final String uri)
    {
        admission = admission(uri);

        return server.converse(admission.begin(0, false));
    }

    private NodeFacts facts()
    {
        return admission.facts(0);
    }

    private RefusalKind kind()
    {
        return admission.refusalKind(0);
    }

    private ReleaseMethod nativeOf(final Answer... descriptions)
    {
        server.on("COMMAND INFO", (command) -> Answer.list(List.of(descriptions)));
        assertThat(introduce("redis://h:7000")).isNull();

        return facts().releaseMethod();
    }

    private static Answer described(final String name)
    {
        return Answer.list(List.of(ScriptedServer.text(name), Answer.number(3), Answer.list(List.of())));
    }
}
