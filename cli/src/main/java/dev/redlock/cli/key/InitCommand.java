// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.key;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.cli.common.CommonOptions;
import dev.redlock.cli.common.DeadEnd;
import dev.redlock.cli.common.DeploymentOptions;
import dev.redlock.cli.common.ExitStatus;

/**
 * Declares nodes as one deployment, for clients at the quarantine level STRICT.
 */
@Command(name = "init", sortOptions = false,
    description = "Declare the nodes as one deployment, once, for the quarantine level STRICT.",
    customSynopsis = "redlock init --nodes URI[,URI...] [--in-use | --retire] [options]",
    footer = {
        "%nWrites a marker on each node. All nodes must answer; nobody may have used them, and no key may " +
            "be there under the prefix (without one: no key at all), unless --in-use is given. It may be " +
            "repeated: it goes on after it broke off, and changes nothing when all is done. A list that " +
            "shares a node with another declaration is refused.",
        "%nExit status: 0 if all nodes are declared, or retired; 1 if not, with the reason."})
public final class InitCommand implements Callable<Integer>
{
    /*
     * Shorter than the longest time to live, whatever that is.
     */
    private static final LockOptions NO_LOCKS = LockOptions.DEFAULT.withTtl(Duration.ofMillis(100));

    @Option(names = "--in-use",
        description = "The nodes have been used, or some have lost their markers: those that get one now " +
            "vote after the longest time to live.")
    private boolean isInUse;

    @Option(names = "--moved", paramLabel = "NEW=OLD",
        description = "A node without a marker that was declared at another address, where it is gone for " +
            "good; once for each. One that has its marker needs none of this.")
    private List<String> moved = new ArrayList<>();

    @Option(names = "--retire",
        description = "Take the declaration of these nodes back, so that others may be declared with them.")
    private boolean isRetiring;

    @Mixin
    private DeploymentOptions deployment;

    @Mixin
    private CommonOptions common;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call()
    {
        if (isRetiring && (isInUse || !moved.isEmpty()))
        {
            throw common.usage("--retire goes with neither --in-use nor --moved: retire the old list, and " +
                "declare the new one after that");
        }

        final Map<String, String> places = new LinkedHashMap<>();
        moved.forEach((place) -> addTo(places, place));
        try (Redlock redlock = deployment.build(common.client().invoker().startWithoutQuorum()
            .startTimeout(Duration.ZERO).defaults(NO_LOCKS)))
        {
            final PrintWriter out = spec.commandLine().getOut();
            (isRetiring ? redlock.operators().retireNodes() :
                redlock.operators().declareNodes(isInUse, places)).forEach(out::println);
            out.flush();

            return ExitStatus.OK;
        }
        catch (final IllegalStateException ex)
        {
            throw new DeadEnd(ExitStatus.FAILED, ex.getMessage());
        }
        catch (final IllegalArgumentException ex)
        {
            throw common.usage("--moved: " + ex.getMessage());
        }
    }

    private void addTo(final Map<String, String> places, final String place)
    {
        final int equals = place.indexOf('=');
        if (equals <= 0 || equals == place.length() - 1)
        {
            throw common.usage("--moved is '" + place + "' but must be NEW=OLD");
        }

        places.put(uri(place.substring(0, equals)), uri(place.substring(equals + 1)));
    }

    private static String uri(final String address)
    {
        return address.contains("://") ? address : "redis://" + address;
    }
}
