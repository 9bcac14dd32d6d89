// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked

import dev.redlock.spring.boot.Locked

/** Calls on `this` in the ways of Kotlin. */
public open class KotlinTickets {
    @Locked(name = "tickets")
    public open fun sell(count: Int = 1): Int = count

    public open fun one(): Int = sell()

    public open fun each(counts: List<Int>): Unit = counts.forEach { sell(it) }

    public open fun later(): () -> Int = { sell(2) }
}

/** By a reference to a method of an object. */
public open class KotlinReference(private val other: KotlinTickets) {
    @Locked(name = "tickets")
    public open fun sell(count: Int): Int = count

    public open fun byReference(): (Int) -> Int = ::sell

    public open fun ofAnother(): (Int) -> Int = other::sell
}

/** By the companion, which is an object of its own. */
public open class KotlinCompanion {
    @Locked(name = "tickets")
    public open fun sell(count: Int = 1): Int = count

    public open fun handed(): Int = sellBy(this)

    private companion object Helper {
        fun sellBy(tickets: KotlinCompanion): Int = tickets.sell()
    }
}

/** In a coroutine. */
public open class KotlinSuspended {
    @Locked(name = "tickets")
    public open fun sell(count: Int = 1): Int = count

    public open suspend fun suspended(): Int = sell()
}

/** A default method of an interface. */
public interface KotlinDefault {
    public fun one(): Int

    public fun both(): Int = one() + one()
}

/** Its `one` has a lock, and `both` calls it without. */
public open class KotlinOfDefault : KotlinDefault {
    @Locked(name = "tickets")
    override fun one(): Int = 1
}

/** Nothing of it calls itself. */
public open class KotlinDefaultsOnly {
    @Locked(name = "tickets", key = "#p0")
    public open fun sell(kind: String, count: Int = 1): Int = kind.length + count
}

/** Its calls pass the other's proxy. */
public open class KotlinCaller(private val tickets: KotlinDefaultsOnly) {
    @Locked(name = "calls")
    public open fun sell(): Int = tickets.sell("stalls") + tickets.sell("box", 2)
}

/** The lock of the outer method is that of the inner one. */
public open class KotlinSameLock {
    @Locked(name = "a", key = "#p0")
    public open fun outer(id: String): Int = inner(id)

    @Locked(name = "a", key = "#p0")
    public open fun inner(id: String): Int = id.length
}
