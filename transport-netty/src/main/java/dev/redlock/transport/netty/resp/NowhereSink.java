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
package dev.redlock.transport.netty.resp;

/**
 * Skips pushes and attributes.
 */
final class NowhereSink implements RespSink
{
    @Override
    public void nil()
    {
        // Skipped.
    }

    @Override
    public void number(final long value)
    {
        // Skipped.
    }

    @Override
    public void bool(final boolean value)
    {
        // Skipped.
    }

    @Override
    public void beginText(final byte mark, final int length)
    {
        // Skipped.
    }

    @Override
    public void text(final byte[] from, final int offset, final int length)
    {
        // Skipped.
    }

    @Override
    public void endText()
    {
        // Skipped.
    }

    @Override
    public void beginList(final byte mark, final int count)
    {
        // Skipped.
    }

    @Override
    public void endList()
    {
        // Skipped.
    }
}
