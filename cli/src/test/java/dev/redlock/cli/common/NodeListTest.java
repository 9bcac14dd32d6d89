// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

class NodeListTest
{
    @Test
    void shouldTakeAListApart()
    {
        assertThat(NodeList.of("redis://a:1,rediss://b:2/3 , unix:///tmp/s?db=1,"))
            .containsExactly("redis://a:1", "rediss://b:2/3", "unix:///tmp/s?db=1");
        assertThat(NodeList.of("redis://a:1\nredis://b:2\n")).containsExactly("redis://a:1", "redis://b:2");
        assertThat(NodeList.of(" ")).isEmpty();
    }

    @Test
    void shouldNotTakeAPasswordApart()
    {
        assertThat(NodeList.of("redis://:a,b@h:1,redis://:c@h:2"))
            .containsExactly("redis://:a,b@h:1", "redis://:c@h:2");
    }

    @Test
    void shouldLeaveOtherTextToTheAddressParser()
    {
        assertThat(NodeList.of("a:1,b:2")).containsExactly("a:1,b:2");
    }

    @Test
    void shouldSkipCommentsInAFile()
    {
        final List<String> lines =
            List.of("# five nodes", "redis://a:1", "", "  redis://b:2  ", " #redis://c:3");

        assertThat(NodeList.ofLines(lines)).containsExactly("redis://a:1", "redis://b:2");
    }

    @Test
    void shouldSkipACommentBehindAnAddress()
    {
        final List<String> lines =
            List.of("redis://a:1 # rack 1", "redis://b:2\t#rack 2", "redis://:p#q@c:3");

        assertThat(NodeList.ofLines(lines)).containsExactly("redis://a:1", "redis://b:2", "redis://:p#q@c:3");
    }

    @Test
    void shouldNotTakeHalfAPasswordForAComment()
    {
        assertThat(NodeList.ofLines(List.of("redis://:p #q@c:3"))).containsExactly("redis://:p #q@c:3");
    }

    /**
     * Editors of Windows begin a file by it.
     */
    @Test
    void shouldSkipAByteOrderMark()
    {
        assertThat(NodeList.ofLines(List.of("\uFEFFredis://a:1", "redis://b:2")))
            .containsExactly("redis://a:1", "redis://b:2");
        assertThat(NodeList.ofLines(List.of("\uFEFF# five nodes", "redis://a:1")))
            .containsExactly("redis://a:1");
        assertThat(NodeList.of("\uFEFFredis://a:1 redis://b:2"))
            .containsExactly("redis://a:1", "redis://b:2");
    }
}
