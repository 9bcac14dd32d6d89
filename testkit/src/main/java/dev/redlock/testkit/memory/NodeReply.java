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
package dev.redlock.testkit.memory;

import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.redlock.spi.Answer;

/**
 * A reply on its way to a client.
 *
 * @param answer      what is said.
 * @param isStatus    whether a text is a simple string.
 * @param isNonsense  whether it is none that a client could read.
 */
record NodeReply(Answer answer, boolean isStatus, boolean isNonsense)
{
    static final NodeReply OK = status("OK");
    static final NodeReply NONSENSE = new NodeReply(Answer.nil(), false, true);

    static NodeReply of(final Answer answer)
    {
        return new NodeReply(answer, false, false);
    }

    static NodeReply status(final String text)
    {
        return new NodeReply(Answer.text(text.getBytes(StandardCharsets.UTF_8)), true, false);
    }

    static NodeReply text(final String text)
    {
        return of(Answer.text(text.getBytes(StandardCharsets.UTF_8)));
    }

    static NodeReply number(final long number)
    {
        return of(Answer.number(number));
    }

    static NodeReply nil()
    {
        return of(Answer.nil());
    }

    static NodeReply list(final List<Answer> elements)
    {
        return of(Answer.list(elements));
    }

    static NodeReply error(final String text)
    {
        return of(Answer.error(text));
    }

    @Override
    public String toString()
    {
        switch (answer.kind())
        {
            case TEXT:
                return isStatus ? answer.text() : "text of " + answer.bytes().length + " bytes";

            case NUMBER:
            case ERROR:
                return answer.text();

            case NIL:
                return isNonsense ? "nonsense" : "nil";

            default:
                return "list of " + answer.elements().size();
        }
    }
}
