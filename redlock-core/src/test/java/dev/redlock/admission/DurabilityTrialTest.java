// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.admission.login.ClientLabel;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Answer;
import dev.redlock.spi.address.NodeAddress;

/**
 * A node that cannot confirm durable votes is found out before it votes, where it says so.
 */
class DurabilityTrialTest
{
    private static final String NOPERM = "NOPERM User app has no permissions to run the '%s' command";
    private static final String OOM = "OOM command not allowed when used memory > 'maxmemory'.";
    private static final String[] BARRIER = {"PEXPIRE", "app:barrier", "5000"};
    private static final String[] BARRIER_ANEW = {"SET", "app:barrier", "1", "PX", "5000"};

    private final ScriptedServer server = ScriptedServer.captured("redis-7.0.15");
    private final Admission admission = new Admission(
        List.of(NodeAddress.parse("redis://h:7000")), Scripts.plain(), new ClientLabel("redlock", "1.2.3"));

    @BeforeEach
    void allowDurableVotes()
    {
        confirming("1000");
        server.on("WAIT ", (command) -> Answer.number(0))
            .on("SET app:barrier", (command) -> ScriptedServer.text("OK"))
            .on("PEXPIRE app:barrier", (command) -> Answer.number(1));
        sync("everysec");
        require(admission, 0, true);
    }

    private static void require(final Admission admission, final int replicas, final boolean isForAll)
    {
        admission.requireDurableVotes(BARRIER, BARRIER_ANEW, replicas, isForAll);
    }

    private void sync(final String value)
    {
        server.on("CONFIG GET", (command) ->
            Answer.list(List.of(ScriptedServer.text("appendfsync"), ScriptedServer.text(value))));
    }

    /*
     * What it says of the writes of the trial, in turn; the first question is about none.
     */
    private void confirming(final String answers)
    {
        final Iterator<Integer> next = ("1" + answers).chars().map((digit) -> digit - '0').iterator();
        server.on("WAITAOF", (command) ->
            Answer.list(List.of(Answer.number(next.next()), Answer.number(0))));
    }

    /**
     * The first write, and a second that ends between two of them.
     */
    @ParameterizedTest
    @ValueSource(strings = {"000", "1000", "10100", "11000", "00110"})
    void shouldAdmitANodeThatSyncsItsFileOnceASecond(final String answers)
    {
        confirming(answers);

        assertThat(introduce()).isNull();
        assertThat(server.asked()).filteredOn((line) -> line.startsWith("WAITAOF"))
            .hasSize(1 + answers.length());
    }

    @ParameterizedTest
    @ValueSource(strings = {"111", "0111", "10101"})
    void shouldTurnAwayANodeThatConfirmsWhatIsNotOnItsDisk(final String answers)
    {
        confirming(answers);

        assertThat(introduce()).isEqualTo("node h:7000 cannot confirm that its votes are durable: it " +
            "confirms writes before they are on its disk (WAITAOF with appendfsync everysec); set " +
            "appendfsync always there, or use a server without this error, or leave out durable votes");
        assertThat(admission.refusalKind(0)).isEqualTo(RefusalKind.CONFIGURATION);
    }

    @Test
    void shouldAdmitANodeThatSyncsItsFileWithEachWrite()
    {
        sync("always");
        confirming("");

        assertThat(introduce()).isNull();
    }

    @Test
    void shouldTurnAwayANodeThatLeavesItToTheSystemWhenToWrite()
    {
        sync("no");

        assertThat(introduce()).isEqualTo("node h:7000 cannot confirm that its votes are durable: it " +
            "leaves it to its system when to write its append-only file (appendfsync no); set appendfsync " +
            "everysec, or always, there, or leave out durable votes");
        assertThat(admission.refusalKind(0)).isEqualTo(RefusalKind.CONFIGURATION);
    }

    /**
     * CONFIG GET shows passwords, too: many users may not run it.
     */
    @Test
    void shouldAdmitANodeThatMayNotBeAskedForItsSettings()
    {
        server.failing("CONFIG GET", NOPERM.formatted("config|get"));
        confirming("000");

        assertThat(introduce()).isNull();
        assertThat(admission.facts(0).warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', value = {
        "NOPERM User app has no permissions ! allow it (ACL: +config|get)",
        "ERR unknown command ! it was renamed or disabled there (rename-command), or something in " +
        "between keeps it back; give it back its name, or connect to the node directly"})
    void shouldWarnOfANodeThatMayConfirmTooEarly(final String words, final String remedy)
    {
        server.failing("CONFIG GET", words);
        confirming("111");

        assertThat(introduce()).isNull();
        assertThat(admission.facts(0).warnings()).containsExactly("does not say its appendfsync ('" + words +
            "'): if that is not always, it confirms writes before they are on its disk (WAITAOF with " +
            "appendfsync everysec), and durable votes are not; set it to always; or " + remedy);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "ERR unknown command 'WAITAOF' | use Redis 7.2 or newer, or Valkey",
        "ERR WAITAOF cannot be used when numlocal is set but appendonly is disabled. | set appendonly yes",
        "NOPERM User app has no permissions to run the 'waitaof' command | (ACL: +waitaof)"})
    void shouldTurnAwayANodeThatCannotConfirm(final String words, final String remedy)
    {
        server.failing("WAITAOF", words);

        assertThat(introduce()).contains("h:7000", remedy, "or leave out durable votes");
        assertThat(admission.refusalKind(0)).isEqualTo(RefusalKind.CONFIGURATION);
    }

    @Test
    void shouldNotAskForAFileWhereReplicasConfirm()
    {
        require(admission, 1, false);
        sync("no");

        assertThat(introduce()).isNull();
        assertThat(server.asked()).contains("WAIT 0 1")
            .noneMatch((line) -> line.startsWith("CONFIG") || line.startsWith("WAITAOF"));
    }

    @ParameterizedTest
    @CsvSource({"0, 1, true", "1, 2, true", "1, 1, false", "2, 1, false"})
    void shouldWarnOfReplicasThatAreNotThere(final int present, final int asked, final boolean isWarned)
    {
        server.with("connected_slaves", Integer.toString(present));
        require(admission, asked, false);

        assertThat(introduce()).isNull();
        assertThat(admission.facts(0).warnings().contains("has too few replicas for replicatedVotes, " +
            present + " of " + asked + " when the client connected: until it has them its durable votes do " +
            "not count; attach replicas, or ask for fewer")).isEqualTo(isWarned);
    }

    @Test
    void shouldNotMindANodeThatDoesNotTellItsReplicas()
    {
        server.without("connected_slaves");
        require(admission, 1, false);

        assertThat(introduce()).isNull();
        assertThat(admission.facts(0).warnings()).isEmpty();
    }

    @Test
    void shouldNameTheRightOfANodeThatHidesItsProcessOnlyWhereThatHelps()
    {
        server.without("run_id");
        assertThat(introduce()).contains("whose votes it confirms: connect to the node directly, or use a " +
            "server that names its run_id").doesNotContain("+info");

        server.failing("INFO", NOPERM.formatted("info"));
        assertThat(introduce()).contains("whose votes it confirms: allow INFO", "+info");
    }

    /**
     * The warning would have its reader leave out what durable votes are for.
     */
    @ParameterizedTest
    @CsvSource({"0, true, 0", "0, false, 1", "1, true, 1"})
    void shouldTakeDurableVotesOfAllLocksForKeptKeys(
        final int replicas, final boolean isForAll, final int warnings)
    {
        final Admission keeping = new Admission(List.of(NodeAddress.parse("redis://h:7000")),
            Scripts.plain(), new ClientLabel("redlock", "1.2.3"), null, null, true);
        server.with("connected_slaves", "1");
        require(keeping, replicas, isForAll);

        assertThat(server.converse(keeping.begin(0, false))).isNull();
        assertThat(keeping.facts(0).warnings()).hasSize(warnings).allMatch((warning) -> warning.equals(
            "LOSES KEYS when it restarts, although assumeNodesKeepKeys() says that it does not: " +
            "appendfsync is everysec but must be always; set it, give all locks of all clients durable " +
            "votes (durableVotes), or leave out assumeNodesKeepKeys(): two clients may hold one lock"));
    }

    /**
     * Nothing was written, so a server has nothing to wait for, and answers at once. That accuses nobody, and
     * clears nobody: the node votes, and is tried again before it confirms anything.
     */
    @ParameterizedTest
    @ValueSource(strings = {OOM, "NOREPLICAS Not enough good replicas to write.",
        "MISCONF Errors writing to the AOF file: No space left on device"})
    void shouldBelieveNoConfirmationOfANodeThatCannotBeTried(final String words)
    {
        server.failing("SET app:barrier", words).failing("PEXPIRE app:barrier", words);
        confirming("111111");

        assertThat(comeUp()).isNull();
        assertThat(introduceAside()).isEqualTo("node h:7000 cannot be tried whether it waits for its disk " +
            "before it confirms a write (Redis 7.0.15 says '" + words + "'); it will be tried again. See " +
            "to it that it takes writes");

        server.on("PEXPIRE app:barrier", (command) -> Answer.number(1));
        assertThat(introduceAside()).contains("it confirms writes before they are on its disk");

        confirming("1000");
        assertThat(introduceAside()).isNull();
        assertThat(introduceAside()).isNull();
        assertThat(server.asked()).as("when it was tried").noneMatch((line) -> line.startsWith("WAITAOF"));
    }

    @Test
    void shouldTryANodeThatIsFullWithTheKeyThatItHas()
    {
        server.failing("SET app:barrier", OOM);
        confirming("1000");
        assertThat(comeUp()).isNull();
        assertThat(introduceAside()).isNull();

        confirming("111");
        assertThat(introduce()).contains("it confirms writes before they are on its disk");
    }

    @Test
    void shouldTakeAQuestionThatFailsForNoTrial()
    {
        server.on("WAITAOF", (command) -> command[3].equals("10") ?
            Answer.error("BUSY Redis is busy running a script.") :
            Answer.list(List.of(Answer.number(1), Answer.number(0))));

        assertThat(comeUp()).isNull();
        assertThat(introduceAside()).contains("cannot be tried", "says 'BUSY");
    }

    @Test
    void shouldTryNoNodeThatSyncsItsFileWithEachWrite()
    {
        sync("always");
        server.failing("SET app:barrier", OOM).failing("PEXPIRE app:barrier", OOM);

        assertThat(comeUp()).isNull();
        assertThat(introduceAside()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "NOPERM User app has no permissions to access one of the keys used as arguments | does not let its " +
        "user write 'app:barrier' (NOPERM), which durable votes need: allow it (ACL: ~prefix*), or leave " +
        "out durable votes",
        "NOPERM User app has no permissions to run the 'pexpire' command | does not let its user run " +
        "PEXPIRE, which durable votes need (Redis 7.0.15 says 'NOPERM User app has no permissions to run " +
        "the 'pexpire' command'): allow it (ACL: +pexpire)"})
    void shouldTurnAwayANodeWhoseUserMayNotWriteTheBarrier(final String words, final String what)
    {
        server.failing("PEXPIRE app:barrier", words);

        assertThat(introduce()).isEqualTo("node h:7000 " + what);
        assertThat(admission.refusalKind(0)).isEqualTo(RefusalKind.CONFIGURATION);
    }

    private String comeUp()
    {
        final String refusal = introduce();
        admission.onUp(0);

        return refusal;
    }

    private String introduceAside()
    {
        return server.converse(admission.beginSide(0, false));
    }

    private String introduce()
    {
        return server.converse(admission.begin(0, false));
    }
}
