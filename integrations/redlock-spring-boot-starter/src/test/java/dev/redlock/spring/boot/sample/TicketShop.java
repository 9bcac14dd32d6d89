// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.sample;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.boot.autoconfigure.SpringBootApplication;

import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.LockedContext;
import dev.redlock.spring.boot.OnFailure;

@SpringBootApplication
public class TicketShop
{
    private final Map<String, Long> soldWith = new ConcurrentHashMap<>();    // stands for the database

    @Locked(name = "seat", key = "#seat", ttl = "10s", within = "500ms", fenced = true)
    public void sell(final String seat)
    {
        final long token = LockedContext.current().fencingToken();
        soldWith.merge(seat, token, Math::max);
    }

    @Locked(name = "nightly-report", onFailure = OnFailure.SKIP)
    public Integer report()
    {
        return soldWith.size();    // null if somebody else is at it
    }
}
