// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.redlock.spi.Answer;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;
import dev.redlock.tck.harness.TckHarness;

/**
 * A rule that cannot be broken says nothing: transports with one defect each, and the rule that must find it.
 */
class TckOnTrialTest
{
    static Stream<Arguments> defects()
    {
        return Stream.of(operations(), replies(), connections(), manners()).flatMap((trials) -> trials);
    }

    private static Stream<Arguments> operations()
    {
        return Stream.of(
            trial("swaps answers", TransportTck::shouldGiveEachOperationItsOwnAnswer, Defects::swapsAnswers),
            trial("sends the latest first",
                TransportTck::shouldExecuteCommandsOfANodeInTheOrderOfTheirAcceptance,
                Defects.keepsOperations(true)),
            trial("keeps the operation", TransportTck::shouldLetTheOperationBeReusedAtOnce,
                Defects.keepsOperations(false)),
            trial("carries the queue over", TransportTck::shouldNotCarryTheQueueOverToTheNextConnection,
                Defects.keepsOperations(false)),
            trial("sends again what was lost", TransportTck::shouldNeverSendAgainWhatMayHaveBeenExecuted,
                Defects.sendsAgain(Transport.ACCEPTED)),
            trial("sends again what was lost on the way", TransportTck::shouldNeverSendAgainWhatHasNotArrived,
                Defects.sendsAgain(Transport.ACCEPTED)),
            trial("sends what it pushed back", TransportTck::shouldSendNothingOfWhatItPushedBack,
                Defects.sendsAgain(Transport.BACK_PRESSURED)),
            trial("knows no limit", TransportTck::shouldTakeExactlyAsManyOperationsAsTheLimitSays,
                TckOnTrialTest::knowsNoLimit),
            trial("knows no limit of replies", TransportTck::shouldDropANodeThatSaysTooMuch,
                TckOnTrialTest::knowsNoLimit),
            trial("makes no room", TransportTck::shouldHaveAllRoomOnTheNextConnection, Defects::makesNoRoom),
            trial("keeps the array of the key", TransportTck::shouldKeepACopyOfThePreparedKey,
                Defects::keepsTheArrayOfTheKey),
            trial("accepts all", TransportTck::shouldTakeNoOffersForANodeThatIsNotUp,
                (t) -> t.offer = (node, operation) ->
                {
                    t.beneath.offer(node, operation);

                    return Transport.ACCEPTED;
                }),
            trial("calls back in offer", TransportTck::shouldTakeNoOffersForANodeThatIsNotUp,
                (t) -> t.offer = (node, operation) ->
                {
                    final int result = t.beneath.offer(node, operation);
                    if (result == Transport.NOT_CONNECTED)
                    {
                        t.handler().onReply(
                            node, operation.correlationId(), new Reply().set(Reply.Kind.LOST));
                    }

                    return result;
                }),
            trial("pushes back forever", TransportTck::shouldRefuseWhatCouldNeverBeSent,
                (t) -> t.offer = (node, operation) ->
                {
                    try
                    {
                        return t.beneath.offer(node, operation);
                    }
                    catch (final IllegalArgumentException ignored)
                    {
                        return Transport.BACK_PRESSURED;
                    }
                }));
    }

    private static void knowsNoLimit(final Tampered transport)
    {
        transport.context = (context) -> new TransportContext(context.connections(), context.templates(),
            TransportLimits.DEFAULT, context.tls(), context.options());
    }

    private static Stream<Arguments> replies()
    {
        return Stream.of(
            trial("answers twice", TransportTck::shouldAnswerEveryAcceptedOperation,
                (t) -> t.reply = (node, id, reply) ->
                {
                    t.handler().onReply(node, id, reply);
                    t.handler().onReply(node, id, reply);
                }),
            trial("loses an answer", TransportTck::shouldAnswerEveryAcceptedOperation, (t) ->
            {
                final AtomicInteger replies = new AtomicInteger();
                misread(t, (reply) -> replies.incrementAndGet() == 10 ? null : reply);
            }),
            trial("drops late answers", TransportTck::shouldDeliverWhatComesLate, Defects::dropsLateAnswers),
            trial("waits for the slower connection",
                TransportTck::shouldNotHoldUpOneConnectionToANodeForTheOther, Defects::waitsForTheSlowest),
            trial("waits for the slowest", TransportTck::shouldServeTheOtherNodesWhileOneCannotBeHeard,
                Defects::waitsForTheSlowest),
            trial("takes text for a status", TransportTck::shouldTruncateTextToTheRoom, (t) -> misread(t,
                (reply) -> reply.kind() == Reply.Kind.TEXT ? reply.set(Reply.Kind.OK) : reply)),
            trial("takes every status for OK", TransportTck::shouldTellOkFromEveryOtherStatus,
                (t) -> misread(t,
                    (reply) -> reply.kind() == Reply.Kind.STATUS ? reply.set(Reply.Kind.OK) : reply)),
            trial("knows some errors only", TransportTck::shouldClassifyErrorsOfEveryCode, (t) -> misread(t,
                (reply) -> reply.errorCode() == ErrorCode.MASTERDOWN ?
                    reply.setError(ErrorCode.OTHER, reply.errorText()) : reply)),
            trial("believes what comes after a disconnect",
                TransportTck::shouldTellNoAnswerAfterADisconnectInACallback,
                Defects::believesWhatComesAfterADisconnect),
            trial("takes pushes for answers", TransportTck::shouldNotTakeAPushForAnAnswer,
                Defects::takesPushesForAnswers),
            trial("drops a node that pushes", TransportTck::shouldTellNothingOfAPush,
                Defects::dropsANodeThatPushes),
            trial("tells messages late", TransportTck::shouldTellMessagesInTheirPlaceAmongReplies,
                Defects::tellsMessagesLate),
            trial("tells messages early", TransportTck::shouldTellMessagesInTheirPlaceAmongReplies,
                Defects::tellsMessagesEarly),
            trial("cuts messages", TransportTck::shouldTellMessagesUpToTheLimit,
                (t) -> t.message = (node, message, length) ->
                    t.handler().onMessage(node, message, Math.min(length, 64))),
            trial("tells no empty message", TransportTck::shouldTellMessagesUpToTheLimit, (t) ->
                t.message = (node, message, length) ->
                {
                    if (length > 0)
                    {
                        t.handler().onMessage(node, message, length);
                    }
                }),
            trial("tells what it has read before a disconnect",
                TransportTck::shouldTellNoMessageAfterADisconnect,
                Defects::tellsWhatItHasReadBeforeADisconnect),
            trial("gives no answer to a subscription",
                TransportTck::shouldTakeThePushForTheAnswerToASubscription,
                (t) -> t.dialogue = Defects::withoutLists));
    }

    private static void misread(final Tampered transport, final UnaryOperator<Reply> reading)
    {
        transport.reply = (node, id, reply) ->
        {
            final Reply read = reading.apply(reply);
            if (read != null)
            {
                transport.handler().onReply(node, id, read);
            }
        };
    }

    private static Stream<Arguments> connections()
    {
        return Stream.of(
            trial("tells the end first", TransportTck::shouldAnswerAllThatIsInFlightBeforeItTellsTheEnd,
                Defects::tellsTheEndFirst),
            trial("ends all connections to a node",
                TransportTck::shouldKeepTwoConnectionsToTheSameNodeApart,
                (t) -> t.disconnect = (ignored) -> t.connections.forEach(t.beneath::disconnect)),
            trial("tells the end twice", TransportTck::shouldNoticeTheEndOfAnIdleConnection,
                (t) -> t.down = (node, reason, detail) ->
                {
                    t.handler().onDown(node, reason, detail);
                    t.handler().onDown(node, reason, detail);
                }),
            trial("calls back in disconnect", TransportTck::shouldTellNothingBeforeItIsPolled,
                (t) -> t.disconnect = (node) ->
                {
                    t.beneath.disconnect(node);
                    t.beneath.poll(0);
                }),
            trial("takes every node for a local one",
                TransportTck::shouldTellWhetherANodeIsOnThisMachine, (t) -> t.local = (node) -> true),
            trial("connects by itself", TransportTck::shouldNeverConnectByItself,
                (t) -> t.down = (node, reason, detail) ->
                {
                    t.handler().onDown(node, reason, detail);
                    if (!t.isClosed)
                    {
                        t.connect(node);
                    }
                }),
            trial("hears no refusal", TransportTck::shouldDropANodeThatTheDialogueRefuses, (t) ->
            {
                t.isDeafToRefusals = true;
                t.overhear((word) -> {});
            }),
            trial("throws what a dialogue throws", TransportTck::shouldDropOnlyTheNodeWhoseDialogueThrows,
                Defects::throwsWhatADialogueThrows),
            trial("leaves out a question", TransportTck::shouldPutTheQuestionsBeforeTheNodeIsUp,
                (t) -> t.dialogue = (dialogue) ->
                {
                    dialogue.next();
                    dialogue.onAnswer(Answer.nil());

                    return dialogue;
                }),
            trial("tells secrets", TransportTck::shouldNotRepeatTheSecretsOfADialogue, Defects::tellsSecrets),
            trial("takes nonsense for an end", TransportTck::shouldDropANodeThatSpeaksNoRedis,
                (t) -> t.down = (node, reason, detail) -> t.handler().onDown(
                    node, reason == DownReason.PROTOCOL ? DownReason.CLOSED : reason, detail)),
            trial("swallows options", TransportTck::shouldRefuseAnOptionThatItDoesNotKnow,
                (t) -> t.context = (context) -> new TransportContext(
                    context.connections(), context.templates(), context.limits(), context.tls(), Map.of())));
    }

    private static Stream<Arguments> manners()
    {
        return Stream.of(
            trial("sleeps on", TransportTck::shouldBeWokenFromAWait, TckOnTrialTest::sleepsOn),
            trial("sleeps on from the start", TransportTck::shouldBeWokenBeforeItWaits,
                TckOnTrialTest::sleepsOn),
            trial("never waits", TransportTck::shouldWaitAboutAsLongAsTold,
                (t) -> t.poll = (maxWaitNs) -> t.beneath.poll(Math.min(100_000, maxWaitNs))),
            trial("always waits", TransportTck::shouldNotWaitWhenToldNotTo,
                (t) -> t.poll = (maxWaitNs) -> t.beneath.poll(Math.max(50_000_000, maxWaitNs))),
            trial("counts nothing", TransportTck::shouldCountWhatItTells, (t) -> t.poll = (maxWaitNs) ->
            {
                t.beneath.poll(maxWaitNs);

                return 0;
            }),
            trial("closes in silence", TransportTck::shouldAnswerWhatIsInFlightWhenClosed,
                (t) -> misread(t, (reply) -> t.isClosed ? null : reply)),
            trial("is not woken by the interrupted", TransportTck::shouldBeWokenFromAWaitByAnyThread,
                (t) -> t.wakeup = () ->
                {
                    if (!Thread.currentThread().isInterrupted())
                    {
                        t.beneath.wakeup();
                    }
                }),
            trial("throws when woken at the end",
                (tck) -> interruptible(tck::shouldBearWakeUpsWhileItCloses), (t) -> t.wakeup = () ->
                {
                    if (t.isClosed)
                    {
                        throw new IllegalStateException("closed");
                    }
                    t.beneath.wakeup();
                }),
            trial("waits in spite of an interrupt", TransportTck::shouldNotWaitOnAThreadThatIsInterrupted,
                Defects.swallowsInterrupts(true)),
            trial("loses an interrupt", TransportTck::shouldNotWaitOnAThreadThatIsInterrupted,
                Defects.swallowsInterrupts(false)),
            trial("polls in polls", TransportTck::shouldRefuseAPollInACallback,
                (t) -> t.poll = (maxWaitNs) -> t.isPolling ? 0 : t.reallyPoll(maxWaitNs)),
            trial("never closes in a callback",
                TransportTck::shouldCloseWhenThePollEndsIfClosedInACallback, (t) -> t.close = () ->
                {
                    if (!t.isPolling)
                    {
                        t.reallyClose();
                    }
                }),
            trial("lets strangers flush", (tck) -> interruptible(tck::shouldRefuseAForeignThread),
                Defects::letsStrangersFlush));
    }

    private static void sleepsOn(final Tampered transport)
    {
        transport.wakeup = () -> {};
    }

    private interface Interruptible
    {
        void run() throws InterruptedException;
    }

    private static void interruptible(final Interruptible rule)
    {
        try
        {
            rule.run();
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("defects")
    void shouldFindTheDefect(
        final String name, final Consumer<TransportTck> rule, final Consumer<Tampered> defect)
    {
        assertThat(catchThrowable(() -> put(rule, defect))).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("defects")
    void shouldBeContentWithoutIt(
        final String name, final Consumer<TransportTck> rule, final Consumer<Tampered> defect)
    {
        put(rule, (transport) -> {});
    }

    private static void put(final Consumer<TransportTck> rule, final Consumer<Tampered> defect)
    {
        final TransportTck tck = new TransportTck()
        {
            @Override
            protected TckHarness newHarness()
            {
                return new MemoryHarness((beneath) -> Tampered.over(beneath, defect));
            }
        };

        tck.openHarness();
        tck.resetHarness();
        rule.accept(tck);
        tck.finishClients();
        tck.closeHarness();
    }

    private static Arguments trial(
        final String name, final Consumer<TransportTck> rule, final Consumer<Tampered> defect)
    {
        return arguments(name, rule, defect);
    }
}
