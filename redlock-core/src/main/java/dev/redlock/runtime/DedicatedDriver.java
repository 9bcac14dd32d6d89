/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.runtime;

import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.IdleStrategy;

import dev.redlock.spi.TransportProvider;

/**
 * The engine on a thread of its own. Any number of threads may submit and wait.
 */
final class DedicatedDriver implements Driver
{
    /*
     * Long enough to catch an answer that is just coming, short enough not to take a core from the engine
     * where there are few.
     */
    private static final int SPINS = Runtime.getRuntime().availableProcessors() > 2 ? 200 : 0;

    private final EngineAgent agent;
    private final AgentRunner runner;
    private volatile Thread engineThread;

    DedicatedDriver(
        final EngineAgent agent,
        final IdleStrategy idleStrategy,
        final TransportProvider provider,
        final String name)
    {
        this.agent = agent;
        runner = new AgentRunner(idleStrategy, agent::onError, null, agent);
        AgentRunner.startOnThread(runner, work -> newThread(provider, work, name));
    }

    private Thread newThread(final TransportProvider provider, final Runnable work, final String name)
    {
        final Thread thread = provider.newEngineThread(work, name);
        thread.setDaemon(true);
        engineThread = thread;

        return thread;
    }

    @Override
    public boolean submit(final Command command, final boolean isUrgent)
    {
        if (Thread.currentThread() == engineThread)
        {
            return agent.submitFromWithin(command);
        }

        while (!agent.offer(command, isUrgent))
        {
            if (!isUrgent)
            {
                return false;
            }
            agent.afterOffer();
            Thread.yield();
        }
        agent.afterOffer();

        return true;
    }

    @Override
    public boolean await(final Call call, final boolean isInterruptible)
    {
        return call.await(SPINS, isInterruptible);
    }

    @Override
    public void checkMayWait()
    {
        if (Thread.currentThread() == engineThread)
        {
            throw new IllegalStateException("a callback on the engine thread must not wait for the engine: " +
                "use the asynchronous form of the call, or do the waiting on another thread");
        }
    }

    @Override
    public int poll()
    {
        throw new IllegalStateException("this client drives itself: poll() is for invoker mode only");
    }

    @Override
    public void close()
    {
        runner.close();
    }
}
