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
package dev.redlock.bench.results;

/**
 * A part of a document that is rendered, between two markers.
 */
final class Marked
{
    private Marked()
    {
    }

    /**
     * The document with other content between its markers.
     *
     * @param document has both markers.
     * @param begin    marker.
     * @param end      marker.
     * @param content  ends in a newline.
     * @throws IllegalArgumentException if a marker is missing.
     */
    static String put(final String document, final String begin, final String end, final String content)
    {
        final int from = document.indexOf(begin);
        final int to = document.indexOf(end);
        if (from < 0 || to < from)
        {
            throw new IllegalArgumentException("the document has no " + begin + " followed by " + end +
                ": put both where the rendered part belongs");
        }

        return document.substring(0, from + begin.length()) + "\n" + content + document.substring(to);
    }
}
