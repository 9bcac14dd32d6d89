// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.mutants;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The bugs that other lock libraries have had, or that the safety argument warns of. Each is planted, or it
 * is pending because what it would break does not exist yet.
 */
final class PlantedBugs
{
    /**
     * All of them, from number 1 on.
     */
    static final List<String> NAMES = List.of(
        "no validity check",
        "deadline re-anchored at return",
        "wall clock instead of monotonic",
        "start read once per lock call instead of once per attempt",
        "cached time in isHeld",
        "quorum of N/2 for an even number of nodes",
        "quorum of live nodes",
        "same node counted twice, by a duplicate reply",
        "reply of an older round counted",
        "fencing token accepted when equal",
        "fencing token as maximum of counters per node",
        "extension creates a missing key",
        "extension shortens the time to live",
        "release without tombstone",
        "release not sent to nodes that have not answered",
        "retry with a new owner token without releasing the old one",
        "vote of a node in quarantine counted",
        "quarantine credited from uptime after a clock step",
        "fence lost with a restart, no window",
        "time to live above the longest of the deployment accepted",
        "marker not checked again after reconnect",
        "automatic extension not cancelled by release",
        "automatic extension dead after one failure",
        "loss told after the same handle has acquired again",
        "reentrant count survives loss",
        "lost push, sleeps for ever",
        "forward step of a node's clock ignored for held locks",
        "late grant after giving up not released",
        "owner token used again after its release was queued");

    /**
     * Those that have nothing to break yet, and what they wait for.
     */
    static final SortedMap<Integer, String> PENDING = new TreeMap<>(Map.ofEntries(
        Map.entry(25, "reentrancy")));

    private PlantedBugs()
    {
    }
}
