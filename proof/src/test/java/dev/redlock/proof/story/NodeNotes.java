// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.redlock.engine.settings.DurabilityRule;
import dev.redlock.scripts.Scripts;
import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.scripts.MemoryScript;

/**
 * Tells what the nodes do for locks: each command they execute, in the words of voting.
 */
final class NodeNotes implements MemoryNetwork.Watcher
{
    private static final Pattern NOTE =
        Pattern.compile("(\\w+) to (n\\d+) \\(\\d+\\): (SET|EVAL|EVALSHA|DELIFEQ) (\\S+) -> (.*)");
    private static final Pattern ERROR = Pattern.compile("[A-Z]+ .*");
    private static final Pattern STATUS = Pattern.compile("(?!OK$)[A-Z]+");

    private final Story story;
    private boolean isExtension;

    NodeNotes(final Story story)
    {
        this.story = story;
    }

    /**
     * Nodes say which command they run, but not which script; the scripts' bodies do.
     */
    void teach(final MemoryNetwork network)
    {
        network.teach(Scripts.release(), (call) ->
        {
            isExtension = false;

            return MemoryScript.RELEASE.run(call);
        });
        network.teach(Scripts.extend(), (call) ->
        {
            isExtension = true;

            return MemoryScript.EXTEND.run(call);
        });
        network.watch(this);
    }

    @Override
    public void on(final long timeNs, final String words)
    {
        final Matcher note = NOTE.matcher(words);
        if (note.matches() && !note.group(4).equals(DurabilityRule.BARRIER))
        {
            final String key = note.group(4).equals(StoryHandle.USUAL_KEY) ? "" : " " + note.group(4);
            final boolean isSet = note.group(3).equals("SET");
            final boolean isDeletion = note.group(3).equals("DELIFEQ");
            final String deed = deed(isSet, isDeletion, note.group(1) + key, note.group(5)) +
                (isGrant(isSet, note.group(5)) && isGivenUp(note.group(2), note.group(4)) ?
                " (whose attempt is over)" : "");
            story.transcript().node(timeNs - Story.START_NS, note.group(2), deed);
        }
    }

    private String deed(
        final boolean isSet, final boolean isDeletion, final String client, final String answer)
    {
        if (answer.startsWith("NOSCRIPT"))
        {
            return "lack the script of " + client;
        }
        if (ERROR.matcher(answer).matches())
        {
            return "answer " + client + " " + answer.substring(0, answer.indexOf(' '));
        }
        if (isSet && STATUS.matcher(answer).matches())
        {
            return "answer " + client + " " + answer;
        }
        if (isSet)
        {
            return (isGrant(true, answer) ? "grant " : "refuse ") + client;
        }
        if (isExtension && !isDeletion)
        {
            return answer.equals("1") ? "extend " + client : "find nothing of " + client + " to extend";
        }

        return answer.equals("1") ? "forget " + client : "find nothing of " + client + " to release";
    }

    private static boolean isGrant(final boolean isSet, final String answer)
    {
        return isSet && answer.equals("OK");
    }

    private boolean isGivenUp(final String node, final String key)
    {
        final int index = Integer.parseInt(node.substring(1));

        return story.watch().isOrphan(story.network().node(index).value(Story.bytes(key)));
    }
}
