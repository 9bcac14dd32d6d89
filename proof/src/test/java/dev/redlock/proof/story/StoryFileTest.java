// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

class StoryFileTest
{
    private static final String TEXT = """
        # Why.

        cluster
        ----
        quorum

        # And then.
        try alice

        run 2ms
        ----
        ok
        """;

    @Test
    void shouldGiveBackWhatWasRead()
    {
        final StoryFile file = StoryFile.parse(TEXT.lines().toList());

        assertThat(file.with(List.of(List.of("quorum"), List.of("ok")))).isEqualTo(TEXT);
        assertThat(file.hasPreface()).isTrue();
        assertThat(file.leftOver()).isEmpty();
    }

    @Test
    void shouldTellCommandsFromComments()
    {
        final StoryFile file = StoryFile.parse(TEXT.lines().toList());

        assertThat(file.scenes()).hasSize(2);
        assertThat(file.scenes().get(1).commands()).containsExactly("try alice", "run 2ms");
        assertThat(file.scenes().get(1).seen()).containsExactly("ok");
    }

    @Test
    void shouldReplaceWhatWasSeenAndNothingElse()
    {
        final StoryFile file = StoryFile.parse(TEXT.lines().toList());

        assertThat(file.with(List.of(List.of("quorum"), List.of("else", "too"))))
            .isEqualTo(TEXT.replace("ok\n", "else\ntoo\n"));
    }

    @Test
    void shouldNoticeCommandsThatNobodyRunsAndAMissingPreface()
    {
        final StoryFile file = StoryFile.parse(List.of("cluster", "----", "ok", "", "# end", "run 2ms"));

        assertThat(file.leftOver()).containsExactly("run 2ms");
        assertThat(file.hasPreface()).isFalse();
        assertThat(StoryFile.parse(List.of()).hasPreface()).isFalse();
    }

    @Test
    void shouldKnowWhetherTheStoryEndsWithACheck()
    {
        assertThat(StoryFile.parse(List.of("run 2ms", "check broken", "----")).hasLastCheck()).isTrue();
        assertThat(StoryFile.parse(List.of("check", "run 2ms", "----")).hasLastCheck()).isFalse();
        assertThat(StoryFile.parse(List.of("check", "----", "ok", "", "run 2ms", "----")).hasLastCheck())
            .isFalse();
        assertThat(StoryFile.parse(List.of()).hasLastCheck()).isFalse();
    }
}
