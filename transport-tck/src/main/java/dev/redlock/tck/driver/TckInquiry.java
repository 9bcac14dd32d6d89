// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.driver;

import java.nio.charset.StandardCharsets;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Inquiry;

/**
 * A question that keeps its answer and reports it to its client.
 */
public final class TckInquiry implements Inquiry
{
    private final TckClient client;
    private final byte[][] command;
    private Answer answer;
    private boolean isAnswered;

    public TckInquiry(final TckClient client, final String... words)
    {
        this.client = client;
        command = new byte[words.length][];
        for (int i = 0; i < words.length; i++)
        {
            command[i] = words[i].getBytes(StandardCharsets.UTF_8);
        }
    }

    @Override
    public byte[][] command()
    {
        return command;
    }

    @Override
    public void onAnswer(final Connection connection, final Answer newAnswer)
    {
        answer = newAnswer;
        isAnswered = true;
        client.onAnswer(connection, this);
    }

    public boolean isAnswered()
    {
        return isAnswered;
    }

    /**
     * The answer, or null if there is none or there will be none.
     */
    public Answer answer()
    {
        return answer;
    }
}
