// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.redlock.spi.Transport;

/**
 * A rule that cannot be broken says nothing: transports with one defect each, and the rule that must find it.
 */
class TckOnTrialTest
{
    static Stream<Arguments> defects()
    {
        return Stream.of(defectsOfOperations(), defectsOfConnections(), defectsOfManners())
            .flatMap((trials) -> trials);
    }

    private static Stream<Arguments> defectsOfOperations()
    {
        return Stream.of(
            trial("answers twice", Defects.AnswersTwice::new,
                TransportTck::shouldAnswerEveryAcceptedOperation),
            trial("loses an answer", Defects.LosesAnAnswer::new,
                TransportTck::shouldAnswerEveryAcceptedOperation),
            trial("swaps answers", Defects.SwapsAnswers::new,
                TransportTck::shouldGiveEachOperationItsOwnAnswer),
            trial("sends the latest first", () -> new Defects.SendsTheLatestFirst(true),
                TransportTck::shouldExecuteCommandsOfANodeInTheOrderOfTheirAcceptance),
            trial("keeps the operation", () -> new Defects.SendsTheLatestFirst(false),
                TransportTck::shouldLetTheOperationBeReusedAtOnce),
            trial("carries the queue over", () -> new Defects.SendsTheLatestFirst(false),
                TransportTck::shouldNotCarryTheQueueOverToTheNextConnection),
            trial("sends again what was lost", () -> new Defects.SendsAgain(Transport.ACCEPTED),
                TransportTck::shouldNeverSendAgainWhatMayHaveBeenExecuted),
            trial("sends again what was lost on the way", () -> new Defects.SendsAgain(Transport.ACCEPTED),
                TransportTck::shouldNeverSendAgainWhatHasNotArrived),
            trial("sends what it pushed back", () -> new Defects.SendsAgain(Transport.BACK_PRESSURED),
                TransportTck::shouldSendNothingOfWhatItPushedBack),
            trial("knows no limit", Defects.KnowsNoLimit::new,
                TransportTck::shouldTakeExactlyAsManyOperationsAsTheLimitSays),
            trial("knows no limit of replies", Defects.KnowsNoLimit::new,
                TransportTck::shouldDropANodeThatSaysTooMuch),
            trial("makes no room", Defects.MakesNoRoom::new,
                TransportTck::shouldHaveAllRoomOnTheNextConnection),
            trial("drops late answers", Defects.DropsLateAnswers::new,
                TransportTck::shouldDeliverWhatComesLate),
            trial("waits for the slowest", Defects.WaitsForTheSlowest::new,
                TransportTck::shouldServeTheOtherNodesWhileOneCannotBeHeard),
            trial("takes text for a status", Defects::takesTextForAStatus,
                TransportTck::shouldTruncateTextToTheRoom),
            trial("takes every status for OK", Defects::takesEveryStatusForOk,
                TransportTck::shouldTellOkFromEveryOtherStatus),
            trial("believes what comes after a disconnect", Defects.BelievesWhatComesAfterADisconnect::new,
                TransportTck::shouldTellNoAnswerAfterADisconnectInACallback),
            trial("keeps the array of the key", Defects.KeepsTheArrayOfTheKey::new,
                TransportTck::shouldKeepACopyOfThePreparedKey));
    }

    private static Stream<Arguments> defectsOfConnections()
    {
        return Stream.of(
            trial("tells the end first", Defects.TellsTheEndFirst::new,
                TransportTck::shouldAnswerAllThatIsInFlightBeforeItTellsTheEnd),
            trial("tells the end twice", Defects.TellsTheEndTwice::new,
                TransportTck::shouldNoticeTheEndOfAnIdleConnection),
            trial("calls back in offer", Defects.CallsBackInOffer::new,
                TransportTck::shouldTakeNoOffersForANodeThatIsNotUp),
            trial("calls back in disconnect", Defects.CallsBackInDisconnect::new,
                TransportTck::shouldTellNothingBeforeItIsPolled),
            trial("accepts all", Defects.SaysAcceptedToAll::new,
                TransportTck::shouldTakeNoOffersForANodeThatIsNotUp),
            trial("connects by itself", Defects.ConnectsByItself::new,
                TransportTck::shouldNeverConnectByItself),
            trial("hears no refusal", () -> new Defects.HoldsHalfADialogue(true),
                TransportTck::shouldDropANodeThatTheDialogueRefuses),
            trial("leaves out a question", () -> new Defects.HoldsHalfADialogue(false),
                TransportTck::shouldPutTheQuestionsBeforeTheNodeIsUp),
            trial("sleeps on", Defects.SleepsOn::new, TransportTck::shouldBeWokenFromAWait),
            trial("sleeps on from the start", Defects.SleepsOn::new,
                TransportTck::shouldBeWokenBeforeItWaits),
            trial("never waits", () -> new Defects.HasNoPatience(0, 100_000),
                TransportTck::shouldWaitAboutAsLongAsTold),
            trial("always waits", () -> new Defects.HasNoPatience(50_000_000, Long.MAX_VALUE),
                TransportTck::shouldNotWaitWhenToldNotTo),
            trial("closes in silence", Defects.ClosesInSilence::new,
                TransportTck::shouldAnswerWhatIsInFlightWhenClosed),
            trial("tells secrets", Defects.TellsSecrets::new,
                TransportTck::shouldNotRepeatTheSecretsOfADialogue),
            trial("takes nonsense for an end", Defects.TakesNonsenseForAnEnd::new,
                TransportTck::shouldDropANodeThatSpeaksNoRedis),
            trial("swallows options", Defects.SwallowsOptions::new,
                TransportTck::shouldRefuseAnOptionThatItDoesNotKnow),
            trial("counts nothing", Defects.CountsNothing::new, TransportTck::shouldCountWhatItTells));
    }

    private static Stream<Arguments> defectsOfManners()
    {
        return Stream.of(
            trial("takes pushes for answers", Defects.TakesPushesForAnswers::new,
                TransportTck::shouldNotTakeAPushForAnAnswer),
            trial("drops a node that pushes", Defects.DropsANodeThatPushes::new,
                TransportTck::shouldTellNothingOfAPush),
            trial("knows some errors only", Defects::knowsSomeErrorsOnly,
                TransportTck::shouldClassifyErrorsOfEveryCode),
            trial("is not woken by the interrupted", Defects.IsNotWokenByTheInterrupted::new,
                TransportTck::shouldBeWokenFromAWaitByAnyThread),
            trial("throws when woken at the end", Defects.ThrowsWhenWokenAtTheEnd::new,
                (tck) -> interruptible(tck::shouldBearWakeUpsWhileItCloses)),
            trial("waits in spite of an interrupt", () -> new Defects.SwallowsInterrupts(true),
                TransportTck::shouldNotWaitOnAThreadThatIsInterrupted),
            trial("loses an interrupt", () -> new Defects.SwallowsInterrupts(false),
                TransportTck::shouldNotWaitOnAThreadThatIsInterrupted),
            trial("polls in polls", Defects.PollsInPolls::new, TransportTck::shouldRefuseAPollInACallback),
            trial("never closes in a callback", Defects.NeverClosesInACallback::new,
                TransportTck::shouldCloseWhenThePollEndsIfClosedInACallback),
            trial("pushes back forever", Defects.PushesBackForEver::new,
                TransportTck::shouldRefuseWhatCouldNeverBeSent),
            trial("lets strangers flush", Defects.LetsStrangersFlush::new,
                (tck) -> interruptible(tck::shouldRefuseAForeignThread)));
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
        final String name, final Supplier<PassThrough> defective, final Consumer<TransportTck> rule)
    {
        assertThat(catchThrowable(() -> put(defective, rule))).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("defects")
    void shouldBeContentWithoutIt(
        final String name, final Supplier<PassThrough> defective, final Consumer<TransportTck> rule)
    {
        put(PassThrough::new, rule);
    }

    private static void put(final Supplier<PassThrough> transports, final Consumer<TransportTck> rule)
    {
        final TransportTck tck = new TransportTck()
        {
            @Override
            protected TckHarness newHarness()
            {
                return new MemoryHarness((beneath) -> PassThrough.over(beneath, transports));
            }
        };

        tck.openHarness();
        tck.resetHarness();
        rule.accept(tck);
        tck.finishClients();
        tck.closeHarness();
    }

    private static Arguments trial(
        final String name, final Supplier<PassThrough> defective, final Consumer<TransportTck> rule)
    {
        return arguments(name, defective, rule);
    }
}
