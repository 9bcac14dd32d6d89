// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;

import dev.redlock.admission.login.Login;
import dev.redlock.spi.Answer;

/**
 * Tries whether a node would grant a new lock now, on a key that nobody has: it overwrites an existing key
 * only, so it writes nothing. A server raises whatever keeps it from writing before it looks for the key.
 */
public final class VoteTrial
{
    static final String COMMAND = "SET";
    static final List<String> ARGUMENTS = List.of("x", "XX", "PX", "1");

    private VoteTrial()
    {
    }

    /*
     * Nobody has a key of this name.
     */
    static byte[] key(final byte[] prefix)
    {
        final byte[] name = ("redlock:trial:" + UUID.randomUUID()).getBytes(US_ASCII);
        final byte[] key = Arrays.copyOf(prefix, prefix.length + name.length);
        System.arraycopy(name, 0, key, prefix.length, name.length);

        return key;
    }

    /**
     * The question.
     *
     * @param prefix of the lock keys.
     * @return name and arguments of a command, with another key each time.
     */
    public static byte[][] question(final byte[] prefix)
    {
        final byte[][] command = new byte[ARGUMENTS.size() + 2][];
        command[0] = COMMAND.getBytes(US_ASCII);
        command[1] = key(prefix);
        for (int i = 0; i < ARGUMENTS.size(); i++)
        {
            command[i + 2] = ARGUMENTS.get(i).getBytes(US_ASCII);
        }

        return command;
    }

    /**
     * Why the node would not grant.
     *
     * @param answer to the question.
     * @return reason and remedy, to follow the name of the node; null if it would, or if it only may not
     *         touch this key, which says little about those of locks.
     */
    public static String objection(final Answer answer)
    {
        if (answer.kind() == Answer.Kind.NIL || Lack.isAboutKey(answer))
        {
            return null;
        }

        return switch (answer.errorCode())
        {
            case OOM -> "grants no lock now, as its memory is at its limit (OOM): raise its maxmemory, or " +
                "delete other data there";
            case MISCONF -> "grants no lock now, as it cannot write its files (MISCONF): see its log, and " +
                "make room on its disk";
            case NOREPLICAS -> "grants no lock now, as it has fewer replicas than it needs to write " +
                "(NOREPLICAS): attach replicas, or set min-replicas-to-write 0 there";
            default ->
            {
                final Refusal refusal = Eligibility.of(answer, Login.NONE);
                yield refusal != null ? refusal.why() :
                    Lack.of(COMMAND, answer).refusal(new NodeFacts(), Trials.PURPOSE).why();
            }
        };
    }
}
