/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.spi;

/**
 * What a transport tells its engine. Always called on the engine thread.
 */
public interface TransportHandler
{
    /**
     * The answer to an accepted operation. Exactly one per operation.
     *
     * @param nodeIndex     of the node that was asked.
     * @param correlationId as given in {@link Operation#correlationId()}.
     * @param reply         a flyweight that is valid during this call only.
     */
    void onReply(int nodeIndex, long correlationId, Reply reply);

    /**
     * A connection (with TLS, where configured) stands. The transport puts the questions of the returned
     * dialogue to the node, one after another, before anything else. The handler may disconnect from here,
     * and from the dialogue; then nothing more is asked.
     *
     * @param nodeIndex     of the node.
     * @param sessionOpened true when the transport's own client has already done greeting, authentication and
     *                      selection of the database; the dialogue then leaves them out.
     * @return the dialogue for this connection.
     */
    Dialogue onConnected(int nodeIndex, boolean sessionOpened);

    /**
     * The dialogue ended without a refusal: operations are accepted from now on.
     *
     * @param nodeIndex of the node.
     */
    void onUp(int nodeIndex);

    /**
     * A connection ended, or an attempt to connect failed. Comes exactly once per {@link
     * Transport#connect(int)} that was not ignored, after all answers of that connection. The handler may
     * call {@link Transport#connect(int)} from here.
     *
     * @param nodeIndex of the node.
     * @param reason    what kind of end it was.
     * @param detail    for people: says what happened without naming secrets.
     */
    void onDown(int nodeIndex, DownReason reason, String detail);
}
