// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.kotlin

import kotlinx.coroutines.CancellableContinuation

/**
 * Refuses coroutines that cannot give back a lease for a caller that was cancelled meanwhile, before there is a lease.
 * Spring Boot 3.4 and 3.5 manage such ones.
 */
internal object CoroutinesVersion {
    // Such as resume(value) { cause, value, context -> }, new in 1.9.
    private val isOld = CancellableContinuation::class.java.methods.none { method ->
        method.name == "resume" && method.parameterTypes.lastOrNull()?.name == "kotlin.jvm.functions.Function3"
    }

    fun check() {
        check(!isOld) {
            "kotlinx-coroutines is older than 1.9 but redlock-kotlin needs 1.9 or newer: ask for " +
                "kotlinx-coroutines-core 1.10.2, in Spring Boot with the property kotlin-coroutines.version"
        }
    }
}
