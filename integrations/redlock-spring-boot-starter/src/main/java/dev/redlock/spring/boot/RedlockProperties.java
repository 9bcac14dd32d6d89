// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import dev.redlock.outcome.QuarantineLevel;

/**
 * The properties {@code redlock.*}. What is null is left to {@link dev.redlock.RedlockBuilder}, whose methods
 * of the same names say what a setting means.
 *
 * @param nodes               Addresses of the nodes: redis://[user[:password]@]host[:port][/db], rediss://…
 *                            or unix:///path. The same list in all clients of the same keys.
 * @param name                Name of the client, for its thread and for CLIENT LIST: printable ASCII without
 *                            spaces. The name of the application by default.
 * @param username            ACL user for all nodes whose address has none. A bean of type Credentials comes
 *                            before it.
 * @param password            Password for all nodes whose address has none. A bean of type Credentials, which
 *                            is asked for every connection, comes before it.
 * @param keyPrefix           Prefix of every key.
 * @param quorum              Votes needed: a majority of the nodes (the default) to all of them.
 * @param ttl                 Time to live of locks that name none, 30 s by default.
 * @param autoExtend          How long automatic extension may hold a lock. Off by default.
 * @param longestTtl          Longest time to live that any client of these keys uses, 60 s by default. The
 *                            same in all clients.
 * @param quarantine          How carefully nodes that may have forgotten locks are kept out, RESTART by
 *                            default. The same in all clients.
 * @param waitInLine          Whether callers that wait for a lock get it in the order in which they came. The
 *                            same in all clients of a key.
 * @param transport           Name of the transport, such as netty or lettuce. Needed only if there are
 *                            several on the class path.
 * @param transportOptions    Options of the transport, such as io=nio.
 * @param connectTimeout      How long a connection may take to come up, 2 s by default.
 * @param startTimeout        How long the start waits for a quorum of nodes, 2.5 s by default.
 * @param closeTimeout        How long the end waits for releases to be confirmed, 1 s by default.
 * @param minNodeTimeout      Least timeout of a node, which follows its round trips, 50 ms by default.
 * @param maxNodeTimeout      Greatest timeout of a node, a second by default.
 * @param startWithoutQuorum  Whether the application starts although too few nodes are up.
 * @param assumeNodesFresh    Whether nodes that are met for the first time were never used. For tests only: a
 *                            node that was restarted a short time ago would vote at once.
 * @param ssl                 Of nodes with rediss://.
 * @param locked              Of the annotation Locked.
 * @param shutdown            Of the end of the application context.
 */
@ConfigurationProperties("redlock")
public record RedlockProperties(
    @DefaultValue List<String> nodes,
    @Nullable String name,
    @Nullable String username,
    @Nullable String password,
    @Nullable String keyPrefix,
    @Nullable Integer quorum,
    @Nullable Duration ttl,
    @Nullable Duration autoExtend,
    @Nullable Duration longestTtl,
    @Nullable QuarantineLevel quarantine,
    @DefaultValue("false") boolean waitInLine,
    @Nullable String transport,
    @DefaultValue Map<String, String> transportOptions,
    @Nullable Duration connectTimeout,
    @Nullable Duration startTimeout,
    @Nullable Duration closeTimeout,
    @Nullable Duration minNodeTimeout,
    @Nullable Duration maxNodeTimeout,
    @DefaultValue("false") boolean startWithoutQuorum,
    @DefaultValue("false") boolean assumeNodesFresh,
    @DefaultValue OfSsl ssl,
    @DefaultValue OfLocked locked,
    @DefaultValue OfShutdown shutdown)
{
    /**
     * The order of the advisor of {@link Locked} if {@code redlock.locked.order} says nothing: outside
     * transactions, which have the last place by default.
     */
    public static final int LOCKED_ORDER = Integer.MAX_VALUE - 1024;

    /**
     * The properties {@code redlock.ssl.*}.
     *
     * @param bundle Name of the SSL bundle with the authorities to trust and our own certificate. The
     *               platform's authorities by default. Host names are verified, whatever it says.
     */
    public record OfSsl(@Nullable String bundle)
    {
    }

    /*
     * The order and the types of keys are needed before there are properties, and are read from the
     * environment: an advisor is made before beans. They stand here for editors, which learn of properties by
     * this record.
     */

    /**
     * The properties {@code redlock.locked.*}.
     *
     * @param within Patience of methods that name none: how long to wait for a lock. Zero is a single
     *               attempt.
     * @param order  Order of the advisor. It must be smaller than that of transactions.
     * @param keyTypes Names of classes whose own text may stand in keys: the same in every process, and
     *               different for different things.
     */
    public record OfLocked(
        @DefaultValue("1s") Duration within,
        @DefaultValue("" + LOCKED_ORDER) int order,
        @DefaultValue List<String> keyTypes)
    {
        /**
         * Checks the patience.
         *
         * @param within   not negative.
         * @param order    any.
         * @param keyTypes any.
         * @throws RedlockSetupException if it is negative.
         */
        public OfLocked
        {
            if (within.isNegative())
            {
                throw new RedlockSetupException("redlock.locked.within is " + within.toMillis() +
                    "ms but must not be negative", "set zero (a single attempt) or more");
            }
        }
    }

    /**
     * The properties {@code redlock.shutdown.*}.
     *
     * @param timeout How long the client waits for work under its locks, once all other beans are destroyed.
     *                What still runs then keeps its locks for their time to live.
     * @param denyNew Whether nobody gets a lock any more as soon as the context begins to close. Requests and
     *                tasks that are still waited for then fail if they need one.
     */
    public record OfShutdown(
        @DefaultValue("10s") Duration timeout,
        @DefaultValue("false") boolean denyNew)
    {
        /**
         * Checks the timeout.
         *
         * @param timeout not negative.
         * @param denyNew any.
         * @throws RedlockSetupException if it is negative.
         */
        public OfShutdown
        {
            if (timeout.isNegative())
            {
                throw new RedlockSetupException("redlock.shutdown.timeout is " + timeout.toMillis() +
                    "ms but must not be negative", "set zero (do not wait for work under locks) or more");
            }
        }
    }

    /**
     * Without secrets, which addresses may contain, too.
     */
    @Override
    public String toString()
    {
        return "redlock.* with " + nodes.size() + " nodes";
    }
}
