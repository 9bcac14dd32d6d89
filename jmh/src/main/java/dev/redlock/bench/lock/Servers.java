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
package dev.redlock.bench.lock;

import java.util.List;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import dev.redlock.testkit.server.RedisServers;

/**
 * Five servers of our own, one set per fork.
 */
@State(Scope.Benchmark)
public class Servers
{
    private static final int NODES = 5;

    private RedisServers servers;

    /**
     * Starts them on free ports.
     */
    @Setup
    public void start()
    {
        servers = RedisServers.start(NODES);
    }

    /**
     * Stops them.
     */
    @TearDown
    public void stop()
    {
        servers.close();
    }

    List<String> uris()
    {
        return servers.uris();
    }
}
