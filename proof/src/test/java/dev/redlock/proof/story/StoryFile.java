// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.util.ArrayList;
import java.util.List;

/**
 * A story as it stands in its file: scenes, each of which is commands (and comments), a line of dashes, and
 * what was seen, up to a blank line.
 * <pre>
 * # Why somebody should read this.
 *
 * try alice
 * run 2ms
 * ----
 *     0ms alice asks n0,n1,n2
 * </pre>
 */
final class StoryFile
{
    private static final String DASHES = "----";
    private static final String COMMENT = "#";
    private static final String CHECK = "check";

    private final List<Scene> scenes = new ArrayList<>();
    private final List<String> end = new ArrayList<>();

    private StoryFile()
    {
    }

    static StoryFile parse(final List<String> lines)
    {
        final StoryFile file = new StoryFile();
        final List<String> script = new ArrayList<>();
        List<String> seen = null;
        for (final String line : lines)
        {
            if (seen == null && line.equals(DASHES))
            {
                seen = new ArrayList<>();
                file.scenes.add(new Scene(List.copyOf(script), seen));
                script.clear();
            }
            else if (seen == null)
            {
                script.add(line);
            }
            else if (line.isBlank())
            {
                seen = null;
            }
            else
            {
                seen.add(line);
            }
        }
        file.end.addAll(script);
        file.end.removeIf((line) -> line.isBlank() || line.startsWith(COMMENT));

        return file;
    }

    /**
     * The scenes in order.
     */
    List<Scene> scenes()
    {
        return scenes;
    }

    /**
     * Commands after the last scene, which nobody would run.
     */
    List<String> leftOver()
    {
        return end;
    }

    /**
     * The file with other things seen, scene by scene.
     */
    String with(final List<List<String>> seen)
    {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < scenes.size(); i++)
        {
            scenes.get(i).script.forEach((line) -> text.append(line).append('\n'));
            text.append(DASHES).append('\n');
            seen.get(i).forEach((line) -> text.append(line).append('\n'));
            text.append(i + 1 < scenes.size() ? "\n" : "");
        }

        return text.toString();
    }

    /**
     * Whether the file begins with a paragraph that says what happens and why the outcome is right.
     */
    boolean hasPreface()
    {
        return !scenes.isEmpty() && scenes.get(0).script.get(0).startsWith(COMMENT + " ");
    }

    /**
     * Whether the last command is a check, so that nothing can go wrong unseen.
     */
    boolean hasLastCheck()
    {
        final List<String> last = scenes.isEmpty() ? List.of() : scenes.get(scenes.size() - 1).commands();

        return !last.isEmpty() && last.get(last.size() - 1).startsWith(CHECK);
    }

    /**
     * Commands and what they bring about.
     *
     * @param script lines before the dashes, comments and blank lines among them.
     * @param seen   lines after the dashes.
     */
    record Scene(List<String> script, List<String> seen)
    {
        List<String> commands()
        {
            return script.stream().filter((line) -> !line.isBlank() && !line.startsWith(COMMENT)).toList();
        }
    }
}
