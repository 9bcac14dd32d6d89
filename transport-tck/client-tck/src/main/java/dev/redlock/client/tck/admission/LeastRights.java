// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.NodeVote;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockException;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.client.tck.suite.TestNodes;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.spi.ErrorCode;
import dev.redlock.test.Await;
import dev.redlock.test.resp.RespClient;
import dev.redlock.test.resp.RespError;

/**
 * A client whose user has exactly the documented rights.
 */
public abstract class LeastRights extends SharedNodes
{
    /**
     * What ACL SETUSER takes, without name, password and the switch {@code on}.
     */
    public static final List<String> ALWAYS = List.of("~lock:*", "resetchannels", "-@all", "+hello", "+auth",
        "+ping", "+info", "+select", "+evalsha", "+eval", "+script|load", "+set", "+get", "+del", "+pexpire",
        "+pttl", "+time", "+command|info", "+client|setname");

    /**
     * In place of the pattern of a prefix: the keys of examples that have none, and our own.
     */
    static final List<String> BARE_KEYS = List.of("~stock:*", "~redlock:*");

    /**
     * The rights that only some servers know.
     */
    static final List<String> WHERE_KNOWN = List.of("+client|setinfo", "+delifeq", "+delex", "+cad");

    private static final String USER = "locks";
    private static final String SECRET = "for-locks-only";
    private static final String PREFIX = "lock:";

    private List<String> rules;

    @BeforeAll
    void learnRules()
    {
        rules = knownTo(nodes);
    }

    /**
     * The documented rights, as far as the nodes know them.
     */
    public static List<String> knownTo(final TestNodes nodes)
    {
        final List<String> known = new ArrayList<>(ALWAYS);
        WHERE_KNOWN.stream().filter((right) -> isKnown(nodes, right)).forEach(known::add);

        return known;
    }

    private static boolean isKnown(final TestNodes nodes, final String right)
    {
        try
        {
            nodes.call(0, "ACL", "SETUSER", USER, right);

            return true;
        }
        catch (final RespError ex)
        {
            return false;
        }
    }

    /**
     * Everything that a client does, without an error about rights.
     */
    @Test
    void shouldDoWithTheDocumentedRights() throws InterruptedException
    {
        setUser(rules);
        final Redlock redlock = closing(connect());
        checkLife(redlock);
        assertThat(redlock.nodes()).allSatisfy(node -> assertThat(node.detail()).doesNotContain("ACL"));
        assertThat(redlock.metrics().count(Counter.NODE_ERRORS)).isZero();
        assertThat(denials()).as("what the nodes have denied").isEmpty();
    }

    /**
     * The marker of level STRICT lies under the prefix. Without a right to it no node votes, and the message
     * has the line to add.
     */
    @Test
    void shouldDoWithTheDocumentedRightsAtLevelStrict() throws InterruptedException
    {
        setUser(rules);
        try (Redlock redlock = strict(); LockHandle handle = redlock.handle("strict"))
        {
            final long term = handle.acquire(SOON);
            assertThat(handle.extend(term)).as("%s", handle.votes()).isEqualTo(Outcome.EXTENDED);
            assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
            assertThat(redlock.metrics().count(Counter.NODE_ERRORS)).isZero();
            assertThat(denials()).as("what the nodes have denied").isEmpty();
        }

        nodes.empty();
        setUser(without("~" + PREFIX + "*", "~elsewhere:*"));
        assertThatThrownBy(this::strict).isInstanceOf(RedlockException.class)
            .hasMessageContainingAll(PREFIX + "redlock:inc", "NOPERM", "(ACL: +get +set +eval ~prefix*)");
    }

    /**
     * The keys of the examples, at the level that has most keys of its own.
     */
    @Test
    void shouldDoWithKeysThatHaveNoPrefix() throws InterruptedException
    {
        setUser(without("~" + PREFIX + "*", BARE_KEYS.toArray(new String[0])));
        final LockOptions fenced = LockOptions.DEFAULT.withFencing();
        try (Redlock redlock = builder().keyPrefix("").quarantine(QuarantineLevel.STRICT).build())
        {
            awaitAllUp(redlock);
            for (final LockOptions options : List.of(LockOptions.DEFAULT, fenced))
            {
                try (LockHandle handle = redlock.handle("stock:apples", options))
                {
                    final long term = handle.acquire(SOON);
                    assertThat(handle.extend(term)).as("%s", handle.votes()).isEqualTo(Outcome.EXTENDED);
                    assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
                }
            }
            assertThat(redlock.nodes()).allSatisfy(node -> assertThat(node.detail()).doesNotContain("ACL"));
            assertThat(redlock.metrics().count(Counter.NODE_ERRORS)).isZero();
            assertThat(denials()).as("what the nodes have denied").isEmpty();
        }
    }

    private Redlock strict()
    {
        final Redlock redlock = builder().quarantine(QuarantineLevel.STRICT).build();
        awaitAllUp(redlock);

        return redlock;
    }

    /**
     * Where SCRIPT LOAD is not allowed, EVAL brings the scripts. The operator is told what it costs.
     */
    @Test
    void shouldDoWithoutTheRightToLoadScripts() throws InterruptedException
    {
        setUser(without("+script|load"));
        nodes.callAll("SCRIPT", "FLUSH");
        final Redlock redlock = closing(connect());
        nodes.callAll("SCRIPT", "FLUSH");
        checkLife(redlock);
        assertThat(redlock.nodes()).allSatisfy(
            node -> assertThat(node.detail()).contains("+script|load"));
        assertThat(redlock.metrics().count(Counter.SCRIPTS_RESENT)).isPositive();
    }

    /**
     * Where scripts are loaded, EVAL is needed only after somebody has flushed them.
     */
    @Test
    void shouldDoWithoutTheRightToSendScripts() throws InterruptedException
    {
        setUser(without("+eval"));
        final Redlock redlock = closing(connect());
        checkLife(redlock);
    }

    /**
     * EVAL replaces it from the start; the operator is told the cost.
     */
    @Test
    void shouldDoWithoutTheRightToCallScriptsByTheirHash() throws InterruptedException
    {
        setUser(without("+evalsha"));
        final Redlock redlock = closing(connect());
        checkLife(redlock);
        assertThat(redlock.nodes()).allSatisfy(node -> assertThat(node.detail()).contains("+evalsha"));
        assertThat(redlock.metrics().count(Counter.NODE_ERRORS)).isZero();
    }

    /**
     * A node that would grant locks but never release them does not vote, and the message names the missing
     * right.
     */
    @Test
    void shouldTurnAwayNodesWithoutARightThatLocksNeed()
    {
        final List<String> needed = List.of("+set", "+get", "+del", "+pttl", "+pexpire");
        needed.forEach((right) -> checkTurnedAway(without(right), right));
        final List<String> noScripts = without("+evalsha");
        noScripts.remove("+eval");
        checkTurnedAway(noScripts, "+evalsha +eval");
    }

    /**
     * The user may touch other keys than those of the prefix: that can be meant, and the operator is told.
     */
    @Test
    void shouldWarnOfKeysThatMayNotBeTouched()
    {
        setUser(without("~" + PREFIX + "*", "~elsewhere:*"));
        final Redlock redlock = closing(connect());
        assertThat(redlock.nodes()).allSatisfy(
            node -> assertThat(node.detail()).contains("NOPERM", "~prefix*"));
    }

    private void checkTurnedAway(final List<String> newRules, final String right)
    {
        setUser(newRules);
        assertThatThrownBy(this::connect).isInstanceOf(RedlockException.class)
            .hasMessageContaining("NOPERM").hasMessageContaining("(ACL: " + right + ")");
    }

    /**
     * A key outside the allowed names is refused by the node, and the caller is told so.
     */
    @Test
    void shouldNameTheRightThatIsMissing() throws InterruptedException
    {
        setUser(rules);
        final Redlock redlock = closing(connect());
        final LockHandle handle = redlock.handle("x");
        setUser(without("~" + PREFIX + "*", "~elsewhere:*"));
        assertThat(Outcome.of(handle.tryAcquire())).isEqualTo(Outcome.NO_QUORUM);
        assertThat(handle.votes()).extracting(NodeVote::cause).contains(Cause.SERVER_ERROR);
        assertThat(handle.votes()).extracting(NodeVote::errorCode).contains(ErrorCode.NOPERM);

        setUser(rules);
        checkLife(redlock);
    }

    private Redlock connect()
    {
        final Redlock redlock = builder().build();
        awaitAllUp(redlock);

        return redlock;
    }

    private RedlockBuilder builder()
    {
        final List<String> uris = nodes.uris().stream()
            .map(uri -> uri.replace("redis://", "redis://" + USER + ":" + SECRET + "@")).toList();

        return patient(uris).keyPrefix(PREFIX);
    }

    private void checkLife(final Redlock redlock) throws InterruptedException
    {
        try (LockHandle handle = redlock.handle("life"); LockHandle other = redlock.handle("life"))
        {
            final long term = handle.acquire(SOON);
            assertThat(term).as("%s", handle.votes()).isPositive();
            assertThat(nodes.holders(PREFIX + "life")).isNotEmpty();
            assertThat(handle.extend(term)).as("%s", handle.votes()).isEqualTo(Outcome.EXTENDED);
            assertThat(Outcome.of(other.tryAcquire())).isEqualTo(Outcome.CONTENDED);
            assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
        }
        Await.parking().until("a heartbeat of each node", SOON, () -> IntStream.range(0, nodes.count())
            .mapToLong(i -> nodes.calls(i, "time")).min().orElse(0), count -> count > 1);
        checkCleanCycle(redlock, nodes);
    }

    private List<String> without(final String right, final String... instead)
    {
        assertThat(rules).contains(right);
        final List<String> others = new ArrayList<>(rules);
        others.remove(right);
        others.addAll(List.of(instead));

        return others;
    }

    private void setUser(final List<String> newRules)
    {
        for (int i = 0; i < nodes.count(); i++)
        {
            try (RespClient client = nodes.server(i).client())
            {
                final Stream<String> head = Stream.of("ACL", "SETUSER", USER, "reset", "on", ">" + SECRET);
                client.call(Stream.concat(head, newRules.stream()).toArray(String[]::new));
                client.call("ACL", "LOG", "RESET");
            }
        }
    }

    private List<Object> denials()
    {
        return nodes.callAll("ACL", "LOG").stream().filter(log -> !((List<?>)log).isEmpty()).toList();
    }
}
