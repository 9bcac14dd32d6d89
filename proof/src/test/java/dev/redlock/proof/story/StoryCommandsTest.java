// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.util.List;

import org.junit.jupiter.api.Test;

/**
 * What no rewriting can make true.
 */
class StoryCommandsTest
{
    private final Story story = new Story();

    @Test
    void shouldBeginWithAClusterAndOnlyOne()
    {
        assertThatThrownBy(() -> play("try alice"))
            .isInstanceOf(StoryError.class).hasMessageContaining("begins with the command cluster");
        play("cluster");
        assertThatThrownBy(() -> play("cluster")).isInstanceOf(StoryError.class);
    }

    @Test
    void shouldNameTheVocabularyWhenAWordIsUnknown()
    {
        play("cluster nodes=3");

        assertThatThrownBy(() -> play("sleep 1s"))
            .hasMessageContaining("sleep 1s").hasMessageContaining("the vocabulary is: cluster, run, until");
        assertThatThrownBy(() -> play("run 1h")).hasMessageContaining("'1h' is not a duration");
        assertThatThrownBy(() -> play("stop n3")).hasMessageContaining("none of the 3 nodes");
        assertThatThrownBy(() -> play("try carol")).hasMessageContaining("no client carol");
        assertThatThrownBy(() -> play("stop n1 n2")).hasMessageContaining("'n2' says too much");
        assertThatThrownBy(() -> play("try")).hasMessageContaining("the line ends");
    }

    @Test
    void shouldKnowAllOfItsVocabulary()
    {
        play("cluster");
        for (final String word : StoryCommands.VOCABULARY.keySet())
        {
            assertThatThrownBy(() -> play(word + " nobody nothing")).as(word).isInstanceOf(StoryError.class)
                .satisfies((error) -> assertThat(error.getMessage()).doesNotContain("vocabulary"));
        }
    }

    @Test
    void shouldRefuseToTellOfTwoHoldersUnlessItIsSaid()
    {
        play("cluster clients=alice,bob", "partition alice n3,n4", "try alice", "run 60ms", "step n2 +10s",
            "try bob", "run 4ms");

        assertThatThrownBy(() -> play("check")).hasMessageContaining("alice and bob hold orders");
        assertThat(play("check broken").get(0)).contains("BROKEN");
    }

    @Test
    void shouldRefuseAViolationThatDidNotHappen()
    {
        play("cluster", "try alice", "run 4ms");

        assertThatThrownBy(() -> play("check broken")).hasMessageContaining("never broken");
        assertThat(play("check")).contains("exclusion: kept");
    }

    @Test
    void shouldRefuseToTellOfOrphansUnlessTheyAreNamed()
    {
        play("cluster nodes=3", "try alice", "run 4ms", "partition alice n1", "release alice", "run 4ms");

        assertThatThrownBy(() -> play("check")).hasMessageContaining("orphans on: n1");
        assertThatThrownBy(() -> play("check orphans=n2")).hasMessageContaining("orphans on: n1");
        assertThat(play("check orphans=n1")).contains("exclusion: kept");
    }

    @Test
    void shouldTellTheSameStoryTwice() throws Exception
    {
        final List<String> lines = Files.readAllLines(StoryFolder.stories().get(0));

        assertThat(whole(lines)).isEqualTo(whole(lines)).isNotEmpty();
    }

    private static List<List<String>> whole(final List<String> lines)
    {
        final Story story = new Story();

        return StoryFile.parse(lines).scenes().stream().map(story::play).toList();
    }

    private List<String> play(final String... commands)
    {
        return story.play(new StoryFile.Scene(List.of(commands), List.of()));
    }
}
