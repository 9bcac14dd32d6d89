// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.when;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.test.context.bean.override.convention.TestBean;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

import dev.redlock.spring.boot.Faked;
import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.LockedContext;
import dev.redlock.spring.boot.client.RedlockAutoConfiguration;

/**
 * A test may replace beans that have locks: a mock needs none. What it only watches keeps its lock.
 */
@SpringJUnitConfig({OverriddenBeansTest.Mocked.class, OverriddenBeansTest.Given.class,
    OverriddenBeansTest.Watched.class, Faked.class})
@ImportAutoConfiguration({AopAutoConfiguration.class, RedlockAutoConfiguration.class,
    LockedAutoConfiguration.class})
public class OverriddenBeansTest
{
    @MockitoBean
    private Mocked mocked;
    @TestBean
    private Given given;
    @MockitoSpyBean
    private Watched watched;
    @Autowired
    private Watched injected;

    static Given given()
    {
        return new Given();
    }

    @Test
    void shouldLetReplacedBeansThrough()
    {
        when(mocked.work()).thenReturn("mocked");
        assertThat(mocked.work()).isEqualTo("mocked");
        assertThat(given.work()).isEqualTo("no lock");
    }

    @Test
    void shouldLockABeanThatIsWatched()
    {
        assertThat(injected.work()).isEqualTo("watched");
        assertThat(watched).isNotNull();
    }

    static class Mocked
    {
        @Locked(name = "mocked")
        public String work()
        {
            return LockedContext.current().key();
        }
    }

    public static class Given
    {
        @Locked(name = "given")
        public String work()
        {
            return LockedContext.find().isEmpty() ? "no lock" : "lock";
        }
    }

    static class Watched
    {
        @Locked(name = "watched")
        public String work()
        {
            return LockedContext.current().key();
        }
    }
}
