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
package dev.redlock.cli.common;

/**
 * The end of a command that cannot do what was asked: one line for people and an exit status for scripts.
 */
public final class Failure extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * An end with a reason.
     *
     * @param status  of the process, see {@link ExitStatus}.
     * @param message what is wrong and what to do about it; one line, no secrets.
     */
    public Failure(final int status, final String message)
    {
        super(message);
        this.status = status;
    }

    /**
     * The exit status.
     *
     * @return not 0.
     */
    public int status()
    {
        return status;
    }
}
