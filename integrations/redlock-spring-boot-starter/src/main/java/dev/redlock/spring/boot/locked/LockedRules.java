// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.RedlockSetupException;
import dev.redlock.spring.boot.locked.code.LockedMethods;
import dev.redlock.spring.boot.locked.code.SelfCalls;

/**
 * What a proxy must be able to do for {@link Locked} to protect anything.
 */
final class LockedRules
{
    private static final String TRANSACTIONS =
        "org.springframework.transaction.interceptor.TransactionInterceptor";

    private LockedRules()
    {
    }

    /**
     * Refuses a method that no proxy stands before.
     */
    static void checkMethod(final Class<?> type, final Method method)
    {
        final int modifiers = method.getModifiers();
        final String kind = Modifier.isPrivate(modifiers) ? "private" :
            Modifier.isStatic(modifiers) ? "static" : Modifier.isFinal(modifiers) ? "final" : null;
        if (kind != null)
        {
            throw new RedlockSetupException("@Locked is on " + text(type, method) + ", which is " + kind +
                ": no proxy can stand before it, and it would run without the lock",
                "make it " + remedy(kind) + ", or call Redlock.run");
        }
        if (Modifier.isFinal(type.getModifiers()) && !LockedMethods.isMadeOfInterfaces(type))
        {
            throw new RedlockSetupException("@Locked is on " + text(type, method) +
                ", whose class is final: no proxy can stand before it, and it would run without the lock",
                "make the class not final, or call Redlock.run");
        }
    }

    /**
     * Refuses calls that go past the proxy.
     */
    static void checkCalls(
        final Class<?> type, final Collection<Method> locked, final SelfCalls.Cover cover)
    {
        final List<String> calls = SelfCalls.find(type, locked, cover).entrySet().stream()
            .map((call) -> call.getKey() + " (" + call.getValue() + ")").toList();
        if (!calls.isEmpty())
        {
            throw new RedlockSetupException("methods with @Locked are called on this in " + type.getName() +
                ": " + String.join(", ", calls) + "; such a call does not go through the proxy, and runs " +
                "without the lock, unless the caller has a lock with the same name and key and passes its " +
                "own parameters on", "move the method to another bean, call it on the bean itself " +
                "(injected by ObjectProvider), hand that over instead of this, or call Redlock.run; where " +
                "the caller has that lock already, have both say fenced = true, or nested = JOIN");
        }
    }

    private static String remedy(final String kind)
    {
        return switch (kind)
        {
            case "private" -> "public";
            case "static" -> "a method of an object";
            default -> "not final";
        };
    }

    /**
     * Refuses a bean that has no proxy of ours, or one that does not see the methods, or whose transaction
     * begins before the lock.
     */
    static void checkProxy(final Object bean, final Class<?> type, final Map<Method, Locked> locked)
    {
        final List<Advisor> before = new ArrayList<>();
        final Object proxy = proxyWithLock(bean, before);
        for (final Method method : locked.keySet())
        {
            if (proxy == null)
            {
                throw new RedlockSetupException("@Locked is on " + text(type, method) +
                    ", but the bean has no proxy that knows it, and it would run without the lock", "let " +
                    "nothing need the bean that is made before proxies are, such as a BeanPostProcessor or " +
                    "a circular reference, and let Spring make it: define it as a bean, rather than " +
                    "register an object");
            }
            if (!isSeen(proxy, method))
            {
                throw new RedlockSetupException("@Locked is on " + text(type, method) + ", but the bean's " +
                    "proxy has no such method, and it would run without the lock",
                    AopUtils.isCglibProxy(proxy) ? "make it public or protected: a proxy does not see what " +
                    "is visible in another package only" : "put the method in an interface of the bean, or " +
                    "set spring.aop.proxy-target-class=true");
            }
            checkOrder(before, method, type);
        }
    }

    /**
     * Whether a bean has a proxy of ours.
     */
    static boolean hasLock(final Object bean)
    {
        return proxyWithLock(bean, new ArrayList<>()) != null;
    }

    /*
     * A proxy that Spring has made of a class has a method of its own for each that it sees.
     */
    private static boolean isSeen(final Object proxy, final Method method)
    {
        return AopUtils.isCglibProxy(proxy) ?
            Arrays.stream(proxy.getClass().getDeclaredMethods()).anyMatch((own) -> isSame(own, method)) :
            ClassUtils.getAllInterfacesAsSet(proxy).stream().anyMatch((any) ->
                ReflectionUtils.findMethod(any, method.getName(), method.getParameterTypes()) != null);
    }

    private static boolean isSame(final Method one, final Method other)
    {
        return one.getName().equals(other.getName()) &&
            Arrays.equals(one.getParameterTypes(), other.getParameterTypes());
    }

    /*
     * Where there are several creators of proxies, a proxy may stand before another.
     *
     * @param before gets the advisors that come before the lock.
     */
    private static @Nullable Object proxyWithLock(final Object bean, final List<Advisor> before)
    {
        @Nullable Object any = bean;
        while (any instanceof Advised advised)
        {
            for (final Advisor advisor : advised.getAdvisors())
            {
                if (advisor instanceof LockedAdvisor)
                {
                    return any;
                }
                before.add(advisor);
            }
            any = AopProxyUtils.getSingletonTarget(any);
        }

        return null;
    }

    private static void checkOrder(final List<Advisor> before, final Method method, final Class<?> type)
    {
        for (final Advisor one : before)
        {
            if (one.getAdvice().getClass().getName().equals(TRANSACTIONS) &&
                one instanceof PointcutAdvisor advisor &&
                advisor.getPointcut().getMethodMatcher().matches(method, type))
            {
                throw new RedlockSetupException("the lock of " + text(type, method) + " stands inside its " +
                    "transaction: it would be released before the commit, and protect nothing", "set " +
                    "redlock.locked.order below the order of transactions (@EnableTransactionManagement), " +
                    "or leave out both");
            }
        }
    }

    private static String text(final Class<?> type, final Method method)
    {
        return type.getName() + "." + method.getName();
    }
}
