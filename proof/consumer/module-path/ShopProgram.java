// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package shop;

import dev.redlock.Redlock;
import dev.redlock.test.server.RedisServers;

/**
 * The class of README's quick start in a program, over servers of its own.
 */
public final class ShopProgram
{
    private ShopProgram()
    {
    }

    /**
     * Sells, and says so.
     *
     * @param args none.
     * @throws Exception if it does not.
     */
    public static void main(final String[] args) throws Exception
    {
        try (RedisServers servers = RedisServers.start(3);
            Redlock redlock = Redlock.builder().nodes(servers.uris().toArray(String[]::new))
                .assumeNodesFresh().build())
        {
            new Shop(redlock).sell("apples", (token) -> System.out.println("sold, in the " +
                (Shop.class.getModule().isNamed() ? "module shop" : "unnamed module")));
        }
    }
}
