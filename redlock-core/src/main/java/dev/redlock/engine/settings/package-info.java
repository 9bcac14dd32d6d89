// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What an engine is given before its first input: limits and times, the options of a claim, the rules that
 * both must keep.
 * <p>
 * Values: nothing in here changes while an engine runs, as what a draft has collected becomes a record first.
 * Every room may use it, and so may who makes an engine; it knows no other room.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.engine.settings;
