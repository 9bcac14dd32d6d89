// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import static dev.redlock.spring.boot.locked.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import kotlin.coroutines.Continuation;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.core.PriorityOrdered;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.context.request.async.DeferredResult;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import dev.redlock.Redlock;
import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.LockedContext;
import dev.redlock.spring.boot.OnFailure;

/**
 * What {@link Locked} would not protect does not start. Each message has the value, the rule and the remedy.
 */
public class LockedRefusalTest
{
    private final ApplicationContextRunner runner = Refusals.RUNNER;

    @Test
    void shouldRefuseWhatNoProxyStandsBefore()
    {
        assertRefused(Hidden.class, "Hidden.work, which is private", "make it public, or call Redlock.run");
        assertRefused(Fixed.class, "Fixed.work, which is final", "make it not final, or call Redlock.run");
        assertRefused(Global.class, "Global.work, which is static", "make it a method of an object");
        assertRefused(Closed.class, "Closed.work, whose class is final", "make the class not final");
    }

    /**
     * Who has one wrong may have several, and starts not to find them one by one.
     */
    @Test
    void shouldTellOfAllThatIsWrongInABean()
    {
        assertRefused(Several.class, "4 things are wrong with @Locked in ",
            "Several.hidden, which is private",
            "make it public", "Several.fixed, which is final", "has #idd, but the parameters are [id]",
            "ttl 'soon' of @Locked on", "write it as in properties");
    }

    @Test
    void shouldRefuseABeanThatHandsItselfOver()
    {
        assertRefused(Handed.class, "Handed: start -> run (this is handed over as a java.lang.Runnable)",
            "hand that over instead of this");
        Refusals.assertStarts(HandedProxy.class);
    }

    @Test
    void shouldRefuseCallsOnThis()
    {
        assertRefused(SelfCaller.class, "SelfCaller: all -> work (in a lambda)",
            "does not go through the proxy", "injected by ObjectProvider");
    }

    @Test
    void shouldRefuseReactiveTypes()
    {
        assertRefused(
            OfMono.class, "OfMono.work()", "returns a reactor.core.publisher.Mono", "Mono.usingWhen");
        assertRefused(OfFlux.class, "returns a reactor.core.publisher.Flux", "Mono.usingWhen");
        assertRefused(
            Suspending.class, "which is a suspending function", "redlock.withLock(key, within)");
    }

    @Test
    void shouldRefuseWhatEndsUnseen()
    {
        assertRefused(OfFuture.class, "returns a java.util.concurrent.Future", "return a CompletableFuture");
        assertRefused(
            OfDeferred.class, "async.DeferredResult: the lock would be released", "or the result");
        assertRefused(OfStream.class, "returns a java.util.stream.Stream", "or the result");
        assertRefused(OfOwnFuture.class, "OwnFuture", "another future");
    }

    @Test
    void shouldRefuseKeysThatAreNone()
    {
        assertRefused(
            Unparsable.class, "key '#id +' of @Locked on", "is no expression in SpEL", "correct it");
        assertRefused(Unquoted.class, "key 'nightly' of @Locked on", "use name = \"nightly\"");
        assertRefused(Misspelt.class, "has #ordr, but the parameters are [order]", "correct the name");
        assertRefused(Blank.class, "name ' ' of @Locked on", "Blank.work() is blank", "or leave it out");
        assertRefused(Keyless.class, "names no key", "give it a name");
    }

    @Test
    void shouldRefuseTimes()
    {
        assertRefused(TooLong.class, "TooLong.work() is PT2M but redlock.longest-ttl is PT1M",
            "set a shorter ttl on @Locked, or raise redlock.longest-ttl");
        assertRefused(ZeroTime.class, "@Locked on ", "ZeroTime.work(): ", "ttl is 0s but must be 1ms to 24h",
            "correct ttl of @Locked");
        assertRefused(NoTime.class, "ttl 'soon' of @Locked on", "write it as in properties, such as 500ms");
        assertRefused(Negative.class, "within '-1s' of @Locked on", "is negative", "use zero or more");
        assertRefused(runner.withPropertyValues("redlock.locked.within=-1s"),
            "redlock.locked.within is -1000ms but must not be negative", "set zero");
        runner.withUserConfiguration(TooLong.class).withPropertyValues("redlock.longest-ttl=5m")
            .run((context) -> assertThat(context).hasNotFailed());
    }

    @Test
    void shouldRefuseToSkipWhatHasNoValueThen()
    {
        assertRefused(SkippedInt.class, "there is no int to return", "return an Optional");
    }

    @Test
    void shouldRefuseALockInsideTheTransaction()
    {
        final ApplicationContextRunner transactions = runner.withConfiguration(AutoConfigurations.of(
            DataSourceAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class));
        assertRefused(transactions.withUserConfiguration(EarlyTransactions.class, InTransaction.class),
            "InTransaction.work stands inside its transaction", "set redlock.locked.order below");
        assertRefused(transactions.withUserConfiguration(UsualTransactions.class, InTransaction.class)
            .withPropertyValues("redlock.locked.order=2147483647"), "stands inside its transaction");
        transactions.withUserConfiguration(EarlyTransactions.class, InTransaction.class)
            .withPropertyValues("redlock.locked.order=99")
            .run((context) -> assertThat(context).hasNotFailed());
        transactions.withUserConfiguration(UsualTransactions.class, InTransaction.class)
            .run((context) -> assertThat(context).hasNotFailed());
    }

    @Test
    void shouldRefuseABeanWithoutItsProxy()
    {
        assertRefused(runner.withUserConfiguration(TooEarly.class), "has no proxy that knows it",
            "made before proxies are");
    }

    /**
     * A proxy by interface sees what the interface has, wherever the annotation stands.
     */
    @Test
    void shouldRefuseWhatAProxyByInterfaceDoesNotSee()
    {
        final ApplicationContextRunner byInterface =
            runner.withPropertyValues("spring.aop.proxy-target-class=false");
        byInterface.withUserConfiguration(Seller.class).run((context) ->
        {
            assertThat(context).hasNotFailed();
            final Sale seller = context.getBean(Sale.class);
            assertThat(AopUtils.isJdkDynamicProxy(seller)).isTrue();
            assertThat(seller.sell(1)).isEqualTo("sale:1");
        });
        assertRefused(byInterface.withUserConfiguration(Beyond.class),
            "Beyond.more, but the bean's proxy has no such method", "put the method in an interface");
    }

    @Test
    void shouldRefuseToRunWithoutAClient()
    {
        final ApplicationContextRunner bare = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LockedAutoConfiguration.class))
            .withUserConfiguration(Fine.class);
        assertRefused(bare, "there is no bean of type Redlock");
        assertRefused(runner.withUserConfiguration(Fine.class).withBean("another", Redlock.class, () -> null),
            "several beans of type Redlock: [another, redlock]", "@Primary");
    }

    static class Fine
    {
        @Locked(name = "fine")
        public void work()
        {
        }
    }

    interface Sale
    {
        @Locked(name = "sale", key = "#p0")
        String sell(int id);
    }

    static class Seller implements Sale
    {
        @Override
        public String sell(final int id)
        {
            return LockedContext.current().key();
        }
    }

    static class Beyond extends Seller
    {
        @Locked(name = "more")
        public void more()
        {
        }
    }

    static class Handed implements Runnable
    {
        @Override
        @Locked(name = "handed")
        public void run()
        {
        }

        public void start(final Executor executor)
        {
            executor.execute(this);
        }
    }

    static class HandedProxy extends Handed
    {
        private final ObjectProvider<HandedProxy> self;

        HandedProxy(final ObjectProvider<HandedProxy> self)
        {
            this.self = self;
        }

        @Override
        public void start(final Executor executor)
        {
            executor.execute(self.getObject());
        }
    }

    static class Several
    {
        @Locked(name = "hidden")
        private void hidden()
        {
        }

        @Locked(name = "fixed")
        public final void fixed()
        {
        }

        @Locked(key = "#idd")
        public void wrong(final int id)
        {
        }

        @Locked(name = "soon", ttl = "soon")
        public void soon()
        {
        }

        @Locked(name = "fine")
        public void fine()
        {
        }
    }

    static class Hidden
    {
        public void call()
        {
            work();
        }

        @Locked(name = "hidden")
        private void work()
        {
        }
    }

    static class Fixed
    {
        @Locked(name = "fixed")
        public final void work()
        {
        }
    }

    static class Global
    {
        @Locked(name = "global")
        public static void work()
        {
        }
    }

    static final class Closed
    {
        @Locked(name = "closed")
        public void work()
        {
        }
    }

    static class SelfCaller
    {
        public void all()
        {
            Stream.of(1, 2).forEach((id) -> work(id));
        }

        @Locked(name = "self", key = "#id")
        public void work(final int id)
        {
        }
    }

    static class OfMono
    {
        @Locked(name = "mono")
        public Mono<String> work()
        {
            return Mono.empty();
        }
    }

    static class OfFlux
    {
        @Locked(name = "flux")
        public Flux<String> work()
        {
            return Flux.empty();
        }
    }

    static class Suspending
    {
        @Locked(name = "suspending")
        public Object work(final int id, final Continuation rest)
        {
            return id;
        }
    }

    static class OfDeferred
    {
        @Locked(name = "deferred")
        public DeferredResult<String> work()
        {
            return new DeferredResult<>();
        }
    }

    static class OfFuture
    {
        @Locked(name = "future")
        public Future<String> work()
        {
            return new CompletableFuture<>();
        }
    }

    static class OfStream
    {
        @Locked(name = "stream")
        public Stream<String> work()
        {
            return Stream.empty();
        }
    }

    static class OwnFuture extends CompletableFuture<String>
    {
    }

    static class OfOwnFuture
    {
        @Locked(name = "own")
        public OwnFuture work()
        {
            return new OwnFuture();
        }
    }

    static class Unparsable
    {
        @Locked(key = "#id +")
        public void work(final int id)
        {
        }
    }

    public static class Unquoted
    {
        @Locked(key = "nightly")
        public void work()
        {
        }
    }

    static class Misspelt
    {
        @Locked(key = "'order:' + #ordr.length()")
        public void work(final String order)
        {
        }
    }

    static class Blank
    {
        @Locked(name = " ")
        public void work()
        {
        }
    }

    static class Keyless
    {
        @Locked
        public void work()
        {
        }
    }

    public static class TooLong
    {
        @Locked(name = "long", ttl = "2m")
        public void work()
        {
        }
    }

    static class ZeroTime
    {
        @Locked(name = "time", ttl = "0s")
        public void work()
        {
        }
    }

    static class NoTime
    {
        @Locked(name = "time", ttl = "soon")
        public void work()
        {
        }
    }

    static class Negative
    {
        @Locked(name = "negative", within = "-1s")
        public void work()
        {
        }
    }

    static class SkippedInt
    {
        @Locked(name = "skipped", onFailure = OnFailure.SKIP)
        public int work()
        {
            return 1;
        }
    }

    static class InTransaction
    {
        @Locked(name = "transaction")
        @Transactional
        public void work()
        {
        }
    }

    @EnableTransactionManagement(order = 100)
    static class EarlyTransactions
    {
    }

    @EnableTransactionManagement
    static class UsualTransactions
    {
    }

    /**
     * What a processor of beans needs is made before the processors that make proxies.
     */
    static class TooEarly
    {
        @Bean
        static Fine fine()
        {
            return new Fine();
        }

        @Bean
        static Processor processor(final Fine fine)
        {
            return new Processor();
        }
    }

    static class Processor implements BeanPostProcessor, PriorityOrdered
    {
        @Override
        public int getOrder()
        {
            return HIGHEST_PRECEDENCE;
        }
    }
}
