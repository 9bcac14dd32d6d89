// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

/**
 * The questions that core wants answered on a new connection before the node may vote: greeting, identity,
 * capabilities, scripts. The transport only carries them; what the answers mean is decided in core.
 * <p>
 * The transport calls {@link #next()}, sends the command, gives the reply to {@link #onAnswer(Answer)}, and
 * so on until {@code next()} returns null. Then, and after every answer, it looks at {@link #refusal()}; a
 * refusal ends the connection ({@link DownReason#REFUSED}) and no further question is asked. A dialogue whose
 * connection ends is dropped: it hears nothing of it.
 * Engine thread; one dialogue belongs to one connection.
 */
public interface Dialogue
{
    /**
     * The next command, or null when there is nothing left to ask.
     *
     * @return the arguments of the command, or null.
     */
    byte[][] next();

    /**
     * Takes the answer to the latest command.
     *
     * @param answer the node's answer, an error included.
     */
    void onAnswer(Answer answer);

    /**
     * Why the connection must not be used, or null when there is no objection (so far).
     *
     * @return a sentence for people, without secrets, or null.
     */
    String refusal();
}
