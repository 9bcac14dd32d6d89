// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.users;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * A handle with a listener that takes note of what it hears, and then throws or stands still.
 */
final class HarmfulHolder implements LockListener
{
    private final HarmfulUsers world;
    private final String name;
    private final LockHandle handle;
    private final Map<Long, Integer> losses = new HashMap<>();
    private final Set<Long> acquired = new HashSet<>();
    private final Set<Long> given = new HashSet<>();
    private int acquiring;
    private int extending;
    private int releasing;

    HarmfulHolder(final HarmfulUsers world, final Redlock redlock, final String client, final String key)
    {
        this.world = world;
        name = client + "." + key;
        handle = redlock.handle(key, LockOptions.DEFAULT.withTtl(redlock.defaults().ttl()), this);
    }

    LockHandle handle()
    {
        return handle;
    }

    /**
     * How often it was told of a loss, by term.
     */
    Map<Long, Integer> losses()
    {
        return losses;
    }

    void act(final SplittableRandom random)
    {
        final long term = handle.term();
        final int draw = random.nextInt(3);
        if (term == 0)
        {
            acquire(random.nextLong(2 * HarmfulUsers.TTL_NS));
        }
        else if (draw == 0)
        {
            final int started = count(handle.extendAsync(term));
            extending += started;
        }
        else if (draw == 1)
        {
            release(term);
        }
    }

    /*
     * The answer may come within the call.
     */
    private void acquire(final long withinNs)
    {
        final int started = count(handle.acquireAsyncNs(withinNs));
        acquiring += started;
    }

    private void release(final long term)
    {
        final int started = count(handle.releaseAsync(term));
        releasing += started;
        if (started > 0)
        {
            given.add(term);
        }
    }

    private int count(final Outcome outcome)
    {
        if (outcome == Outcome.CLOSED)
        {
            world.complain("I6 the client of " + name + " has ended");
        }

        return outcome == Outcome.STARTED ? 1 : 0;
    }

    /**
     * Everything was answered, and each lease that was not released was lost once.
     */
    void judge()
    {
        if (acquiring != 0 || extending != 0 || releasing != 0)
        {
            world.complain("I6 " + name + " waits for " + acquiring + " acquisitions, " + extending +
                " extensions and " + releasing + " releases");
        }
        losses.forEach((term, times) ->
        {
            if (times > 1)
            {
                world.complain("I6 " + name + " was told " + times + " times that it lost term " + term);
            }
        });
        for (final long term : acquired)
        {
            if (!given.contains(term) && !losses.containsKey(term))
            {
                world.complain("I6 " + name + " was not told that it lost term " + term);
            }
        }
    }

    /**
     * It must get its lock, and can release it, or loses it meanwhile.
     */
    void demand(final long withinNs)
    {
        final int before = acquired.size();
        acquire(withinNs);
        world.pass(withinNs / 4);
        if (acquired.size() == before)
        {
            world.complain("I6 " + name + " does not get what nobody else wants");
        }
        if (handle.term() != 0)
        {
            release(handle.term());
        }
        world.pass(withinNs / 2);
        judge();
    }

    @Override
    public void onAcquired(final LockHandle mine, final long term)
    {
        acquiring--;
        acquired.add(term);
        world.checkAlone(this);
        world.harm();
    }

    @Override
    public void onDenied(final LockHandle mine, final Outcome outcome)
    {
        acquiring--;
        world.harm();
    }

    @Override
    public void onAttemptLost(final LockHandle mine, final Outcome outcome)
    {
        world.harm();
    }

    @Override
    public void onExtended(final LockHandle mine, final long term, final Outcome outcome)
    {
        extending--;
        if (outcome == Outcome.LOST && !losses.containsKey(term))
        {
            world.complain("I6 " + name + " was told of the extension of term " + term +
                ", which is lost, before the loss");
        }
        world.harm();
    }

    @Override
    public void onReleased(final LockHandle mine, final long term, final Outcome outcome)
    {
        releasing--;
        world.harm();
    }

    @Override
    public void onLost(final LockHandle mine, final long term, final LostReason reason)
    {
        losses.merge(term, 1, Integer::sum);
        world.harm();
    }

    @Override
    public String toString()
    {
        return name;
    }
}
