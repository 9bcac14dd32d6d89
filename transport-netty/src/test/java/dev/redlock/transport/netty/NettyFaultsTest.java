// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.util.List;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

import dev.redlock.tck.faults.AtMostOnce;
import dev.redlock.tck.faults.CutConnections;
import dev.redlock.tck.faults.DyingNodes;
import dev.redlock.tck.faults.FreshJvm;
import dev.redlock.tck.faults.FullStderr;
import dev.redlock.tck.faults.LateAnswers;
import dev.redlock.tck.faults.LateRequests;
import dev.redlock.tck.faults.LeastRights;
import dev.redlock.tck.faults.ManyProcesses;
import dev.redlock.tck.faults.NothingLeftBehind;
import dev.redlock.tck.faults.OperatorQuestions;
import dev.redlock.tck.faults.QuorumTruthTable;
import dev.redlock.tck.faults.RefusedReleases;
import dev.redlock.tck.faults.RoleChanges;
import dev.redlock.tck.faults.ServerErrors;
import dev.redlock.tck.faults.SplitVote;
import dev.redlock.tck.faults.StoppedNodes;
import dev.redlock.tck.faults.TransportChoice;
import dev.redlock.tck.faults.UnfitNodes;
import dev.redlock.tck.faults.WrongAnswers;

/**
 * The whole client over this transport, with epoll where it is to be had, against real servers.
 */
class NettyFaultsTest
{
    @Nested
    class TruthTable extends QuorumTruthTable
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }

    @Nested
    class Late extends LateAnswers
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }

    @Nested
    class HeldRequests extends LateRequests
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }

    @Nested
    class Split extends SplitVote
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }

    @Nested
    class Dying extends DyingNodes
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }

    @Nested
    @Tag("once")
    class Stopped extends StoppedNodes
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }

    @Nested
    class Cuts extends CutConnections
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }

    @Nested
    @Tag("once")
    class Once extends AtMostOnce
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }

    @Nested
    class Errors extends ServerErrors
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }

    @Nested
    class Unfit extends UnfitNodes
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }

    @Nested
    class Roles extends RoleChanges
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }

    @Nested
    class Questions extends OperatorQuestions
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }

    @Nested
    class Wrong extends WrongAnswers
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }

    @Nested
    class Refused extends RefusedReleases
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }

    @Nested
    class Rights extends LeastRights
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }

        @Override
        protected List<String> documented()
        {
            return DocumentedRights.always();
        }

        @Override
        protected List<String> documentedWhereKnown()
        {
            return DocumentedRights.whereKnown();
        }
    }

    @Nested
    class LeftBehind extends NothingLeftBehind
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }

    @Nested
    @Tag("once")
    class Processes extends ManyProcesses
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }

    @Nested
    @Tag("once")
    class Fresh extends FreshJvm
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }

    @Nested
    @Tag("once")
    class Deaf extends FullStderr
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }
    }
}
