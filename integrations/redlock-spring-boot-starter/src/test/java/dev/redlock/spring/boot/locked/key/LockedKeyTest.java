// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.key;

import static dev.redlock.spring.boot.locked.Refusals.RUNNER;
import static dev.redlock.spring.boot.locked.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.LockedContext;
import dev.redlock.spring.boot.RedlockSetupException;
import dev.redlock.spring.boot.locked.Refusals;

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

    /**
     * What is written next when the parameter itself is refused.
     */
    @ParameterizedTest
    @ValueSource(strings = {"#a.toString()", "#a.hashCode()", "#a.![#this]", "#a.?[true]", "#a.toArray()",
        "#a.stream().toList()", "#a.stream().map('x').toList()", "new java.util.ArrayList(#a)",
        "T(java.util.List).copyOf(#a)", "T(String).join(',', #a)", "'%s'.formatted(#a)", "'x'.concat(#a)",
        "T(java.util.Objects).hash(#a)", "'x' + #a", "{#a, 'x'}", "'x' + #a.toString()",
        "T(String).valueOf(#a) + 'x'"})
    void shouldRefuseATextMadeOfWhatHasNone(final String expression)
    {
        assertThatThrownBy(() -> ofTyped("set", expression)).isInstanceOf(RedlockSetupException.class)
            .hasMessageContainingAll("key '" + expression + "' of @Locked on it makes a text of #a, which " +
                "has a value of type java.util.Set", "use #a.stream().sorted().toList(), ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"#a.stream().sorted().toList()", "#a.size()", "#a.contains('x') ? 'x' : 'y'",
        "T(java.util.List).copyOf(new java.util.TreeSet(#a))", "T(my.Keys).of(#a)", "@keys.of(#a)",
        "#a.isEmpty()", "new my.Key(#a)"})
    void shouldLeaveAloneWhatMaySort(final String expression)
    {
        ofTyped("set", expression);
    }

    @Test
    void shouldRefuseATextOfADateOrANumber()
    {
        assertThatThrownBy(() -> ofTyped("date", "#a.toString()")).hasMessageContaining("use #a.toInstant()");
        assertThatThrownBy(() -> ofTyped("number", "'x' + #a")).hasMessageContaining("use an integer");
        ofTyped("date", "#a.toInstant().toString()");
        ofTyped("map", "#a['id']");
        ofTyped("sorted", "T(java.util.List).copyOf(#a)");
        ofTyped("sorted", "#a.stream().toList()");
    }

    /**
     * What a method within a key throws says nothing of the key.
     */
    @Test
    void shouldSayWhichKeyHasThrown()
    {
        assertThatThrownBy(() -> key("#a.toInstant()", new java.sql.Date(0), null))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContainingAll("key '#a.toInstant()' of",
                "@Locked on it", "java.lang.UnsupportedOperationException", "correct the expression")
            .hasCauseInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> key("#a.fail()", new Failing(), null))
            .hasMessageContainingAll("key '#a.fail()' of @Locked on it", "IllegalArgumentException: bad");
        assertThat(key("#a.toLocalDate()", java.sql.Date.valueOf("2026-05-01"), null))
            .isEqualTo("2026-05-01");
        assertThat(key("T(java.util.List).copyOf(#a)", new TreeSet<>(Set.of(2, 1)), null))
            .isEqualTo("[1, 2]");
    }

    /**
     * Servers print the root cause, and no more.
     */
    @Test
    void shouldNameTheKeyInTheRootCause()
    {
        assertThatThrownBy(() -> key("#a", null, null)).hasNoCause()
            .hasMessageContaining("key '#a' of @Locked on it is null: pass a value");
    }

    @Test
    void shouldRefuseWhatTheDeclaredTypeDecides()
    {
        for (final String name : List.of("set", "date", "sqlDate", "number", "boxed", "amount", "map",
            "sorted", "numbers", "dates"))
        {
            assertThatThrownBy(() -> ofTyped(name, "#a")).as(name)
                .isInstanceOf(RedlockSetupException.class).hasMessageContainingAll(
                    "key '#a' of @Locked on it has a value of", "every process must get the same text");
        }
        assertThatThrownBy(() -> ofTyped("set", "#a"))
            .hasMessageContaining("use #a.stream().sorted().toList(), a list in a certain order, or an id");
        assertThatThrownBy(() -> ofTyped("sqlDate", "#p0")).hasMessageContaining("use #p0.toLocalDate()");
        assertThatThrownBy(() -> ofTyped("number", "#a")).hasMessageContaining("use an integer");
        assertThatThrownBy(() -> ofTyped("numbers", "#a")).hasMessageContaining("use an integer");
        assertThatThrownBy(() -> ofTyped("item", "#a.idd")).isInstanceOf(RedlockSetupException.class)
            .hasMessageContainingAll("key '#a.idd' of", "'idd'", "Item has no such property or method",
                "correct the name");
        assertThatThrownBy(() -> ofTyped("item", "'x' + #a.inner.lenght()"))
            .hasMessageContainingAll("'lenght'", "String has no such");
        for (final String name : List.of("list", "any", "collection", "deque", "time", "item", "open"))
        {
            ofTyped(name, "#a");
        }
        for (final String sound : List.of("#a.id", "#a.id()", "#a?.inner", "#a.inner.length()",
            "#a.inner.bytes", "#a.equals(#a)", "#a.full", "#a.inner.empty"))
        {
            ofTyped("item", sound);
        }
        ofTyped("open", "#a.whatASubclassHas");
        ofTyped("date", "#a.time");
        new LockedKey("it", typed("date"), "", "#a", new KeyText(Set.of("java.util.Date")),
            new DefaultListableBeanFactory());
        new LockedKey("it", typed("set"), "", "#a", new KeyText(Set.of("java.util.TreeSet")),
            new DefaultListableBeanFactory());
    }

    private static Method typed(final String name)
    {
        return Arrays.stream(Typed.class.getDeclaredMethods())
            .filter((one) -> one.getName().equals(name)).findFirst().orElseThrow();
    }

    private static LockedKey ofTyped(final String name, final String expression)
    {
        return new LockedKey("it", typed(name), "", expression, new KeyText(Set.of()),
            new DefaultListableBeanFactory());
    }

    /**
     * Words that are right elsewhere, such as in a cache's annotation.
     */
    @Test
    void shouldKnowTheWordsOfOthers()
    {
        assertThatThrownBy(() -> key("#root.target.type() + ':' + #a", 7, null))
            .isInstanceOf(RedlockSetupException.class).hasMessageContainingAll("has #root",
                "no root object", "#p0").hasMessageNotContaining("-parameters");
        assertRefused(KeyByTemplate.class, "key '#{#seat}' of @Locked on", "write #seat");
        assertRefused(KeyByPlaceholder.class, "key '${seat}' of @Locked on", "write #seat");
        final ApplicationContextRunner strict = RUNNER.withConfiguration(
            AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class));
        assertRefused(strict.withUserConfiguration(KeyByPlaceholder.class),
            "key '${seat}' of @Locked on", "KeyByPlaceholder.work(String)",
            "Could not resolve placeholder 'seat'", "for a key write #seat for the parameter");
        assertRefused(strict.withUserConfiguration(TtlByPlaceholder.class),
            "ttl '${no.such.ttl}' of @Locked on",
            "Could not resolve placeholder 'no.such.ttl'", "define the property");
    }

    record Item(int id, String inner)
    {
        public boolean isFull()
        {
            return true;
        }
    }

    static class Open
    {
    }

    static class Failing
    {
        public String fail()
        {
            throw new IllegalArgumentException("bad");
        }
    }

    interface Typed
    {
        void set(Set<String> a);

        void date(Date a);

        void sqlDate(java.sql.Date a);

        void number(double a);

        void boxed(Float a);

        void amount(BigDecimal a);

        void map(Map<String, String> a);

        void sorted(SortedSet<String> a);

        void numbers(double[] a);

        void dates(Date[] a);

        void list(List<String> a);

        void any(Object a);

        void collection(Collection<String> a);

        void deque(Deque<String> a);

        void time(Instant a);

        void item(Item a);

        void open(Open a);
    }

    static class KeyByTemplate
    {
        @Locked(name = "k", key = "#{#seat}")
        public void work(final String seat)
        {
        }
    }

    static class KeyByPlaceholder
    {
        @Locked(name = "k", key = "${seat}")
        public void work(final String seat)
        {
        }
    }

    static class TtlByPlaceholder
    {
        @Locked(name = "k", ttl = "${no.such.ttl}")
        public void work()
        {
        }
    }

    static class NamedByBraces
    {
        @Locked(name = "seat-{seat}")
        public void work(final String seat)
        {
        }
    }

    static class NamedByTag
    {
        @Locked(name = "{slot}seat")
        public void work(final String seat)
        {
        }
    }

    @Test
    void shouldRefuseNamesThatAreExpressions()
    {
        assertRefused(NamedByBraces.class, "name 'seat-{seat}' of @Locked on",
            "did you mean key = \"'seat-' + #seat\"?");
        Refusals.assertStarts(NamedByTag.class);
        assertRefused(NamedByParameter.class, "name '#seat' of @Locked on", "did you mean key = \"#seat\"?");
        assertRefused(NamedByPart.class, "name 'seat-#seat' of @Locked on",
            "did you mean key = \"'seat-' + #seat\"?");
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
