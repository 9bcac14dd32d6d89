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
package dev.redlock;

import dev.redlock.outcome.Cause;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Printable;

/**
 * How one node voted, and why.
 *
 * @param node      its address, without secrets.
 * @param cause     of the vote.
 * @param errorCode of the server, if the cause is {@link Cause#SERVER_ERROR}.
 * @param errorText the server's words, if so; empty otherwise.
 */
public record NodeVote(String node, Cause cause, ErrorCode errorCode, String errorText)
{
    @Override
    public String toString()
    {
        return node + " " + cause + (errorText.isEmpty() ? "" : " (" + Printable.of(errorText) + ")");
    }
}
