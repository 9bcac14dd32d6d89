// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * One line between the rig and a worker: a word, and named values.
 *
 * @param json an object; the word is one of its values.
 */
record Message(JsonObject json)
{
    private static final String WORD = "word";

    static Message of(final String word, final Object... namesAndValues)
    {
        final JsonObject json = new JsonObject();
        json.addProperty(WORD, word);
        for (int i = 0; i < namesAndValues.length; i += 2)
        {
            json.add(namesAndValues[i].toString(), RigJson.tree(namesAndValues[i + 1]));
        }

        return new Message(json);
    }

    static Message parse(final String line)
    {
        return new Message(JsonParser.parseString(line).getAsJsonObject());
    }

    String line()
    {
        return RigJson.line(json);
    }

    String word()
    {
        return text(WORD);
    }

    String text(final String name)
    {
        return value(name).getAsString();
    }

    long number(final String name)
    {
        return value(name).getAsLong();
    }

    JsonObject object(final String name)
    {
        return value(name).getAsJsonObject();
    }

    private JsonElement value(final String name)
    {
        final JsonElement value = json.get(name);
        if (value == null)
        {
            throw new IllegalArgumentException("the message " + json + " has no value '" + name + "'");
        }

        return value;
    }
}
