// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import java.util.Map;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.Strictness;

/**
 * Reads JSON that keeps to its grammar (RFC 8259), numbers as {@code Double}.
 */
public final class StrictJson
{
    private static final Gson GSON = new GsonBuilder().setStrictness(Strictness.STRICT).create();

    private StrictJson()
    {
    }

    public static Object read(final String text)
    {
        return GSON.fromJson(text, Object.class);
    }

    @SuppressWarnings("unchecked")
    public static Map<String, Object> object(final String text)
    {
        return (Map<String, Object>)read(text);
    }
}
