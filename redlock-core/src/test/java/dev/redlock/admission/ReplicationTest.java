// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.admission.login.ClientLabel;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Reply;
import dev.redlock.spi.address.NodeAddress;

/**
 * What a node that is up says of its role and its data, and what is made of it.
 */
class ReplicationTest
{
    private static final String ZEROS = "0".repeat(40);

    private final ScriptedServer server = ScriptedServer.captured("redis-7.0.15");
    private final Admission admission = new Admission(
        List.of(NodeAddress.parse("redis://h:7000")), Scripts.plain(), new ClientLabel("redlock", "1"));
    private final String id;

    ReplicationTest()
    {
        admit();
        id = admission.facts(0).history();
    }

    @Test
    void shouldHaveNoObjectionToTheSame()
    {
        assertThat(judge("master", id, ZEROS)).isNull();
        assertThat(judge("master", id, "f".repeat(40))).isNull();
    }

    @Test
    void shouldObjectToAReplicaAndRememberIt()
    {
        assertThat(judge("slave", id, ZEROS)).startsWith("is a replica now");

        admit();
        assertThat(admission.isNewIncarnation(0)).as("says the same as before").isTrue();
        admit();
        assertThat(admission.isNewIncarnation(0)).isFalse();
    }

    @Test
    void shouldObjectToOtherData()
    {
        assertThat(judge("master", "e".repeat(40), "f".repeat(40))).startsWith("has other data");
        assertThat(judge("master", "e".repeat(40), id)).startsWith("has other data");
        assertThat(judge("master", "e".repeat(40), "")).as("does not say").startsWith("has other data");
    }

    @Test
    void shouldTakeANewNameOfTheSameDataOnce()
    {
        assertThat(judge("master", "e".repeat(40), ZEROS)).isNull();
        assertThat(judge("master", "e".repeat(40), ZEROS)).isNull();
        assertThat(judge("master", id, "e".repeat(40))).startsWith("has other data");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "role", "role:", "\r\n", "# Replication\r\n", "xrole:slave\r\n",
        "master_replid", "a:role:slave\r\nb: master_replid:0\r\n", "role:master"})
    void shouldMakeNothingOfWhatItDoesNotSay(final String text)
    {
        assertThat(admission.objectionTo(0, reply(text))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"role:masters\r\n", "role:maste\r\n", "a:b\nrole:slave\n", "role:sentinel"})
    void shouldReadLinesWithAnyEnd(final String text)
    {
        assertThat(admission.objectionTo(0, reply(text))).isNotNull();
    }

    private void admit()
    {
        assertThat(server.converse(admission.begin(0, false))).isNull();
        admission.onUp(0);
    }

    private String judge(final String role, final String replid, final String earlier)
    {
        return admission.objectionTo(0, reply("# Replication\r\nrole:" + role +
            "\r\nconnected_slaves:0\r\nmaster_replid:" + replid + "\r\nmaster_replid2:" + earlier + "\r\n"));
    }

    private static Reply reply(final String text)
    {
        final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);

        return new Reply().set(Reply.Kind.TEXT).add(bytes, 0, bytes.length);
    }
}
