// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.driver;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Dialogue;

/**
 * A dialogue with given questions that keeps the answers and may refuse after some of them.
 */
public final class TckDialogue implements Dialogue
{
    private final List<Answer> answers = new ArrayList<>();
    private final List<String[]> questions;
    private int refuseAfter = -1;
    private String words;
    private Runnable onAnswer = TckDialogue::doNothing;
    private int asked;

    private TckDialogue(final List<String[]> questions)
    {
        this.questions = questions;
    }

    public static TckDialogue silent()
    {
        return new TckDialogue(List.of());
    }

    public static TckDialogue asking(final String[]... questions)
    {
        return new TckDialogue(List.of(questions));
    }

    public static String[] words(final String... words)
    {
        return words;
    }

    public TckDialogue refusingAfter(final int answerCount, final String refusal)
    {
        refuseAfter = answerCount;
        words = refusal;

        return this;
    }

    public TckDialogue onAnswer(final Runnable action)
    {
        onAnswer = action;

        return this;
    }

    public List<Answer> answers()
    {
        return answers;
    }

    /**
     * How many questions were taken by the transport.
     */
    public int asked()
    {
        return asked;
    }

    @Override
    public byte[][] next()
    {
        if (asked == questions.size())
        {
            return null;
        }

        final String[] question = questions.get(asked++);
        final byte[][] bytes = new byte[question.length][];
        for (int i = 0; i < bytes.length; i++)
        {
            bytes[i] = question[i].getBytes(StandardCharsets.UTF_8);
        }

        return bytes;
    }

    @Override
    public void onAnswer(final Answer answer)
    {
        answers.add(answer);
        onAnswer.run();
    }

    @Override
    public String refusal()
    {
        return refuseAfter >= 0 && answers.size() >= refuseAfter ? words : null;
    }

    private static void doNothing()
    {
    }
}
