// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import dev.redlock.spi.Connection;
import dev.redlock.spi.TransportLimits;
import dev.redlock.tck.connection.CallbackRules;
import dev.redlock.tck.connection.ClosingRules;
import dev.redlock.tck.connection.ConnectionRules;
import dev.redlock.tck.connection.DialogueRules;
import dev.redlock.tck.connection.PollingRules;
import dev.redlock.tck.connection.ProviderRules;
import dev.redlock.tck.connection.ResetRules;
import dev.redlock.tck.connection.ThreadRules;
import dev.redlock.tck.driver.TckClient;
import dev.redlock.tck.exchange.AnswerRules;
import dev.redlock.tck.exchange.BackPressureRules;
import dev.redlock.tck.exchange.EncodingRules;
import dev.redlock.tck.exchange.InquiryRules;
import dev.redlock.tck.exchange.LossRules;
import dev.redlock.tck.exchange.MessageRules;
import dev.redlock.tck.exchange.NonsenseRules;
import dev.redlock.tck.exchange.PushRules;
import dev.redlock.tck.exchange.ReplyRules;
import dev.redlock.tck.harness.TckHarness;

/**
 * Everything that a transport must do. Extend it and choose a harness.
 * <p>
 * Needs JUnit Jupiter and AssertJ on the test's class path. Tests run one at a time; a harness is opened for
 * the class and reset for each test.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 120, unit = TimeUnit.SECONDS)
public abstract class TransportTck implements
    ProviderRules,
    ConnectionRules,
    DialogueRules,
    AnswerRules,
    LossRules,
    ResetRules,
    CallbackRules,
    BackPressureRules,
    EncodingRules,
    ReplyRules,
    NonsenseRules,
    PushRules,
    MessageRules,
    InquiryRules,
    PollingRules,
    ThreadRules,
    ClosingRules
{
    private final List<TckClient> clients = new ArrayList<>();
    private TckHarness harness;

    /**
     * Makes the harness for the tests of this class.
     *
     * @return a harness, which will be closed after the last test.
     */
    protected abstract TckHarness newHarness();

    @BeforeAll
    final void openHarness()
    {
        harness = newHarness();
    }

    @BeforeEach
    final void resetHarness()
    {
        clients.clear();
        harness.reset();
    }

    @AfterEach
    final void finishClients()
    {
        clients.forEach(TckClient::finish);
    }

    @AfterAll
    final void closeHarness()
    {
        if (harness != null)
        {
            harness.close();
        }
    }

    @Override
    public final TckHarness harness()
    {
        return harness;
    }

    @Override
    public final TckClient openOver(final List<Connection> connections, final TransportLimits limits)
    {
        final TckClient client = new TckClient(harness, connections, limits);
        clients.add(client);

        return client;
    }
}
