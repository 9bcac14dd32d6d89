// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import dev.redlock.admission.Admission;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.port.Trouble;
import dev.redlock.outcome.Counter;
import dev.redlock.quorum.Quorum;
import dev.redlock.spi.Connection;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Reply;
import dev.redlock.test.memory.MemoryNetwork;

/**
 * Tells what a client's engine does: from what it sends, counts and reports, and from nothing else.
 */
final class ClientVoice implements StoryWire.Listener, Meter, NodeEvents
{
    private static final String RESENDING = "sends the script's text to %s";
    private static final int NOBODY = -1;

    final String name;
    private final Map<String, StoryHandle> handles = new HashMap<>();
    private final Map<Long, StoryHandle> asked = new HashMap<>();
    private final List<StoryHandle> order = new ArrayList<>();
    private final Set<Integer> up = new HashSet<>();
    private final Turn turn = new Turn();
    private final Quorum quorum;
    private final MemoryNetwork network;
    private final Transcript transcript;
    private final Admission admission;
    private StoryHandle focus;
    private int replyNode = NOBODY;
    private boolean isReplyLost;
    private boolean isStraggler;
    private boolean isStragglerKept;

    ClientVoice(final String name, final Quorum quorum, final MemoryNetwork network,
        final Transcript transcript, final Admission admission)
    {
        this.admission = admission;
        this.name = name;
        this.quorum = quorum;
        this.network = network;
        this.transcript = transcript;
    }

    void add(final StoryHandle handle)
    {
        handles.put(handle.key, handle);
        order.add(handle);
        focus = handle;
    }

    StoryHandle handle(final String key)
    {
        focus = handles.get(key);

        return focus;
    }

    List<StoryHandle> handles()
    {
        return order;
    }

    Turn turn()
    {
        return turn;
    }

    Quorum quorum()
    {
        return quorum;
    }

    long nowNs()
    {
        return network.nowNs() - Story.START_NS;
    }

    void say(final String words)
    {
        transcript.say(nowNs(), name + " " + words);
    }

    /**
     * Tells what was done since the last turn.
     */
    void endTurn()
    {
        if (!turn.hasDecision())
        {
            order.forEach(StoryHandle::tellProgress);
        }
        final String words = turn.take();
        if (!words.isEmpty())
        {
            say(words);
        }
    }

    /**
     * Whether it is the reply to an operation of a lock.
     */
    boolean beginReply(final int nodeIndex, final long correlationId, final boolean isLoss)
    {
        isReplyLost = isLoss;
        replyNode = nodeIndex;
        isStraggler = false;
        isStragglerKept = false;
        final StoryHandle handle = asked.remove(correlationId * quorum.nodeCount() + nodeIndex);
        focus = handle == null ? focus : handle;

        return handle != null;
    }

    /**
     * A node says, on its second connection, whether it has on its disk what it had granted.
     */
    void onSideReply(final int nodeIndex, final Reply reply)
    {
        final boolean isOfFileAndReplicas = reply.kind() == Reply.Kind.NUMBERS && reply.size() == 2;
        if (isOfFileAndReplicas)
        {
            turn.news(reply.number(0) > 0 ? "hears that %s have it on disk" :
                "hears that %s do not have it on disk", nodeIndex);
        }
    }

    void endReply()
    {
        if (isStragglerKept)
        {
            turn.deed("keeps the late grant of %s", replyNode);
        }
        else if (isStraggler && !isReplyLost)
        {
            turn.deed("hears %s after the decision", replyNode);
        }
        replyNode = NOBODY;
    }

    @Override
    public void onSent(final Connection connection, final Operation operation)
    {
        final int nodeIndex = connection.node();
        final String template = operation.template().toString();
        if (operation.key() == null)
        {
            return;
        }

        final StoryHandle handle = ofKey(operation);
        asked.put(operation.correlationId() * quorum.nodeCount() + nodeIndex, handle);
        if (template.equals("acquire"))
        {
            handle.sent(operation.bytes(Operation.TOKEN));
            turn.news("asks %s" + handle.suffix, nodeIndex);
        }
        else if (template.startsWith("extend"))
        {
            turn.news(isText(template) ? RESENDING : "extends on %s", nodeIndex);
        }
        else
        {
            turn.deed(isText(template) ? RESENDING : "releases %s" + handle.suffix, nodeIndex);
        }
    }

    private StoryHandle ofKey(final Operation operation)
    {
        return order.stream()
            .filter((handle) -> handle.prepared == operation.key()).findFirst().orElseThrow();
    }

    private static boolean isText(final String template)
    {
        return template.endsWith("by EVAL");
    }

    @Override
    public void count(final Counter counter)
    {
        switch (counter)
        {
            case ATTEMPTS_CONTENDED, ATTEMPTS_NO_QUORUM, ATTEMPTS_TOO_LATE, CALLS_BACK_PRESSURED,
                ATTEMPTS_GIVEN_UP ->
                attempting().lost(counter);
            case EXTENSIONS_WON -> focus.extended("extension WON");
            case EXTENSIONS_INCONCLUSIVE -> focus.extended("extension INCONCLUSIVE");
            case RELEASES_DEFERRED -> turn.deed("keeps releases for later");
            case RELEASES_LEFT -> turn.deed("leaves its oldest release to the ttl");
            case RELEASES_MOOT -> turn.deed("drops releases that the ttl has made moot");
            case STRAGGLERS -> isStraggler = true;
            case STRAGGLERS_KEPT -> isStragglerKept = true;
            case REPLIES_UNMATCHED -> turn.deed("does not know what %s answers", replyNode);
            case HALF_OPEN -> turn.deed("drops connections that are silent for too long");
            default ->
            {
            }
        }
    }

    /*
     * Timers and retries belong to the one that is not idle.
     */
    private StoryHandle attempting()
    {
        return focus.isRoundOpen() ? focus :
            order.stream().filter(StoryHandle::isRoundOpen).findFirst().orElse(focus);
    }

    @Override
    public void onNodeUp(final int nodeIndex, final boolean restarted)
    {
        up.add(nodeIndex);
        if (nowNs() >= 0)
        {
            turn.news(restarted ? "finds another process at %s" : "is connected again to %s", nodeIndex);
        }
    }

    @Override
    public void onNodeDown(final int nodeIndex, final DownReason reason, final String detail)
    {
        if (up.remove(nodeIndex))
        {
            final String why = reason.name().toLowerCase(Locale.ROOT);
            turn.news("loses the connection (" + why + ") to %s", nodeIndex);
        }
    }

    @Override
    public void onNodeTrouble(final int nodeIndex, final Trouble trouble, final String detail)
    {
        turn.deed(detail.isEmpty() ? "has no more trouble with %s" : "warns of %s", nodeIndex);
    }

    @Override
    public String objectionTo(final int nodeIndex, final Reply reply)
    {
        return admission.objectionTo(nodeIndex, reply);
    }
}
