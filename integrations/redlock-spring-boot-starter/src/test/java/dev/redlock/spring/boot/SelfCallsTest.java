// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;

/**
 * What bytecode shows for certain is found, and nothing else.
 */
class SelfCallsTest
{
    private static List<String> find(final Class<?> type)
    {
        return SelfCalls.find(type, LockedPlans.locked(type).keySet());
    }

    @Test
    void shouldFindCallsOnThis()
    {
        assertThat(find(OnThis.class))
            .containsExactlyInAnyOrder("plainly -> work", "inALambda -> work", "again -> work");
        assertThat(find(Child.class)).contains("plainly -> work");
    }

    @Test
    void shouldPassCallsOnAnotherObject()
    {
        assertThat(find(OnAnother.class)).isEmpty();
        assertThat(find(Overloaded.class)).isEmpty();
    }

    static class OnThis
    {
        @Locked(name = "k")
        public void work(final int id)
        {
        }

        @Locked(name = "k")
        public void again(final int id)
        {
            work(id + 1);
        }

        public void plainly()
        {
            this.work(1);
        }

        public Runnable inALambda()
        {
            return () -> work(2);
        }
    }

    static class Child extends OnThis
    {
    }

    static class OnAnother
    {
        private final ObjectProvider<OnAnother> provider;
        private OnAnother self;

        OnAnother(final ObjectProvider<OnAnother> provider)
        {
            this.provider = provider;
        }

        @Locked(name = "k")
        public void work()
        {
        }

        public void byField()
        {
            self.work();
        }

        public void byProvider()
        {
            provider.getObject().work();
        }

        public void byParameter(final OnAnother other)
        {
            other.work();
        }
    }

    static class Overloaded
    {
        @Locked(name = "k")
        public void work(final int id)
        {
        }

        public void work(final String text)
        {
        }

        public void call()
        {
            work("not locked");
        }
    }
}
