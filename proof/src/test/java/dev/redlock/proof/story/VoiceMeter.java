// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import dev.redlock.engine.Meter;
import dev.redlock.outcome.Counter;

/**
 * What the engine counts, it has seen: the voice tells it.
 */
final class VoiceMeter implements Meter
{
    private final ClientVoice voice;

    VoiceMeter(final ClientVoice voice)
    {
        this.voice = voice;
    }

    @Override
    public void count(final Counter counter)
    {
        voice.count(counter);
    }

    @Override
    public void rtt(final int nodeIndex, final long durationNs)
    {
    }

    @Override
    public void acquired(final long durationNs, final long marginNs)
    {
    }

    @Override
    public void extended(final long durationNs)
    {
    }

    @Override
    public void released(final long heldNs, final long durationNs)
    {
    }

    @Override
    public void clock(final int nodeIndex, final long lowPpm, final long highPpm)
    {
    }

    @Override
    public void offset(final int nodeIndex, final long lowNs, final long highNs)
    {
    }

    @Override
    public void tokensOut(final int number)
    {
    }
}
