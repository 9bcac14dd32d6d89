// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.util.List;

import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.outcome.LostReason;
import dev.redlock.runtime.settings.ClientSettings;
import dev.redlock.spi.address.NodeAddress;

/**
 * Ends a small engine by an unexpected error, with a caller that waits, before there is any other.
 */
public final class Rehearsal
{
    /*
     * An engine mostly ends so because memory is short, and then a class that is used for the first time
     * cannot be initialised: it is lost to the whole JVM from then on, and whoever needs it fails for ever.
     * So the end is gone through once while there is memory. The stage is empty: nothing connects.
     */
    private static final int FEW = 16;

    /*
     * What an engine comes to only with nodes, and has to be initialised before. A compiler may name some of
     * them otherwise; then they are initialised when they are used.
     */
    private static final List<String> USED_LATER = List.of(
        "engine.Engine$1", "engine.acquire.Acquisition$1", "engine.claim.Claim$NodeError",
        "engine.claim.TokenTable", "engine.lease.DurableVotes$1", "engine.node.SideLink$State",
        "engine.watch.Connections$1", "engine.watch.NodePolicy$1", "engine.watch.ReplyCheck$1",
        "engine.wire.PlainLock$1", "engine.wire.ReplyFacts$1", "quorum.Tally$1", "quorum.Vote",
        "runtime.calls.Call$Wait", "runtime.client.Clients", "runtime.nodes.NodeWatch$1",
        "runtime.threads.DedicatedDriver", "runtime.threads.NearAnswers");
    private static final String OURS = "dev.redlock.";
    private static final long LONG_NS = 3_600_000_000_000L;

    private Rehearsal()
    {
    }

    /**
     * Goes through the end of an engine, each time it is called.
     *
     * @return the client whose engine has ended.
     */
    public static Client play()
    {
        USED_LATER.forEach((name) -> initialise(OURS + name));
        final EmptyStage stage = new EmptyStage();
        final ClientSettings.Draft settings = new ClientSettings.Draft();
        settings.name = "rehearsal";
        settings.nodes = List.of(NodeAddress.parse("redis://127.0.0.1"));
        settings.transport = () -> stage;
        settings.isInvoker = true;
        settings.maxHandles = FEW;
        settings.engine = new EngineConfig.Draft().with((engine) ->
        {
            engine.maxLocks = FEW;
            engine.maxInFlightPerNode = FEW;
        });
        final Client client = new Client(settings.conclude(), false, List.of(stage));
        final Handle handle =
            new Handle(client, "rehearsal", client.settings().defaults(), stage, stage);
        handle.acquireAsync(LONG_NS, Handle.NO_ACTION);
        client.agent.fail(new OutOfMemoryError("rehearsal"));
        handle.close();
        client.close();
        // Nobody grants a lock on this stage, and also the first use of an atomic field takes memory.
        final Hold hold = new Hold();
        hold.begin(1, 0, 0, 0, new byte[Claim.OWNER_TOKEN_BYTES]);
        hold.tryEnd(1, Hold.LATE);
        hold.close(LostReason.ENGINE_FAILED);

        return client;
    }

    private static void initialise(final String name)
    {
        try
        {
            Class.forName(name);
        }
        catch (final ClassNotFoundException ignored)
        {
            // Named otherwise.
        }
    }
}
