// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import static dev.redlock.spring.boot.Refusals.RUNNER;
import static dev.redlock.spring.boot.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/**
 * Expressions and their values, names that were meant to be expressions, and durations without a unit.
 */
class LockedKeyTest
{
    private static String key(final String expression, final Object a, final Object b)
    {
        final Method method = Arrays.stream(Two.class.getDeclaredMethods())
            .filter((one) -> one.getName().equals("work")).findFirst().orElseThrow();

        return new LockedKey("it", method, "", expression, new KeyText(Set.of()),
            new DefaultListableBeanFactory()).of(new Object[] {a, b});
    }

    private static void assertNoKey(final String expression, final Object a, final Object b)
    {
        assertThatThrownBy(() -> key(expression, a, b)).as(expression)
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("key '" + expression + "' of");
    }

    @Test
    void shouldTakeTheTextsOfASum()
    {
        assertThat(key("#a", 7, null)).isEqualTo("7");
        assertThat(key("#p1", null, 7)).isEqualTo("7");
        assertThat(key("'order-' + #a", 7, null)).isEqualTo("order-7");
        assertThat(key("#a + ':' + #b", 7, "x")).isEqualTo("7:x");
        assertThat(key("#a + #b", 7, 8)).isEqualTo("15");
        assertThat(key("'d' + #a", KeyTextTest.Odd.ONE, null)).isEqualTo("dONE");
        assertThat(key("#a ?: 'x'", null, null)).isEqualTo("x");
        assertThat(key("#a?.length() ?: 'x' + #b", null, 7)).isEqualTo("x7");
        assertThat(key("#a == null ? 'none' : 'x' + #a", null, null)).isEqualTo("none");
        assertThat(key("#a == null ? 'none' : 'x' + #a", 7, null)).isEqualTo("x7");
        assertThat(key("('x' + #a).toUpperCase()", 7, null)).isEqualTo("X7");
        assertThat(key("{#a, #b}", 7, 8)).isEqualTo("[7, 8]");
        assertThat(key("#a.![#this]", List.of(7), null)).isEqualTo("[7]");
    }

    @Test
    void shouldRefuseWhatWouldBecomeAText()
    {
        assertNoKey("'order-' + #a", null, null);
        assertNoKey("'order-' + #a", new Object(), null);
        assertNoKey("'order-' + #a", Optional.empty(), null);
        assertNoKey("'order-' + #a", 1.5, null);
        assertNoKey("#a + ':' + #b", 7, null);
        assertNoKey("#a == null ? 'x' + #b : #a", null, null);
        assertNoKey("('x' + #a).toUpperCase()", null, null);
        assertNoKey("'a'.concat('x' + #a)", null, null);
        assertNoKey("#a?.b", null, null);
        assertNoKey("#a.toString()", new Two(), null);
        assertNoKey("'x'.concat(#a.toString())", new Two(), null);
        assertNoKey("{#a, #b}", 7, null);
        assertThatThrownBy(() -> key("#a.!['x' + #this]", List.of(7), null))
            .isInstanceOf(RedlockSetupException.class).hasMessageContaining("for each element");
    }

    @Test
    void shouldRefuseNamesThatAreExpressions()
    {
        assertRefused(NamedByParameter.class, "name '#seat' of @Locked on", "did you mean key = \"#seat\"?");
        assertRefused(NamedByPart.class, "name 'seat-#seat' of @Locked on", "did you mean key =");
        assertRefused(NamedByTemplate.class, "name '#{#seat}' of", "did you mean key = \"#seat\"?");
        assertRefused(NamedByNothing.class, "name '${no.such.thing:}' of", "with its placeholders filled in");
        Refusals.assertStarts(NamedByNumber.class);
    }

    @Test
    void shouldRefuseBareNumbers()
    {
        assertRefused(BareTtl.class, "ttl of @Locked on", "BareTtl.work() '30' has no unit, and would be " +
            "30 milliseconds", "write 30ms, or 30s if seconds are meant");
        assertRefused(BareWithin.class, "within of @Locked on", "'5' has no unit");
        for (final String name : List.of("ttl", "auto-extend", "longest-ttl", "locked.within",
            "connect-timeout", "start-timeout", "close-timeout", "min-node-timeout", "max-node-timeout",
            "longestTtl"))
        {
            assertRefused(
                RUNNER.withPropertyValues("redlock." + name + "=60"), "redlock.", "'60' has no unit");
        }
        RUNNER.withPropertyValues("redlock.longest-ttl=60s", "redlock.locked.within=PT1S")
            .run((context) -> assertThat(context).hasNotFailed());
    }

    @Test
    void shouldTakeTheTextOfAClassThatIsNamed()
    {
        RUNNER.withUserConfiguration(Two.class)
            .withPropertyValues("redlock.locked.key-types=" + KeyTextTest.OwnText.class.getName())
            .run((context) -> assertThat(context.getBean(Two.class).work(new KeyTextTest.OwnText(), null))
                .isEqualTo("own"));
        RUNNER.withUserConfiguration(Two.class).run((context) -> assertThatThrownBy(() ->
            context.getBean(Two.class).work(new KeyTextTest.OwnText(), null))
            .hasMessageContaining("add the class to redlock.locked.key-types"));
    }

    static class Two
    {
        @Locked(key = "#a")
        public String work(final Object a, final Object b)
        {
            return LockedContext.current().key();
        }
    }

    static class NamedByParameter
    {
        @Locked(name = "#seat")
        public void work(final String seat)
        {
        }
    }

    static class NamedByPart
    {
        @Locked(name = "seat-#seat")
        public void work(final String seat)
        {
        }
    }

    static class NamedByTemplate
    {
        @Locked(name = "#{#seat}")
        public void work(final String seat)
        {
        }
    }

    static class NamedByNothing
    {
        @Locked(name = "${no.such.thing:}", key = "#seat")
        public void work(final String seat)
        {
        }
    }

    static class NamedByNumber
    {
        @Locked(name = "job#1")
        public void work(final String seat)
        {
        }
    }

    static class BareTtl
    {
        @Locked(name = "k", ttl = "30")
        public void work()
        {
        }
    }

    static class BareWithin
    {
        @Locked(name = "k", within = "5")
        public void work()
        {
        }
    }
}
