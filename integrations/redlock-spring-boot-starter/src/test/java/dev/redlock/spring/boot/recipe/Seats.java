// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.recipe;

import jakarta.persistence.EntityManager;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.LockedContext;

@Service
public class Seats
{
    private final EntityManager entities;

    public Seats(final EntityManager entities)
    {
        this.entities = entities;
    }

    @Locked(name = "seat", key = "#seat", ttl = "10s", within = "500ms", fenced = true)
    @Transactional
    public void sell(final String seat, final String buyer)
    {
        final int sold = entities.createQuery(
            "update Seat s set s.buyer = :buyer, s.fence = :token " +
            "where s.name = :seat and s.buyer is null and s.fence <= :token")
            .setParameter("buyer", buyer).setParameter("seat", seat)
            .setParameter("token", LockedContext.current().fencingToken()).executeUpdate();
        if (sold == 0)
        {
            throw new IllegalStateException(seat + " is sold, or a later sale has come before this one");
        }
    }
}
