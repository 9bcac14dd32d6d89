// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.admission.login.ClientLabel;
import dev.redlock.admission.marker.Deployment;
import dev.redlock.admission.marker.Marker;
import dev.redlock.admission.marker.MarkerRule;
import dev.redlock.engine.wire.ReplyFacts;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Answer;
import dev.redlock.spi.address.NodeAddress;

/**
 * The marker of a node, and what admission makes of it.
 */
class MarkerTest
{
    private static final String KEY = "app:redlock:inc";
    private static final long NODE_US = 1_795_251_216_334_417L;
    private static final long SECOND_US = 1_000_000;
    private static final long SECOND_NS = 1_000_000_000;
    private static final Deployment OURS = Deployment.ofUnknownNodes(2, 2, 60_000);

    private final AtomicLong wallUs = new AtomicLong(NODE_US);
    private final AtomicLong random = new AtomicLong(0x1000);
    private final ScriptedServer server = ScriptedServer.captured("redis-7.0.15").plain();
    private final ScriptedServer other = ScriptedServer.captured("redis-7.0.15").plain().as("b");
    private final Admission admission = admission(false);
    private String stored;

    private Admission admission(final boolean areKeysKept)
    {
        return admission(OURS, areKeysKept, "a", "b");
    }

    private Admission admission(
        final Deployment deployment, final boolean areKeysKept, final String... hosts)
    {
        final MarkerRule rule =
            new MarkerRule(KEY.getBytes(US_ASCII), deployment, wallUs::get, random::incrementAndGet);

        final List<NodeAddress> nodes =
            Stream.of(hosts).map((host) -> NodeAddress.parse("redis://" + host + ":7000")).toList();

        return new Admission(
            nodes, Scripts.strict(), new ClientLabel("redlock", "1"), null, rule, areKeysKept);
    }

    private static Marker marker(final Deployment deployment, final Marker.Birth born)
    {
        return new Marker("0123456789abcdef".repeat(2), deployment, 0, "00000000000000aa", "-", born);
    }

    private static Marker old(final Deployment deployment)
    {
        return marker(deployment, Marker.Birth.BEFORE_USE);
    }

    private void store(final Marker marker)
    {
        stored = new String(marker.bytes(), US_ASCII);
    }

    private String introduce()
    {
        return introduce(admission, 0, server);
    }

    private String introduce(final Admission by, final int node, final ScriptedServer at)
    {
        at.on("GET " + KEY, command -> stored == null ? Answer.nil() : ScriptedServer.text(stored))
            .on("SET " + KEY, command ->
            {
                final boolean isFree = stored == null;
                stored = isFree ? command[2] : stored;
                return isFree ? ScriptedServer.text("OK") : Answer.nil();
            })
            .on("EVAL " + Scripts.replace().text(), command ->
            {
                final boolean isSeen = command[4].equals(stored);
                stored = isSeen ? command[5] : stored;
                return Answer.number(isSeen ? 1 : 0);
            });
        final String refusal = at.converse(by.begin(node, false));
        if (refusal == null)
        {
            by.onUp(node);
        }

        return refusal;
    }

    @Test
    void shouldBeReadAsItWasWritten()
    {
        final Marker marker = marker(new Deployment(5, "00ff00ff00ff00ff", 5, 3, 1234),
            Marker.Birth.of(NODE_US, NODE_US + 1));

        assertThat(Marker.parse(marker.bytes())).isEqualTo(marker);
        assertThat(new String(marker.bytes(), US_ASCII)).startsWith("1|0123456789abcdef0123456789abcdef|5|");
        assertThat(marker.toString()).doesNotContain("0123456789abcdef");
    }

    /**
     * What the engine compares, and what the scripts compare.
     */
    @Test
    void shouldBeginWithAsManyBytesAsAreCompared()
    {
        final String text = new String(old(OURS).bytes(), US_ASCII);

        assertThat(text.substring(0, ReplyFacts.INCARNATION_LENGTH))
            .isEqualTo("1|" + old(OURS).incarnation() + "|");
        assertThat(Scripts.marked(Scripts.extend()).text())
            .contains("local incarnation = " + ReplyFacts.INCARNATION_LENGTH + "\n", "    return code\n");
        assertThat(Scripts.marked(Scripts.acquire()).text()).contains("return {code, 0, 0, ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "2|0123456789abcdef0123456789abcdef|1|0|0|0|0|0|0|0|0",
        "1|0123456789ABCDEF0123456789abcdef|1|00ff00ff00ff00ff|5|3|0|1234|00000000000000aa|-|1|1"})
    void shouldNotTakeAnythingElseForAMarker(final String text)
    {
        assertThat(Marker.parse(text.getBytes(US_ASCII))).isNull();
        stored = text;
        assertThat(introduce()).contains("something else, or the marker of a later version", KEY);
    }

    /**
     * One clock that is set alone makes it no older; one that was set back makes it new.
     */
    @ParameterizedTest
    @CsvSource({"70,70,70", "3600,5,5", "5,3600,5", "-3600,5,0", "5,-1,0"})
    void shouldBeAsOldAsBothClocksSay(final long nodeS, final long wallS, final long expectedS)
    {
        store(marker(OURS, Marker.Birth.of(NODE_US - nodeS * SECOND_US, NODE_US - wallS * SECOND_US)));
        server.with("uptime_in_seconds", "9000");

        assertThat(introduce()).isNull();
        assertThat(admission.facts(0).livedNs()).isEqualTo(expectedS * SECOND_NS);
    }

    /**
     * A process that was started after its marker was written may have lost the end of its data.
     */
    @Test
    void shouldCountTheUptimeUnlessTheProcessIsTheOneOfTheMarker()
    {
        store(old(OURS));
        server.with("uptime_in_seconds", "11");
        assertThat(introduce()).isNull();
        assertThat(admission.facts(0).livedNs()).isEqualTo(10 * SECOND_NS);

        final String run = "a".repeat(16);
        server.as("a").with("uptime_in_seconds", "11");
        store(new Marker("0".repeat(32), OURS, 0, "00000000000000aa", run, Marker.Birth.BEFORE_USE));
        assertThat(introduce(admission(false), 0, server)).isNull();
    }

    /**
     * It cannot be older than the marker that an earlier one has left.
     */
    @Test
    void shouldNotBelieveAnUptimeThatAClockHasMade()
    {
        server.as("b").with("uptime_in_seconds", "9000");
        store(new Marker("0".repeat(32), OURS, 0, "00000000000000aa", "a".repeat(16),
            Marker.Birth.of(NODE_US - 70 * SECOND_US, NODE_US - 70 * SECOND_US)));

        assertThat(introduce()).isNull();
        assertThat(admission.facts(0).livedNs()).isZero();
    }

    /**
     * The promise is about restarts: a node that was emptied is as young as its marker, and of one that was
     * a replica nobody knows.
     */
    @Test
    void shouldCountTheMarkerAloneWhereRestartsLoseNothing()
    {
        final Admission keeping = admission(true);
        store(marker(OURS, Marker.Birth.of(NODE_US - SECOND_US, NODE_US - SECOND_US)));
        server.with("uptime_in_seconds", "9000").failing("CONFIG GET", "NOPERM");
        assertThat(introduce(keeping, 0, server)).isNull();
        assertThat(keeping.facts(0).livedNs()).isEqualTo(SECOND_NS);

        store(old(OURS));
        server.with("uptime_in_seconds", "11");
        assertThat(introduce(keeping, 0, server)).isNull();
        assertThat(keeping.facts(0).livedNs()).isGreaterThan(60 * SECOND_NS);

        server.with("master_replid2", "b".repeat(40));
        assertThat(introduce(keeping, 0, server)).isNull();
        assertThat(keeping.facts(0).livedNs()).isEqualTo(NodeFacts.UNDATED);
    }

    /**
     * A copy of the node's data brings the old marker back: it counts only if it was written since.
     */
    @Test
    void shouldCountTheMarkerOfANodeThatWasAReplicaOnlyIfItWasWrittenSince()
    {
        server.as("a").with("uptime_in_seconds", "9000").with("master_replid2", "b".repeat(40));
        checkAge(written("a".repeat(40), "c".repeat(40)), NodeFacts.UNDATED);
        checkAge(written("a".repeat(40), null), NodeFacts.UNDATED);
        checkAge(written("a".repeat(40), "af".repeat(20)), 70 * SECOND_NS);
    }

    private void checkAge(final Marker marker, final long expectedNs)
    {
        final Admission newcomer = admission(false);
        store(marker);
        assertThat(introduce(newcomer, 0, server)).isNull();
        assertThat(newcomer.facts(0).livedNs()).isEqualTo(expectedNs);
    }

    /**
     * The process may well be older than the marker that it has taken over.
     */
    @Test
    void shouldCountBothAgesWhereFailoversLoseNothing()
    {
        admission.assumeFailoversKeepKeys();
        server.as("b").with("uptime_in_seconds", "9000").with("master_replid2", "c".repeat(40));
        store(written("a".repeat(40), "c".repeat(40)));
        assertThat(introduce()).isNull();
        assertThat(admission.facts(0).livedNs()).isEqualTo(70 * SECOND_NS);
    }

    private static Marker written(final String runId, final String history)
    {
        return new Marker("0".repeat(32), OURS, 0, "00000000000000aa", Marker.run(runId, history),
            Marker.Birth.of(NODE_US - 70 * SECOND_US, NODE_US - 70 * SECOND_US));
    }

    @Test
    void shouldTurnAwayWhoIsSetToSomethingElse()
    {
        store(old(new Deployment(1, "00ff00ff00ff00ff", 3, 2, 60_000)));
        assertThat(introduce()).contains("nodes 3, but this client has 2: list the same nodes in all");
        store(old(new Deployment(1, "00ff00ff00ff00ff", 2, 1, 60_000)));
        assertThat(introduce()).contains("quorum 1, but this client has 2: set RedlockBuilder.quorum (in " +
            "Spring Boot redlock.quorum), or --quorum, to the same in all clients");
        store(old(new Deployment(1, "00ff00ff00ff00ff", 2, 2, 30_000)));
        assertThat(introduce()).contains("longestTtl 30s, but this client has 60s: set " +
            "RedlockBuilder.longestTtl (in Spring Boot redlock.longest-ttl), or --longest-ttl, to the " +
            "same in all clients; to change it, say 'redlock init --retire', then 'redlock init " +
            "--in-use' with the new one");
        store(old(new Deployment(0, "00ff00ff00ff00ff", 2, 2, 60_000)));
        assertThat(introduce()).contains("not to the end", "redlock init");
        store(new Marker("0".repeat(32), OURS, 3, "00000000000000aa", "-", Marker.Birth.BEFORE_USE));
        assertThat(introduce()).contains("data of database 3 in database 0", "SWAPDB");
        assertThat(admission.refusalKind(0)).isEqualTo(RefusalKind.CONFIGURATION);
    }

    @Test
    void shouldTurnAwayANodeThatWasDeclaredWithOthersOrIsACopy()
    {
        store(old(new Deployment(1, "00ff00ff00ff00ff", 2, 2, 60_000)));
        assertThat(introduce()).isNull();
        assertThat(introduce(admission, 1, other)).contains(
            "has the incarnation marker of node a:7000", "run id there: ", "here: " + "b".repeat(40));

        store(new Marker("1".repeat(32), OURS, 0, "00000000000000bb", "-", Marker.Birth.BEFORE_USE));
        assertThat(introduce(admission, 1, other)).contains("declared with other nodes than node a:7000");
    }

    /**
     * Their data have gone with them, so each is emptied to this client, and in quarantine at its new place.
     */
    @Test
    void shouldAdmitNodesThatHaveTradedTheirAddresses()
    {
        final Deployment both = new Deployment(1, "00ff00ff00ff00ff", 2, 2, 60_000);
        final Marker first = new Marker("0".repeat(32), both, 0, "00000000000000aa", "-",
            Marker.Birth.BEFORE_USE);
        final Marker second = new Marker("1".repeat(32), both, 0, "00000000000000bb", "-",
            Marker.Birth.BEFORE_USE);
        store(first);
        assertThat(introduce()).isNull();
        store(second);
        assertThat(introduce(admission, 1, other)).isNull();
        admission.onDown(0, 0);
        admission.onDown(1, 0);

        assertThat(introduce(admission, 0, other)).isNull();
        assertThat(admission.isEmptied(0)).isTrue();
        store(first);
        assertThat(introduce(admission, 1, server)).isNull();
        assertThat(admission.isEmptied(1)).isTrue();
    }

    /**
     * A newcomer does not know which node it was; one who knew it writes it again, as new.
     */
    @Test
    void shouldWriteAMissingMarkerOnlyWhereItKnewTheNode()
    {
        assertThat(introduce()).contains("has no incarnation marker", KEY, "redlock init", "database");
        assertThat(stored).isNull();

        store(old(OURS));
        assertThat(introduce()).isNull();
        assertThat(admission.isEmptied(0)).isFalse();
        final Marker before = admission.facts(0).marker();
        stored = null;
        assertThat(introduce()).contains("has lost its incarnation marker", "quorum of the other nodes");
        assertThat(admission.refusalKind(0)).isEqualTo(RefusalKind.TEMPORARY);
        admission.onDown(0, 10);
        assertThat(introduce(admission, 1, other)).contains("has no incarnation marker", "init --in-use");
        admission.onDown(1, 20);
        assertThat(introduce()).as("the other may have been asked before").contains("has lost");
        admission.onDown(0, 30);
        assertThat(introduce(admission, 1, other)).contains("has no incarnation marker");
        admission.onDown(1, 40);

        assertThat(introduce()).as("the first one does not vote").contains("has lost");
        assertThat(Marker.parse(stored.getBytes(US_ASCII)).isVoting()).isFalse();
        admission.onDown(0, 50);
        final String begun = stored;
        stored = null;
        for (final int ns : new int[]{60, 70})
        {
            assertThat(introduce(admission, 1, other)).contains("has no incarnation marker");
            admission.onDown(1, ns);
        }
        stored = begun;

        assertThat(introduce()).isNull();
        final Marker after = Marker.parse(stored.getBytes(US_ASCII));
        assertThat(admission.isEmptied(0)).isTrue();
        assertThat(admission.facts(0).livedNs()).isZero();
        assertThat(after.incarnation()).isNotEqualTo(before.incarnation());
        assertThat(after.seat()).isEqualTo(before.seat());
        assertThat(after.deployment()).isEqualTo(before.deployment());
    }

    /**
     * It is read on every connection, so data that were exchanged in between are noticed.
     */
    @Test
    void shouldNoticeAnotherMarkerOnTheNextConnection()
    {
        store(old(OURS));
        assertThat(introduce()).isNull();
        store(new Marker("1".repeat(32), OURS, 0, "00000000000000aa", "-", Marker.Birth.BEFORE_USE));

        assertThat(introduce()).isNull();
        assertThat(admission.isEmptied(0)).isTrue();
        assertThat(introduce()).isNull();
        assertThat(admission.isEmptied(0)).isFalse();
    }

    @Test
    void shouldTakeTheMarkerOfWhoWasFaster()
    {
        store(old(OURS));
        assertThat(introduce()).isNull();
        stored = null;
        theOthersHaveLostTheirsToo();
        final Marker theirs = marker(OURS, Marker.Birth.of(NODE_US, NODE_US));
        server.on("GET " + KEY, command -> stored == null ? Answer.nil() : ScriptedServer.text(stored))
            .on("SET " + KEY, command ->
            {
                store(theirs);
                return Answer.nil();
            });

        assertThat(server.converse(admission.begin(0, false))).isNull();
        assertThat(admission.facts(0).marker()).isEqualTo(theirs);
    }

    /**
     * It knew both nodes; one was emptied, and the other says that the declaration is over.
     */
    @Test
    void shouldNotBringARetiredDeclarationBack()
    {
        final Deployment retiring = OURS.in(Deployment.State.RETIRING);
        final Marker second = new Marker("1".repeat(32), OURS, 0, "00000000000000bb", "-",
            Marker.Birth.BEFORE_USE);
        store(old(OURS));
        assertThat(introduce()).isNull();
        store(second);
        assertThat(introduce(admission, 1, other)).isNull();

        store(second.in(Deployment.State.RETIRING, second.born()));
        assertThat(stored).startsWith("2|");
        assertThat(Marker.parse(stored.getBytes(US_ASCII)).deployment()).isEqualTo(retiring);
        assertThat(introduce(admission, 1, other)).contains("was retired", "redlock init --in-use");
        assertThat(admission.refusalKind(1)).isEqualTo(RefusalKind.CONFIGURATION);
        stored = null;
        assertThat(introduce()).contains("retired on another node");
        assertThat(stored).isNull();
    }

    /**
     * The first marker may have come back with old data, so what was heard since counts no more.
     */
    @Test
    void shouldBeginAnewWhereTheNodeWasRestartedInBetween()
    {
        store(old(OURS));
        assertThat(introduce()).isNull();
        stored = null;
        theOthersHaveLostTheirsToo();
        assertThat(introduce()).contains("has lost");
        final Marker begun = Marker.parse(stored.getBytes(US_ASCII));
        admission.onDown(0, 50);
        stored = null;
        for (final int ns : new int[]{60, 70})
        {
            introduce(admission, 1, other);
            admission.onDown(1, ns);
        }
        store(begun);

        assertThat(introduce(admission, 0, ScriptedServer.captured("redis-7.0.15").plain().as("d")))
            .contains("has lost");
        final Marker anew = Marker.parse(stored.getBytes(US_ASCII));
        assertThat(anew.isVoting()).isFalse();
        assertThat(anew.incarnation()).isNotEqualTo(begun.incarnation());
        assertThat(anew.run()).isNotEqualTo(begun.run());
    }

    /**
     * Of three, this one was emptied: both others must say that the declaration stands.
     */
    @Test
    void shouldNotWriteItBeforeTheOthersSayThatTheDeclarationStands()
    {
        final Deployment three = Deployment.ofUnknownNodes(3, 2, 60_000);
        final Admission client = admission(three, false, "a", "b", "c");
        final String first = text(three, "00000000000000aa");
        final String second = text(three, "00000000000000bb");
        final String third = text(three, "00000000000000cc");
        final ScriptedServer another = ScriptedServer.captured("redis-7.0.15").plain().as("c");
        has(first, client, 0, server);
        has(second, client, 1, other);
        has(third, client, 2, another);
        client.onMarkerKept(1, 5);
        client.onMarkerKept(2, 5);

        stored = null;
        assertThat(introduce(client, 0, server)).contains("has lost its incarnation marker");
        client.onDown(0, 10);
        assertThat(introduce(client, 0, server)).as("what was asked before is too old").contains("has lost");
        client.onDown(0, 20);
        client.onMarkerKept(1, 11);
        assertThat(introduce(client, 0, server)).as("one is no quorum").contains("has lost");
        client.onDown(0, 30);
        client.onMarkerKept(2, 12);
        client.onDown(2, 31);
        assertThat(introduce(client, 0, server)).as("one is away").contains("has lost");
        client.onDown(0, 40);
        stored = third;
        assertThat(introduce(client, 2, another)).isNull();
        client.onMarkerKept(2, 41);
        stored = null;
        assertThat(introduce(client, 0, server)).as("the first one does not vote").contains("has lost");
        assertThat(Marker.parse(stored.getBytes(US_ASCII)).isVoting()).isFalse();
        client.onDown(0, 50);
        client.onMarkerKept(1, 51);
        assertThat(introduce(client, 0, server)).as("one has not said so again").contains("has lost");
        client.onDown(0, 60);
        client.onMarkerKept(2, 52);
        assertThat(introduce(client, 0, server)).isNull();
        final Marker marker = Marker.parse(stored.getBytes(US_ASCII));
        assertThat(marker.isVoting()).isTrue();
        assertThat(marker.seat()).isEqualTo("00000000000000aa");
        assertThat(marker.born()).isNotEqualTo(Marker.Birth.BEFORE_USE);
    }

    /**
     * It has written the first marker and heard from the others. Meanwhile the declaration was taken back,
     * and the node emptied once more.
     */
    @Test
    void shouldNotCompleteWhatHasGoneMeanwhile()
    {
        final Deployment three = Deployment.ofUnknownNodes(3, 2, 60_000);
        final Admission client = admission(three, false, "a", "b", "c");
        final ScriptedServer another = ScriptedServer.captured("redis-7.0.15").plain().as("c");
        has(text(three, "00000000000000aa"), client, 0, server);
        has(text(three, "00000000000000bb"), client, 1, other);
        has(text(three, "00000000000000cc"), client, 2, another);
        stored = null;
        introduce(client, 0, server);
        client.onDown(0, 10);
        client.onMarkerKept(1, 11);
        client.onMarkerKept(2, 11);
        introduce(client, 0, server);
        client.onDown(0, 20);
        client.onMarkerKept(1, 21);
        client.onMarkerKept(2, 21);

        server.on("EVAL " + Scripts.replace().text(), command ->
        {
            stored = null;
            return Answer.number(0);
        });
        assertThat(server.converse(client.begin(0, false))).contains("has lost");
        assertThat(stored).isNull();
    }

    private void has(
        final String marker, final Admission client, final int node, final ScriptedServer process)
    {
        stored = marker;
        assertThat(introduce(client, node, process)).isNull();
    }

    private static String text(final Deployment deployment, final String seat)
    {
        final Marker marker =
            new Marker("1".repeat(32), deployment, 0, seat, "-", Marker.Birth.BEFORE_USE);

        return new String(marker.bytes(), US_ASCII);
    }

    private void theOthersHaveLostTheirsToo()
    {
        introduce();
        admission.onDown(0, 10);
        for (int i = 0; i < 2; i++)
        {
            introduce(admission, 1, other);
            admission.onDown(1, 20);
        }
    }

    @Test
    void shouldNameWhatTheMarkerNeeds()
    {
        server.failing("GET " + KEY, "NOPERM No permissions to access a key");
        assertThat(server.converse(admission.begin(0, false))).contains(KEY, "ACL: +get +set +eval ~prefix*");

        server.failing("GET " + KEY, "ERR unknown command 'GET'");
        assertThat(server.converse(admission.begin(0, false))).contains("does not know GET", "STRICT needs",
            "renamed").doesNotContain("asked again");

        server.with("maxmemory_policy", "volatile-ttl");
        assertThat(server.converse(admission.begin(0, false))).contains("maxmemory-policy", "noeviction");

        server.failing("TIME", "NOPERM this user has no permissions to run the 'time' command");
        assertThat(server.converse(admission.begin(0, false))).contains("does not tell its time", "+time");
    }
}
