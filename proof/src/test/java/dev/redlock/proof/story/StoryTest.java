// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Plays the stories and compares what is seen with what their files say.
 * <p>
 * {@code -Dredlock.stories.rewrite=true} writes what is seen into the files instead. Read the difference, and
 * commit it only if you can explain it: a story is a claim about the lock, not a record of the last run.
 */
class StoryTest
{
    private static final boolean IS_REWRITING = Boolean.getBoolean("redlock.stories.rewrite");
    private static final String HOW_TO_REWRITE = "mvn -pl proof -am test -Dtest=StoryTest " +
        "-Dsurefire.failIfNoSpecifiedTests=false -Dredlock.stories.rewrite=true";

    @TestFactory
    Stream<DynamicTest> shouldBeAsTold() throws IOException
    {
        return StoryFolder.stories().stream().map((path) ->
            DynamicTest.dynamicTest(StoryFolder.name(path), path.toUri(), () -> play(path)));
    }

    private static void play(final Path path) throws IOException
    {
        final String text = Files.readString(path);
        final StoryFile file = StoryFile.parse(text.lines().toList());
        assertThat(file.hasPreface()).as("a story begins with a paragraph of comment").isTrue();
        assertThat(file.hasLastCheck()).as("a story ends with a check").isTrue();
        assertThat(file.leftOver()).as("commands after the last ----, which nobody runs").isEmpty();

        final List<List<String>> seen = new ArrayList<>();
        final Story story = new Story();
        file.scenes().forEach((scene) -> seen.add(story.play(scene)));
        final String told = file.with(seen);
        if (IS_REWRITING)
        {
            Files.writeString(path, told);
        }
        else
        {
            assertThat(path).as("The file is not what is told. If the story that is told is the true one, " +
                "and you can say why: " + HOW_TO_REWRITE).hasContent(told);
        }
    }
}
