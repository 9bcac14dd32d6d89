// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import dev.redlock.test.memory.MemoryNode;
import dev.redlock.test.memory.MemoryNode.Memory;

/**
 * What happens to nodes: processes that die, come back, stand still, change their role or answer errors, and
 * clocks that are set.
 */
final class NodeCommand
{
    private static final String[] SCRIPTS = {"EVALSHA", "EVAL"};

    private final Story story;
    private final Words words;

    NodeCommand(final Story story, final Words words)
    {
        this.story = story;
        this.words = words;
    }

    /**
     * Whether it is one of these commands.
     */
    boolean run(final String command)
    {
        switch (command)
        {
            case "down":
                onNodes(MemoryNode::crash);
                return true;

            case "up":
                onNodes((node) -> node.restart(Memory.KEPT));
                return true;

            case "restart":
                onNodes(words.nodes(), memory(), MemoryNode::restart);
                return true;

            case "stop":
                onNodes(MemoryNode::pause);
                return true;

            case "cont":
                onNodes(MemoryNode::resume);
                return true;

            case "step":
                onNodes(words.nodes(), words.duration(), (node, stepNs) -> node.clock().step(stepNs));
                return true;

            case "flush-scripts":
                onNodes(MemoryNode::flushScripts);
                return true;

            case "refuse":
                onNodes(words.nodes(), words.rest(), (node, error) -> node.refuse(error));
                return true;

            case "refuse-scripts":
                onNodes(words.nodes(), words.rest(), (node, error) -> node.refuse(error, SCRIPTS));
                return true;

            case "replica-for-a-moment":
                onNodes(MemoryNode::becomeAReplicaForAMoment);
                return true;

            case "serve":
                onNodes(MemoryNode::serve);
                return true;

            default:
                return false;
        }
    }

    private void onNodes(final Consumer<MemoryNode> action)
    {
        words.nodes().forEach((index) -> action.accept(story.network().node(index)));
    }

    private <T> void onNodes(
        final List<Integer> nodes, final T detail, final BiConsumer<MemoryNode, T> action)
    {
        nodes.forEach((index) -> action.accept(story.network().node(index), detail));
    }

    private Memory memory()
    {
        if (words.has("empty"))
        {
            return Memory.LOST;
        }
        if (words.has("with-memory"))
        {
            return Memory.KEPT;
        }

        throw words.wrong("a restart is either empty or with-memory");
    }
}
