// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.RedisServers;

/**
 * Three servers that the tests of a class share; they forget nothing.
 */
abstract class ThreeServers
{
    static RedisServers servers;

    @BeforeAll
    static void startServers()
    {
        servers = RedisServers.start(3, (index) -> RedisServerProcess.builder().appendOnly("always"));
    }

    @AfterAll
    static void stopServers()
    {
        servers.close();
    }
}
