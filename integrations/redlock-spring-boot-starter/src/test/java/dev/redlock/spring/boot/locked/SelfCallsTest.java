// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.Nested;
import dev.redlock.spring.boot.locked.code.HandedThis;
import dev.redlock.spring.boot.locked.code.SelfCalls;
import dev.redlock.spring.boot.locked.key.KeyText;

/**
 * What bytecode shows for certain is found, and nothing else; nor what runs under the caller's lock.
 */
class SelfCallsTest
{
    private static Set<String> find(final Class<?> type)
    {
        return calls(type).keySet();
    }

    private static Map<String, String> calls(final Class<?> type)
    {
        final LockedPlans plans = new LockedPlans(new DefaultListableBeanFactory(), new KeyText(Set.of()));

        return SelfCalls.find(type, plans.locked(type).keySet(), plans.cover(type));
    }

    @Test
    void shouldFindCallsOnThis()
    {
        assertThat(find(OnThis.class)).containsExactlyInAnyOrder("plainly -> work", "inALambda -> work",
            "again -> work", "byReference -> work", "byVariable -> work", "afterABranch -> work");
        assertThat(find(Child.class)).contains("plainly -> work");
    }

    @Test
    void shouldFindCallsFromNestedClasses()
    {
        assertThat(find(Outer.class)).containsExactlyInAnyOrder("run -> work", "deeper -> work");
    }

    @Test
    void shouldFindCallsByAnotherDescriptor()
    {
        assertThat(find(OfText.class)).containsExactly("all -> one");
        assertThat(find(ByDefault.class)).containsExactly("both -> one");
        assertThat(find(OfSuper.class)).containsExactly("other -> work");
    }

    /**
     * As compilers of Kotlin write default arguments and lambdas: as static methods that are given this.
     */
    @Test
    void shouldFindCallsByStaticMethods()
    {
        assertThat(find(LikeKotlin.class)).containsExactlyInAnyOrder("all -> work", "each -> work");
    }

    /**
     * What its compiler makes of default arguments, lambdas, references, inlining, interfaces, companions and
     * coroutines.
     */
    @Test
    void shouldFindCallsInClassesOfKotlin()
    {
        assertThat(find(KotlinTickets.class))
            .containsExactlyInAnyOrder("one -> sell", "each -> sell", "later -> sell");
        assertThat(find(KotlinReference.class)).containsExactly("byReference -> sell");
        assertThat(find(KotlinCompanion.class)).containsExactly("handed -> sell");
        assertThat(find(KotlinSuspended.class)).containsExactly("suspended -> sell");
        assertThat(find(KotlinOfDefault.class)).containsExactly("both -> one");
        assertThat(find(KotlinDefaultsOnly.class)).as("a default argument by itself").isEmpty();
        assertThat(find(KotlinCaller.class)).as("on another object").isEmpty();
        assertThat(find(KotlinSameLock.class)).as("under the same lock").isEmpty();
    }

    @Test
    void shouldPassCallsOnAnotherObject()
    {
        assertThat(find(OnAnother.class)).isEmpty();
        assertThat(find(Overloaded.class)).isEmpty();
        assertThat(find(Applied.class)).isEmpty();
    }

    @Test
    void shouldPassCallsUnderTheSameLock()
    {
        assertThat(find(SameLock.class)).isEmpty();
        assertThat(find(SameLockBelow.class)).isEmpty();
        assertThat(find(ConstantLock.class)).isEmpty();
        assertThat(find(Replaced.class)).doesNotContain("work -> work");
    }

    @Test
    void shouldFindCallsUnderAnotherLock()
    {
        assertThat(find(CallsFree.class)).isEmpty();
        assertThat(find(CallsFreeWithAnother.class)).contains("work -> free");
        assertThat(find(OtherLock.class)).containsExactlyInAnyOrder("changed -> work", "written -> work",
            "swapped -> pair", "otherName -> work", "otherKey -> work", "computed -> work", "later -> work",
            "fenced -> fencedWork", "future -> futureWork", "refused -> refusedWork", "timed -> timedWork");
    }

    /**
     * Whoever is given the object as what has the method will call it, without the proxy.
     */
    @Test
    void shouldFindWhereTheObjectIsHandedOver()
    {
        assertThat(find(Poll.class)).containsExactlyInAnyOrder("start -> run", "inAThread -> run",
            "byField -> run", "byCast -> run", "put -> run", "nested -> run", "tick -> run");
        assertThat(find(Task.class)).containsExactly("plan -> run");
        assertThat(find(Each.class)).containsExactly("all -> accept");
        assertThat(find(OfJob.class)).containsExactlyInAnyOrder("inAThread -> run", "both -> one");
        assertThat(find(OwnKind.class)).containsExactly("register -> handle");
    }

    @Test
    void shouldFindCallsOnAFieldThatIsThis()
    {
        assertThat(find(OfFields.class)).containsExactlyInAnyOrder("byField -> work", "byMethod -> work",
            "byHelper -> work", "byWorker -> work");
        assertThat(find(HandedThis.class)).containsExactly("byStatic -> work");
    }

    /**
     * What an override replaces does not run, nor do its lambdas.
     */
    @Test
    void shouldPassWhatIsOverridden()
    {
        assertThat(find(AllOverridden.class)).isEmpty();
        assertThat(find(OverriddenAndCalled.class)).containsExactlyInAnyOrder("plainly -> work",
            "inALambda -> work");
        assertThat(find(DefaultOverridden.class)).isEmpty();
    }

    static class AllOverridden extends OfOverridden
    {
        @Override
        public void plainly()
        {
        }

        @Override
        public Runnable inALambda()
        {
            return () -> {};
        }
    }

    static class OverriddenAndCalled extends OfOverridden
    {
        @Override
        public void plainly()
        {
            super.plainly();
        }

        @Override
        public Runnable inALambda()
        {
            return () -> super.inALambda().run();
        }
    }

    static class OfOverridden
    {
        @Locked(name = "k")
        public void work(final int id)
        {
        }

        public void plainly()
        {
            work(1);
        }

        public Runnable inALambda()
        {
            return () -> work(2);
        }
    }

    static class DefaultOverridden implements Both
    {
        @Override
        @Locked(name = "k")
        public void one()
        {
        }

        @Override
        public void both()
        {
        }
    }

    @Test
    void shouldPassWhereTheObjectIsNotCalled()
    {
        assertThat(find(NotHanded.class)).isEmpty();
        assertThat(find(OtherFields.class)).isEmpty();
        assertThat(find(OfInterface.class)).isEmpty();
    }

    @Test
    void shouldPassOverridesThatCallWhatTheyOverride()
    {
        assertThat(find(OfOrders.class)).isEmpty();
        assertThat(find(OfOrdersAgain.class)).isEmpty();
        assertThat(find(OfAnything.class)).isEmpty();
        assertThat(find(Covariant.class)).isEmpty();
    }

    @Test
    void shouldPassFuturesThatAreReturned()
    {
        assertThat(find(ReturnsFuture.class)).isEmpty();
        assertThat(find(DropsFuture.class)).containsExactlyInAnyOrder("drops -> work", "keeps -> work",
            "either -> work", "change -> change");
    }

    static class Order
    {
    }

    static class OfAll<T, I>
    {
        @Locked(name = "all", key = "#id")
        public T change(final I id, final Function<T, T> work)
        {
            return work.apply(null);
        }

        @Locked(name = "all", key = "#id")
        public T remove(final I id)
        {
            return null;
        }
    }

    static class OfOrders extends OfAll<Order, Long>
    {
        @Override
        public Order change(final Long id, final Function<Order, Order> work)
        {
            return super.change(id, work);
        }

        @Override
        public Order remove(final Long id)
        {
            super.remove(id);

            return null;
        }
    }

    static class OfOrdersAgain extends OfAll<Order, Long>
    {
        @Override
        @Locked(name = "all", key = "#id")
        public Order change(final Long id, final Function<Order, Order> work)
        {
            return super.change(id, work);
        }
    }

    static class OfAny
    {
        @Locked(name = "any", key = "#id")
        public Object change(final long id)
        {
            return id;
        }
    }

    static class OfAnything extends OfAny
    {
        @Override
        public Object change(final long id)
        {
            return super.change(id);
        }
    }

    static class Covariant extends OfAny
    {
        @Override
        public Long change(final long id)
        {
            final Long changed = (Long)super.change(id);

            return changed + 1;
        }
    }

    static class ReturnsFuture
    {
        @Locked(name = "k", key = "#id")
        public CompletableFuture<String> work(final int id)
        {
            return new CompletableFuture<>();
        }

        @Locked(name = "k", key = "#id")
        public CompletableFuture<String> more(final int id)
        {
            try
            {
                return work(id);
            }
            catch (final IllegalStateException ex)
            {
                return work(id);
            }
        }

        @Locked(name = "k", key = "#id")
        public <T> T any(final int id, final Class<T> type)
        {
            return type.cast(null);
        }

        @Locked(name = "k", key = "#id")
        public <T> T again(final int id, final Class<T> type)
        {
            return any(id, type);
        }

        @Locked(name = "k", key = "#id")
        public String text(final int id)
        {
            final String text = any(id, String.class);
            final Order order = any(id, Order.class);

            return text + order;
        }
    }

    static class DropsFuture extends OfAny
    {
        @Locked(name = "k", key = "#id")
        public CompletableFuture<String> work(final int id)
        {
            return new CompletableFuture<>();
        }

        @Locked(name = "k", key = "#id")
        public CompletableFuture<String> drops(final int id)
        {
            work(id);

            return null;
        }

        @Locked(name = "k", key = "#id")
        public CompletableFuture<String> keeps(final int id)
        {
            final CompletableFuture<String> first = work(id);

            return id == 0 ? null : first;
        }

        @Locked(name = "k", key = "#id")
        public CompletableFuture<Object> either(final int id)
        {
            return work(id).thenApply((any) -> any);
        }

        @Override
        public Object change(final long id)
        {
            super.change(id);

            return null;
        }
    }

    /**
     * A message says which condition a call fails.
     */
    @Test
    void shouldSayWhyACallIsNotUnderItsCallersLock()
    {
        assertThat(why(OtherLock.class, "changed -> work")).isEqualTo("#id is not the parameter of changed " +
            "as it came, but another value, or it is written");
        assertThat(why(OtherLock.class, "otherName -> work")).isEqualTo("name 'another' is not 'k'");
        assertThat(why(OtherLock.class, "otherKey -> work")).isEqualTo("key '#id + 1' is not '#id'");
        assertThat(why(OtherLock.class, "timed -> timedWork")).contains("asks a bean or a class");
        assertThat(why(OtherLock.class, "later -> work")).isEqualTo("in a lambda");
        assertThat(why(OtherLock.class, "fenced -> fencedWork")).isEqualTo("fencedWork is fenced, and " +
            "fenced is not");
        assertThat(why(OtherLock.class, "refused -> refusedWork")).contains("nested = REFUSE");
        assertThat(why(OtherLock.class, "future -> futureWork")).contains("futureWork may return a future",
            "return it as it is");
        assertThat(why(DropsFuture.class, "change -> change")).contains("change returns an Object",
            "may be a future", "or give the override a @Locked of its own");
        assertThat(why(OnThis.class, "plainly -> work")).isEqualTo("plainly has no @Locked");
        assertThat(why(OnThis.class, "byReference -> work")).isEqualTo("by a reference");
        assertThat(why(Outer.class, "run -> work")).isEqualTo("in another class");
        assertThat(why(LikeKotlin.class, "all -> work")).isEqualTo("in a static method");
        assertThat(why(Poll.class, "start -> run")).isEqualTo("this is handed over as a java.lang.Runnable");
    }

    private static String why(final Class<?> type, final String call)
    {
        return calls(type).get(call);
    }

    static class Poll implements Runnable
    {
        private final Runnable task = this;

        @Override
        @Locked(name = "poll")
        public void run()
        {
        }

        public void start(final ScheduledExecutorService executor)
        {
            executor.schedule(this, 1, TimeUnit.SECONDS);
        }

        public Thread inAThread()
        {
            return new Thread(this);
        }

        public void byField(final Executor executor)
        {
            executor.execute(task);
        }

        public void byCast()
        {
            ((Runnable)this).run();
        }

        public void put(final Entry entry)
        {
            entry.later = this;
        }

        public void nested()
        {
            new Ticker(this).tick();
        }

        static class Ticker
        {
            private final Runnable work;

            Ticker(final Runnable work)
            {
                this.work = work;
            }

            void tick()
            {
                work.run();
            }
        }
    }

    static class Entry
    {
        Runnable later;
    }

    static class Task extends TimerTask
    {
        @Override
        @Locked(name = "task")
        public void run()
        {
        }

        public void plan(final Timer timer)
        {
            timer.schedule(this, 1);
        }
    }

    static class Each implements Consumer<String>
    {
        @Override
        @Locked(name = "k", key = "#text")
        public void accept(final String text)
        {
        }

        public void all(final List<String> texts)
        {
            texts.forEach(this);
        }
    }

    interface Handler
    {
        String name();

        @Locked(name = "handle", key = "#p0")
        void handle(String text);
    }

    interface Registry
    {
        void add(Handler handler);
    }

    interface Job extends Runnable, Both
    {
    }

    static class OfJob implements Job
    {
        @Override
        @Locked(name = "run")
        public void run()
        {
        }

        @Override
        @Locked(name = "one")
        public void one()
        {
        }

        public Thread inAThread()
        {
            return new Thread(this);
        }
    }

    static class OwnKind implements Handler
    {
        @Override
        public String name()
        {
            return "one";
        }

        @Override
        public void handle(final String text)
        {
        }

        public void register(final Registry registry)
        {
            registry.add(this);
        }
    }

    static class OfFields
    {
        private final OfFields self = this;

        @Locked(name = "k")
        public void work()
        {
        }

        public void byField()
        {
            self.work();
        }

        OfFields me()
        {
            return this;
        }

        public void byMethod(final OfFields other)
        {
            me().work();
            // What the proxy returns for its object is the proxy.
            other.me().work();
        }

        private void byHelper(final OfFields one)
        {
            one.work();
        }

        public void helped()
        {
            byHelper(this);
        }

        public void nested()
        {
            new Worker(this).byWorker();
        }

        static class Worker
        {
            private final OfFields owner;

            Worker(final OfFields owner)
            {
                this.owner = owner;
            }

            void byWorker()
            {
                owner.work();
            }
        }
    }

    static class NotHanded implements Runnable, Comparable<NotHanded>
    {
        @Override
        @Locked(name = "k")
        public void run()
        {
        }

        @Override
        public int compareTo(final NotHanded other)
        {
            return 0;
        }

        private static String shown(final Runnable any)
        {
            return "a " + any;
        }

        private static void pass(final Comparable<NotHanded> any)
        {
            any.compareTo(null);
        }

        public boolean uses(final List<Object> many, final NotHanded other)
        {
            shown(this);
            pass(this);
            many.add(Objects.requireNonNull(this));
            Optional.of(this).ifPresent((any) -> any.compareTo(this));
            final Runnable task = other;
            new Thread(other).start();
            new Thread(task).start();
            synchronized (this)
            {
                return other == this || Objects.compare(this, other, Comparator.naturalOrder()) == 0;
            }
        }
    }

    static class OtherFields
    {
        @Autowired
        private OtherFields injected = this;
        private OtherFields set = this;
        private OtherFields either;
        private static OtherFields proxy;
        OtherFields open = this;

        OtherFields(final OtherFields given)
        {
            either = given == null ? this : given;
            proxy = this;
        }

        static void replace(final OtherFields given)
        {
            proxy = given;
        }

        @Locked(name = "k")
        public void work()
        {
        }

        public void setSelf(final OtherFields given)
        {
            set = given;
        }

        private OtherFields self(final ObjectProvider<OtherFields> provider)
        {
            return provider.getIfAvailable(() -> this);
        }

        private OtherFields self()
        {
            return set == null ? this : set;
        }

        public void call(final ObjectProvider<OtherFields> provider)
        {
            injected.work();
            set.work();
            either.work();
            proxy.work();
            open.work();
            self(provider).work();
            self().work();
            (set != null ? set : this).work();
        }
    }

    interface Anonymous
    {
        void work();

        default Runnable later()
        {
            return new Runnable()
            {
                @Override
                public void run()
                {
                    Anonymous.this.hashCode();
                }
            };
        }
    }

    static class OfInterface implements Anonymous
    {
        @Override
        @Locked(name = "k")
        public void work()
        {
        }
    }

    static class OnThis
    {
        @Locked(name = "k")
        public void work(final int id)
        {
        }

        @Locked(name = "again")
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

        public void byReference()
        {
            List.of(1).forEach(this::work);
        }

        public void byVariable()
        {
            final OnThis me = this;
            me.work(3);
        }

        public void afterABranch(final boolean isOne, final long unused)
        {
            work(isOne ? 1 : (int)(unused * 2));
        }
    }

    static class Child extends OnThis
    {
    }

    static class Outer
    {
        @Locked(name = "k")
        public void work()
        {
        }

        public Runnable anonymous()
        {
            return new Runnable()
            {
                @Override
                public void run()
                {
                    work();
                }
            };
        }

        class Inner
        {
            class Innermost
            {
                void deeper()
                {
                    work();
                }
            }
        }
    }

    abstract static class Base<T>
    {
        public void all(final List<T> many)
        {
            many.forEach(this::log);
            for (final T any : many)
            {
                one(any);
            }
        }

        void log(final T any)
        {
        }

        public abstract void one(T any);
    }

    static class OfText extends Base<String>
    {
        @Override
        @Locked(name = "k", key = "#any")
        public void one(final String any)
        {
        }
    }

    interface Both
    {
        void one();

        default void both()
        {
            one();
        }
    }

    static class ByDefault implements Both
    {
        @Override
        @Locked(name = "k")
        public void one()
        {
        }
    }

    static class OfSuper extends OnAnother
    {
        OfSuper(final ObjectProvider<OnAnother> provider)
        {
            super(provider);
        }

        public void other()
        {
            super.work();
        }
    }

    static class LikeKotlin
    {
        @Locked(name = "k", key = "#id")
        public void work(final int id)
        {
        }

        static void workDefault(final LikeKotlin self, final int id, final int mask, final Object marker)
        {
            self.work((mask & 1) != 0 ? 7 : id);
        }

        public void all()
        {
            workDefault(this, 0, 1, null);
        }

        public Runnable each()
        {
            return () -> eachLambda(this);
        }

        private static void eachLambda(final LikeKotlin self)
        {
            self.work(1);
        }
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

        public void byEither(final OnAnother other)
        {
            final OnAnother one = other == null ? self : other;
            one.work();
        }

        public void byNestedField(final OnAnother other)
        {
            new Object()
            {
                private final OnAnother kept = other;

                void call()
                {
                    kept.work();
                }
            }.call();
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

    /**
     * A function is not refused for what the JDK's interface could do with it.
     */
    static class Applied implements Function<String, String>
    {
        @Override
        @Locked(name = "k", key = "#text")
        public String apply(final String text)
        {
            return text;
        }
    }

    static class SameLock
    {
        @Locked(name = "k", key = "#id")
        public void work(final long id, final String text)
        {
        }

        @Locked(name = "k", key = "#id", fenced = true)
        public long calls(final String text, final long id)
        {
            work(id, "another");
            if (text == null)
            {
                work(id, null);
            }

            return Math.max(0L, id) + count(id);
        }

        @Locked(name = "k", key = "#id", fenced = true)
        public int count(final long id)
        {
            return 1;
        }
    }

    static class SameLockBelow extends SameLock
    {
        @Override
        public long calls(final String text, final long id)
        {
            return super.calls(text, id);
        }
    }

    static class ConstantLock
    {
        @Locked(name = "k")
        public void one(final int id)
        {
        }

        @Locked(name = "k")
        public void another(final int id)
        {
            one(id - 1);
        }
    }

    static class Replaced extends Child
    {
        @Override
        @Locked(name = "other", key = "#id")
        public void work(final int id)
        {
            super.work(id);
        }
    }

    static class CallsFree
    {
        @Locked(name = "k", key = "#id")
        public void work(final int id)
        {
            free(id);
        }

        @Locked(name = "k", key = "#id")
        public void free(final int id)
        {
        }
    }

    /**
     * What it calls above runs with another id than the one that is locked.
     */
    static class CallsFreeWithAnother extends CallsFree
    {
        @Override
        @Locked(name = "k", key = "#id")
        public void work(final int id)
        {
            super.work(id + 1);
        }
    }

    static class OtherLock
    {
        @Locked(name = "k", key = "#id")
        public void work(final Integer id)
        {
        }

        @Locked(name = "k", key = "#a + ':' + #b")
        public void pair(final String a, final String b)
        {
        }

        @Locked(name = "k", key = "#id", fenced = true)
        public void fencedWork(final int id)
        {
        }

        @Locked(name = "k", key = "#id")
        public CompletableFuture<String> futureWork(final int id)
        {
            return new CompletableFuture<>();
        }

        @Locked(name = "k", key = "#id", nested = Nested.REFUSE)
        public void refusedWork(final int id)
        {
        }

        @Locked(name = "k", key = "#id + T(java.lang.System).nanoTime()")
        public void timedWork(final int id)
        {
        }

        @Locked(name = "k", key = "#id")
        public void changed(final Integer id)
        {
            work(id + 1);
        }

        @Locked(name = "k", key = "#id")
        public void written(final Integer id)
        {
            final Integer other = id == null ? 7 : id;
            work(other);
        }

        @Locked(name = "k", key = "#a + ':' + #b")
        public void swapped(final String a, final String b)
        {
            pair(b, a);
        }

        @Locked(name = "another", key = "#id")
        public void otherName(final Integer id)
        {
            work(id);
        }

        @Locked(name = "k", key = "#id + 1")
        public void otherKey(final Integer id)
        {
            work(id);
        }

        @Locked(name = "k", key = "#id")
        public void computed(final Integer id, final Integer other)
        {
            work(id > 0 ? id : other);
        }

        @Locked(name = "k", key = "#id")
        public Object later(final Integer id)
        {
            List.of(1).forEach((any) -> work(id));

            return null;
        }

        @Locked(name = "k", key = "#id")
        public void fenced(final int id)
        {
            fencedWork(id);
        }

        @Locked(name = "k", key = "#id")
        public void future(final int id)
        {
            futureWork(id);
        }

        @Locked(name = "k", key = "#id")
        public void refused(final int id)
        {
            refusedWork(id);
        }

        @Locked(name = "k", key = "#id + T(java.lang.System).nanoTime()")
        public void timed(final int id)
        {
            timedWork(id);
        }
    }
}
