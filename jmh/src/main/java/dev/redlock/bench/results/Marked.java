// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
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
