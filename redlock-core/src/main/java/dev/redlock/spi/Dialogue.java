// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import org.jspecify.annotations.Nullable;

/**
 * The questions that core wants answered on a new connection before the node may vote: greeting, identity,
 * capabilities, scripts. The transport only carries them; core decides what the answers mean.
 * <p>
 * The transport calls {@link #next()}, sends the command, gives the reply to {@link #onAnswer(Answer)}, and
 * so on until {@code next()} returns null. Then, and after every answer, it looks at {@link #refusal()}; a
 * refusal ends the connection ({@link DownReason#REFUSED}) and no further question is asked; so does an
 * exception of the dialogue, see {@link Greeting}. A dialogue is dropped without notice when its connection
 * ends. Engine thread; one dialogue belongs to one connection.
 * <p>
 * A dialogue may ask SUBSCRIBE for one channel, with a name of at most 64 bytes, if its transport {@linkplain
 * Transport#tellsMessages() tells messages} and the node has accepted HELLO 3. The push that confirms it is
 * the answer, as a list; other pushes are none. An answer as in RESP2 ends the connection, as messages would
 * look like replies there. No other command that is answered by pushes may be asked, here or by an {@link
 * Inquiry}.
 */
public interface Dialogue
{
    /**
     * The next command, or null if there is nothing left to ask.
     *
     * @return the arguments of the command, or null.
     */
    byte[] @Nullable [] next();

    /**
     * Takes the answer to the latest command.
     *
     * @param answer the node's answer, an error included.
     */
    void onAnswer(Answer answer);

    /**
     * Why the connection must not be used, or null if there is no objection (so far).
     *
     * @return a readable sentence without secrets, or null.
     */
    @Nullable String refusal();
}
