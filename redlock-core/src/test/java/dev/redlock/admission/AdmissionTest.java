// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.admission.login.ClientLabel;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Answer;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.address.NodeAddress;

/**
 * The rules that hold between nodes, and from one connection of a node to the next.
 */
class AdmissionTest
{
    private final ScriptedServer a = ScriptedServer.captured("redis-7.0.15").as("a");
    private final ScriptedServer b = ScriptedServer.captured("redis-7.0.15").as("b");
    private final Admission admission = new Admission(
        List.of(NodeAddress.of("a.example", 7000), NodeAddress.of("b.example", 7001)),
        Scripts.plain(), new ClientLabel("redlock", "1.2.3"));

    @Test
    void shouldAdmitTwoMasters()
    {
        admits(0, a).admits(1, b);
        assertThat(admission.facts(0).warnings()).isEmpty();
        assertThat(admission.facts(1).warnings()).isEmpty();
    }

    @Test
    void shouldNameBothAddressesOfOneProcess()
    {
        admits(0, a);
        assertThat(connect(1, a)).startsWith(
            "node b.example:7001 is the same process as node a.example:7000 (run id " + "a".repeat(40) + ")")
            .contains("vote twice", "leave out one");
        assertThat(admission.refusalKind(1)).isEqualTo(RefusalKind.CONFIGURATION);
        assertThat(admission.refusalKind(0)).isEqualTo(RefusalKind.NONE);
    }

    /*
     * Both dialogues have passed the question who they are before either ends.
     */
    @Test
    void shouldAdmitOneOfTwoConnectionsToTheSameProcessThatAreMadeAtTheSameTime()
    {
        final Dialogue first = admission.begin(0, false);
        final Dialogue second = admission.begin(1, false);

        byte[][] firstCommand = first.next();
        byte[][] secondCommand = second.next();
        while (firstCommand != null || secondCommand != null)
        {
            a.answer(first, firstCommand);
            a.answer(second, secondCommand);
            firstCommand = first.next();
            secondCommand = second.next();
        }

        assertThat(first.refusal()).isNull();
        assertThat(second.refusal())
            .contains("node b.example:7001 is the same process as node a.example:7000");
        assertThat(admission.refusalKind(1)).isEqualTo(RefusalKind.CONFIGURATION);
    }

    @Test
    void shouldNotTakeANodeForADuplicateOfItself()
    {
        admits(0, a).admits(0, a);
        assertThat(admission.isNewIncarnation(0)).isFalse();
    }

    @Test
    void shouldNotTakeARefusedNodeForAHolderOfItsPlace()
    {
        a.failing("SCRIPT LOAD", "LOADING Redis is loading the dataset in memory");
        assertThat(connect(0, a)).isNotNull();
        a.on("SCRIPT LOAD", ScriptedServer::loaded);

        admits(1, a);
    }

    @Test
    void shouldKeepAProcessAtItsIndexWhileItIsConnectedThere()
    {
        admits(0, a);
        assertThat(connect(1, a)).isNotNull();
        admission.onDown(1, 0);

        admission.onDown(0, 0);

        admits(1, a);
        assertThat(admission.formerSeatsOf(1)).as("what it granted there is dropped").isEqualTo(1);
        assertThat(connect(0, a)).contains("node a.example:7000 is the same process as node b.example:7001");
    }

    /**
     * It was admitted, and is not up yet: two dialogues may go on side by side.
     */
    @Test
    void shouldKeepAProcessAtTheIndexAtWhichItIsAboutToComeUp()
    {
        assertThat(a.converse(admission.begin(0, false))).isNull();
        assertThat(connect(1, a)).isNotNull();

        admission.onDown(0, 0);

        admits(1, a);
    }

    @Test
    void shouldLetProcessesTradeTheirIndexes()
    {
        admits(0, a).admits(1, b);
        assertThat(admission.formerSeatsOf(0)).isZero();
        admission.onDown(0, 0);
        admission.onDown(1, 0);

        admits(1, a);
        assertThat(admission.isNewIncarnation(1)).isTrue();
        assertThat(admission.formerSeatsOf(1)).isEqualTo(1);
        assertThat(admission.facts(1).warnings()).as("its data are its own").isEmpty();
        admits(0, b);
        assertThat(admission.isNewIncarnation(0)).isTrue();
        assertThat(admission.formerSeatsOf(0)).as("the other has come up at its place").isZero();
    }

    /**
     * Another process was admitted at its index, but has not come up there: its votes stand all the same.
     */
    @Test
    void shouldRememberWhereAProcessHasVotedUntilAnotherHasComeUpThere()
    {
        admits(0, a);
        admission.onDown(0, 0);
        assertThat(b.converse(admission.begin(0, false))).isNull();

        admits(1, a);
        assertThat(admission.formerSeatsOf(1)).isEqualTo(1);
        admission.onUp(0);
        assertThat(admission.formerSeatsOf(1)).isZero();
    }

    @Test
    void shouldTellForHowLongANodeHasLivedForCertain()
    {
        admits(0, a.plain().with("uptime_in_seconds", "59"))
            .admits(1, b.plain().with("uptime_in_seconds", "soon"));
        assertThat(admission.facts(0).livedNs()).isEqualTo(58_000_000_000L);
        assertThat(admission.facts(1).livedNs()).as("it does not say").isZero();
        admits(0, a.with("uptime_in_seconds", "0"));
        assertThat(admission.facts(0).livedNs()).isZero();
    }

    @Test
    void shouldWarnOfMastersWithOneHistory()
    {
        final String replid = "c".repeat(40);

        admits(0, a.with("master_replid", replid)).admits(1, b.with("master_replid", replid));

        assertThat(admission.facts(1).warnings()).singleElement().asString()
            .contains("node a.example:7000 has the same replication id");
    }

    @Test
    void shouldNotWarnOfHistoriesThatAreNotKnown()
    {
        final String none = "0".repeat(40);

        admits(0, a.with("master_replid", none)).admits(1, b.with("master_replid", none));

        assertThat(admission.facts(1).warnings()).isEmpty();
    }

    @Test
    void shouldTakeTheFirstConnectionForNoNewIncarnation()
    {
        admits(0, a);

        assertThat(admission.isNewIncarnation(0)).isFalse();
    }

    @Test
    void shouldSeeARestart()
    {
        connect(0, a);
        connect(0, b);
        assertThat(admission.isNewIncarnation(0)).isTrue();

        connect(0, b);
        assertThat(admission.isNewIncarnation(0)).isFalse();
    }

    /*
     * The engine must hear of a restart even if the first connection afterwards was refused or lost.
     */
    @Test
    void shouldRememberARestartUntilTheNodeIsUp()
    {
        connect(0, a);

        b.failing("TIME", "LOADING Redis is loading the dataset in memory");
        assertThat(connect(0, b)).isNotNull();
        b.on("TIME", (command) -> Answer.nil());
        assertThat(b.converse(admission.begin(0, false))).isNull();
        assertThat(admission.isNewIncarnation(0)).isTrue();

        connect(0, b);
        assertThat(admission.isNewIncarnation(0)).isTrue();
    }

    /*
     * REPLICAOF and back leaves the run id as it was.
     */
    @Test
    void shouldSeeThatANodeHasBeenAReplicaMeanwhile()
    {
        final ScriptedServer server = ScriptedServer.captured("redis-7.0.15");
        connect(0, server);
        server.with("master_replid", "d".repeat(40));

        connect(0, server);

        assertThat(admission.isNewIncarnation(0)).isTrue();
    }

    @Test
    void shouldSeeThatAMachineWasRestoredFromASnapshot()
    {
        connect(0, a.restoredToClientId(100));
        connect(0, a.restoredToClientId(50));

        assertThat(admission.isNewIncarnation(0)).isTrue();
    }

    @Test
    void shouldCountEveryConnectionOfAnUnidentifiedNodeAsARestart()
    {
        a.failing("INFO", "NOPERM User app has no permissions to run the 'info' command");

        connect(0, a);
        assertThat(admission.isNewIncarnation(0)).isFalse();
        connect(0, a);
        assertThat(admission.isNewIncarnation(0)).isTrue();
    }

    @Test
    void shouldAdmitSeveralUnidentifiedNodes()
    {
        admits(0, a.without("run_id")).admits(1, b.without("run_id"));
        assertThat(admission.facts(1).isIdentified()).isFalse();
        assertThat(admission.facts(1).warnings()).singleElement().asString()
            .contains("no run_id", "a second address of the same process stays unnoticed",
                "connect to the node directly, or use a server that names its run_id")
            .doesNotContain("+info");
    }

    /*
     * The one trace that is left of a second address when nodes hide their run id.
     */
    @Test
    void shouldWarnOfASecondAddressOfAnUnidentifiedNode()
    {
        admits(0, a.without("run_id")).admits(1, a);

        assertThat(admission.facts(1).warnings()).anySatisfy((warning) ->
            assertThat(warning).contains("node a.example:7000 has the same replication id"));
    }

    @Test
    void shouldRememberIncarnationsOfANodeThatIsDown()
    {
        connect(0, a);
        admission.onDown(0, 0);

        connect(0, b);

        assertThat(admission.isNewIncarnation(0)).isTrue();
    }

    @Test
    void shouldKnowNothingOfANodeThatNeverAnswered()
    {
        admission.begin(0, false);

        assertThat(admission.facts(0)).isNull();
        assertThat(admission.isNewIncarnation(0)).isFalse();
        assertThat(admission.refusalKind(0)).isEqualTo(RefusalKind.NONE);
    }

    @Test
    void shouldKeepWhatANodeToldWhenItTellsNothingNew()
    {
        connect(0, a);
        final NodeFacts told = admission.facts(0);
        a.failing("INFO", "BUSY Redis is busy running a script. You can only call SCRIPT KILL");

        assertThat(connect(0, a)).isNotNull();

        assertThat(admission.facts(0)).isSameAs(told);
    }

    /*
     * Not a rule of its own: whichever comes first, the replica is refused for its role.
     */
    @Test
    void shouldAdmitTheMasterOfAMasterAndItsReplica()
    {
        final ScriptedServer replica = ScriptedServer.captured("redis-7.0.15-replica");
        final List<String> refusals = new ArrayList<>();
        refusals.add(connect(1, replica));
        refusals.add(connect(0, a));
        refusals.add(connect(1, replica));

        assertThat(refusals.get(0)).contains("'replica'");
        assertThat(refusals.get(1)).isNull();
        assertThat(refusals.get(2)).contains("'replica'");
    }

    private AdmissionTest admits(final int nodeIndex, final ScriptedServer server)
    {
        assertThat(connect(nodeIndex, server)).as("refusal of node %d", nodeIndex).isNull();

        return this;
    }

    private String connect(final int nodeIndex, final ScriptedServer server)
    {
        final String refusal = server.converse(admission.begin(nodeIndex, false));
        if (refusal == null)
        {
            admission.onUp(nodeIndex);
        }

        return refusal;
    }
}
