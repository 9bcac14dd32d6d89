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
 * Why a connection ended or never came to be.
 */
public enum DownReason
{
    /**
     * The name could not be resolved.
     */
    UNRESOLVED,

    /**
     * Nobody accepted the connection, or not in time.
     */
    UNREACHABLE,

    /**
     * TLS could not be agreed: certificate, host name, protocol.
     */
    TLS,

    /**
     * The dialogue refused the node; the detail is {@link Dialogue#refusal()}.
     */
    REFUSED,

    /**
     * The node sent what is not RESP, or more than the limits allow.
     */
    PROTOCOL,

    /**
     * The node, or the network, ended the connection.
     */
    CLOSED,

    /**
     * {@link Transport#disconnect(int)} or {@link Transport#close()} was called.
     */
    LOCAL
}
