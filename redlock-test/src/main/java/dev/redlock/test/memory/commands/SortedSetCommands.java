// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.commands;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import dev.redlock.spi.Answer;

/**
 * The commands of sorted sets that locks need, with whole scores. A set is replaced, never changed.
 */
public final class SortedSetCommands
{
    private static final int FIRST_MEMBER = 2;
    private static final int SCORE = 3;

    /*
     * As Redis does: those of the same score by their bytes.
     */
    private static final Comparator<Member> ORDER =
        Comparator.comparingLong(Member::score).thenComparing(Member::name);

    private final Keyspace keys;

    private SortedSetCommands(final Keyspace keys)
    {
        this.keys = keys;
    }

    /**
     * A node learns them.
     *
     * @param commands that it knows.
     * @param keyspace where they work.
     */
    public static void add(final NodeCommands commands, final Keyspace keyspace)
    {
        final SortedSetCommands body = new SortedSetCommands(keyspace);
        commands.add("ZADD", 4, body::zadd);
        commands.add("ZREM", 3, body::zrem);
        commands.add("ZRANGE", 4, body::zrange);
        commands.add("ZRANK", 3, body::zrank);
        commands.add("ZCARD", 2, (command) -> NodeReply.number(body.members(command).size()));
    }

    /*
     * One member, new or not.
     */
    private NodeReply zadd(final ReceivedCommand command)
    {
        final boolean isForNew = command.isWord(FIRST_MEMBER, "NX");
        final int score = isForNew ? SCORE : SCORE - 1;
        if (command.count() != score + 2)
        {
            throw new NodeError("ERR syntax error");
        }

        final List<Member> members = members(command);
        final Member added = new Member(command.key(score + 1), command.number(score));
        final int old = indexOf(members, added.name);
        if (old < 0 || !isForNew)
        {
            members.removeIf((member) -> member.name.equals(added.name));
            members.add(added);
            members.sort(ORDER);
            keys.replace(command.key(1), new SortedSet(members));
        }

        return NodeReply.number(old < 0 ? 1 : 0);
    }

    private NodeReply zrem(final ReceivedCommand command)
    {
        final List<Member> members = members(command);
        final int before = members.size();
        for (int i = FIRST_MEMBER; i < command.count(); i++)
        {
            final String name = command.key(i);
            members.removeIf((member) -> member.name.equals(name));
        }
        if (members.isEmpty())
        {
            keys.delete(command.key(1));
        }
        else if (members.size() < before)
        {
            keys.replace(command.key(1), new SortedSet(members));
        }

        return NodeReply.number(before - members.size());
    }

    /*
     * By rank, from 0 or from the end.
     */
    private NodeReply zrange(final ReceivedCommand command)
    {
        final boolean areScoresWanted = command.isWord(4, "WITHSCORES");
        if (command.count() > (areScoresWanted ? 5 : 4))
        {
            throw new NodeError("ERR syntax error");
        }

        final List<Member> members = members(command);
        final long start = command.number(FIRST_MEMBER);
        final long end = command.number(FIRST_MEMBER + 1);
        final List<Answer> found = new ArrayList<>();
        for (long i = Math.max(0, start < 0 ? start + members.size() : start);
            i <= (end < 0 ? end + members.size() : end) && i < members.size(); i++)
        {
            final Member member = members.get((int)i);
            found.add(Answer.text(member.name.getBytes(StandardCharsets.ISO_8859_1)));
            if (areScoresWanted)
            {
                found.add(NodeReply.text(Long.toString(member.score)).answer());
            }
        }

        return NodeReply.list(found);
    }

    private NodeReply zrank(final ReceivedCommand command)
    {
        final int index = indexOf(members(command), command.key(FIRST_MEMBER));

        return index < 0 ? NodeReply.nil() : NodeReply.number(index);
    }

    private static int indexOf(final List<Member> members, final String name)
    {
        return IntStream.range(0, members.size()).filter((i) -> members.get(i).name.equals(name)).findFirst()
            .orElse(-1);
    }

    /*
     * A copy, in order.
     */
    private List<Member> members(final ReceivedCommand command)
    {
        final SortedSet set = keys.value(command.key(1), SortedSet.class);

        return set == null ? new ArrayList<>() : new ArrayList<>(set.members);
    }

    private record Member(String name, long score)
    {
    }

    private record SortedSet(List<Member> members)
    {
    }
}
