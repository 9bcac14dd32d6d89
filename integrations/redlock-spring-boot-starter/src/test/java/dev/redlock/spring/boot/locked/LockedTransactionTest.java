// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import dev.redlock.spring.boot.Faked;
import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.client.RedlockAutoConfiguration;
import dev.redlock.test.FakeNodes;

/**
 * The lock stands around the transaction that Boot configures.
 */
class LockedTransactionTest
{
    private static final Runnable NOTHING = () ->
    {
    };

    /*
     * Nobody contends, so patience is for an engine that gets no core.
     */
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(
            AopAutoConfiguration.class, DataSourceAutoConfiguration.class,
            DataSourceTransactionManagerAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
            TransactionAutoConfiguration.class, RedlockAutoConfiguration.class,
            LockedAutoConfiguration.class))
        .withUserConfiguration(Faked.class, Stock.class).withPropertyValues("redlock.locked.within=30s");

    @Test
    void shouldHoldTheLockWhenTheTransactionHasCommitted()
    {
        runner.run((context) ->
        {
            final FakeNodes nodes = context.getBean(FakeNodes.class);
            final List<Boolean> heldAfterCommit = new ArrayList<>();
            context.getBean(Stock.class).sell(() -> heldAfterCommit.add(nodes.isHeld("stock")));

            assertThat(heldAfterCommit).containsExactly(true);
            assertThat(nodes.isHeld("stock")).isFalse();
        });
    }

    private List<String> warnings(final BiConsumer<TransactionTemplate, Caller> use)
    {
        final Warnings warnings = new Warnings();
        final Logger logger = Logger.getLogger("dev.redlock");
        logger.addHandler(warnings);
        try
        {
            runner.withUserConfiguration(Caller.class).run((context) ->
                use.accept(context.getBean(TransactionTemplate.class), context.getBean(Caller.class)));
        }
        finally
        {
            logger.removeHandler(warnings);
        }

        return warnings.texts.stream()
            .filter((text) -> text.contains("in a transaction of its caller")).toList();
    }

    @Test
    void shouldWarnOnceInATransactionOfTheCaller()
    {
        assertThat(warnings((transactions, caller) -> transactions.executeWithoutResult((status) ->
        {
            caller.stock.sell(NOTHING);
            caller.stock.sell(NOTHING);
        }))).singleElement().asString().contains("Stock.sell", "released before that ended");
    }

    @Test
    void shouldWarnBeforeTheCommit()
    {
        assertThat(warnings((transactions, caller) -> transactions.executeWithoutResult(
            (status) -> caller.events.publishEvent(TransactionPhase.BEFORE_COMMIT)))).hasSize(1);
    }

    @Test
    void shouldNotWarnOfATransactionOfItsOwn()
    {
        assertThat(warnings((transactions, caller) -> transactions.executeWithoutResult(
            (status) -> caller.stock.sellApart()))).isEmpty();
    }

    @Test
    void shouldSayWhatTheNextHolderDoesNotSeeOfAMethodOutsideOfTheTransaction()
    {
        assertThat(warnings((transactions, caller) -> transactions.executeWithoutResult(
            (status) -> caller.stock.sellOutside()))).singleElement().asString()
            .contains("NOT_SUPPORTED", "those that the caller has made");
    }

    @ParameterizedTest
    @EnumSource(names = {"AFTER_COMMIT", "AFTER_COMPLETION"})
    void shouldNotWarnAfterTheCommit(final TransactionPhase phase)
    {
        assertThat(warnings((transactions, caller) -> transactions.executeWithoutResult(
            (status) -> caller.events.publishEvent(phase)))).isEmpty();
        assertThat(warnings((transactions, caller) -> transactions.executeWithoutResult(
            (status) -> TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization()
                {
                    @Override
                    public void afterCommit()
                    {
                        caller.stock.sellPlainly();
                    }
                })))).isEmpty();
    }

    private static final class Warnings extends Handler
    {
        private final List<String> texts = new ArrayList<>();

        @Override
        public synchronized void publish(final LogRecord line)
        {
            texts.add(MessageFormat.format(line.getMessage(), line.getParameters()));
        }

        @Override
        public void flush()
        {
        }

        @Override
        public void close()
        {
        }
    }

    /**
     * Beans without a transaction of their own.
     */
    static class Caller
    {
        private final Stock stock;
        private final ApplicationEventPublisher events;

        Caller(final Stock stock, final ApplicationEventPublisher events)
        {
            this.stock = stock;
            this.events = events;
        }

        @TransactionalEventListener(phase = TransactionPhase.BEFORE_COMMIT,
            condition = "#root.event.payload.name() == 'BEFORE_COMMIT'")
        public void beforeCommit(final TransactionPhase phase)
        {
            stock.sellPlainly();
        }

        @TransactionalEventListener(condition = "#root.event.payload.name() == 'AFTER_COMMIT'")
        public void afterCommit(final TransactionPhase phase)
        {
            stock.sellPlainly();
        }

        @TransactionalEventListener(phase = TransactionPhase.AFTER_COMPLETION,
            condition = "#root.event.payload.name() == 'AFTER_COMPLETION'")
        public void afterCompletion(final TransactionPhase phase)
        {
            stock.sellPlainly();
        }
    }

    static class Stock
    {
        private final JdbcTemplate jdbc;

        Stock(final JdbcTemplate jdbc)
        {
            this.jdbc = jdbc;
            jdbc.execute("CREATE TABLE IF NOT EXISTS stock (left_over INT)");
        }

        @Locked(name = "stock")
        @Transactional
        public void sell(final Runnable afterCommit)
        {
            jdbc.update("INSERT INTO stock VALUES (1)");
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization()
            {
                @Override
                public void afterCommit()
                {
                    afterCommit.run();
                }
            });
        }

        @Locked(name = "stock")
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void sellApart()
        {
            jdbc.update("INSERT INTO stock VALUES (1)");
        }

        @Locked(name = "stock")
        @Transactional(propagation = Propagation.NOT_SUPPORTED)
        public void sellOutside()
        {
            jdbc.update("INSERT INTO stock VALUES (1)");
        }

        @Locked(name = "stock")
        public void sellPlainly()
        {
            jdbc.update("INSERT INTO stock VALUES (1)");
        }
    }
}
