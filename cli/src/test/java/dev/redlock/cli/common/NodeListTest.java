/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
    void shouldLeaveWhatIsNoAddressToThoseWhoJudgeAddresses()
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

        assertThat(NodeList.ofLines(lines))
            .containsExactly("redis://a:1", "redis://b:2", "redis://:p#q@c:3");
    }

    @Test
    void shouldNotTakeHalfAPasswordForAComment()
    {
        assertThat(NodeList.ofLines(List.of("redis://:p #q@c:3"))).containsExactly("redis://:p #q@c:3");
    }
}
