// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package kotlin.coroutines;

/**
 * The last parameter of a suspending function in bytecode, by its name, as we have no Kotlin here.
 */
public interface Continuation
{
}
