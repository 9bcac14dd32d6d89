// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import dev.redlock.test.FakeNodes;

/**
 * The lock stands around the transaction that Boot configures.
 */
class LockedTransactionTest
{
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(
            AopAutoConfiguration.class, DataSourceAutoConfiguration.class,
            DataSourceTransactionManagerAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
            TransactionAutoConfiguration.class, RedlockAutoConfiguration.class,
            LockedAutoConfiguration.class))
        .withUserConfiguration(FakeRedlockConfiguration.class, Stock.class);

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

    @Test
    void shouldWarnOnceInATransactionOfTheCaller()
    {
        final Warnings warnings = new Warnings();
        final Logger logger = Logger.getLogger("dev.redlock");
        logger.addHandler(warnings);
        try
        {
            runner.run((context) ->
            {
                final Stock stock = context.getBean(Stock.class);
                context.getBean(TransactionTemplate.class).executeWithoutResult((status) ->
                {
                    stock.sell(warnings::flush);
                    stock.sell(warnings::flush);
                });
            });
        }
        finally
        {
            logger.removeHandler(warnings);
        }

        assertThat(warnings.texts)
            .filteredOn((text) -> text.contains("is called in a transaction of its caller")).hasSize(1);
    }

    private static final class Warnings extends Handler
    {
        private final List<String> texts = new ArrayList<>();

        @Override
        public synchronized void publish(final LogRecord line)
        {
            texts.add(line.getMessage());
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
    }
}
