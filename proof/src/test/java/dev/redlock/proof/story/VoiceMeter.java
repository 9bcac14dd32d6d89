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
}
