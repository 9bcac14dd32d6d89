// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package shop;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

import dev.redlock.test.server.RedisServers;

/**
 * Kills and restarts the Redis servers under the shop, to see what happens.
 */
@RestController
class Servers
{
    private final RedisServers servers;

    Servers(final RedisServers servers)
    {
        this.servers = servers;
    }

    @PostMapping("/servers/{index}/kill")
    void kill(@PathVariable final int index)
    {
        servers.server(index).kill();
    }

    @PostMapping("/servers/{index}/restart")
    void restart(@PathVariable final int index)
    {
        servers.server(index).restart();
    }
}
