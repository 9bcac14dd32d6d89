// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

/**
 * docs/stories.md lists every story, and nothing else.
 */
class StoryIndexTest
{
    private static final Path DOCS = StoryFolder.module().resolve("../docs").normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)\\)");
    private static final String FOLDER = "../proof/src/test/resources/stories/";
    private static final Pattern STORY_LINE =
        Pattern.compile("(?m)^\\* \\[([a-z-]+)\\]\\(" + Pattern.quote(FOLDER) + "([a-z-]+)\\.txt\\):\\s.+");

    @Test
    void shouldListEveryStoryOnce() throws IOException
    {
        final List<MatchResult> listed = STORY_LINE.matcher(index()).results().toList();

        assertThat(listed).allSatisfy((line) -> assertThat(line.group(1)).isEqualTo(line.group(2)));
        assertThat(listed).extracting((line) -> line.group(1)).containsExactlyInAnyOrderElementsOf(
            StoryFolder.stories().stream().map(StoryFolder::name).toList());
    }

    @Test
    void shouldOnlyLinkToWhatExists() throws IOException
    {
        assertThat(LINK.matcher(index()).results().map((link) -> DOCS.resolve(link.group(1)).normalize()))
            .isNotEmpty().allSatisfy((path) -> assertThat(path).exists());
    }

    @Test
    void shouldExplainEveryWordOfTheVocabulary() throws IOException
    {
        final String index = index();

        assertThat(StoryCommands.VOCABULARY.keySet()).allSatisfy((word) ->
            assertThat(Pattern.compile("`" + word + "[ `]").matcher(index).find()).as(word).isTrue());
    }

    private static String index() throws IOException
    {
        return Files.readString(DOCS.resolve("stories.md"));
    }
}
