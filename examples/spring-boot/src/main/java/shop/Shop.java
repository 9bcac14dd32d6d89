// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package shop;

import java.util.Map;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import dev.redlock.LeaseLostException;
import dev.redlock.LockContendedException;
import dev.redlock.NoQuorumException;

/**
 * Sells, and tells apart why it does not: sold out, somebody else is at it, or too few nodes answer. The
 * messages name nodes and keys, so they go to the log only.
 */
@RestController
class Shop
{
    private static final System.Logger LOG = System.getLogger("shop");

    private final Stock stock;

    Shop(final Stock stock)
    {
        this.stock = stock;
    }

    @PostMapping("/sell/{item}")
    Map<String, Object> sell(@PathVariable final String item)
    {
        return Map.of("item", item, "left", stock.sell(item));
    }

    @ExceptionHandler(Stock.SoldOutException.class)
    @ResponseStatus(HttpStatus.GONE)
    Map<String, String> soldOut(final Stock.SoldOutException ex)
    {
        return Map.of("error", ex.getMessage());
    }

    @ExceptionHandler(LockContendedException.class)
    @ResponseStatus(HttpStatus.CONFLICT)
    Map<String, String> contended(final LockContendedException ex)
    {
        return Map.of("error", "somebody else is buying, try again");
    }

    @ExceptionHandler(NoQuorumException.class)
    @ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
    Map<String, String> unavailable(final NoQuorumException ex)
    {
        LOG.log(System.Logger.Level.WARNING, "too few nodes", ex);

        return Map.of("error", "nobody can be served now, try again later");
    }

    @ExceptionHandler(LeaseLostException.class)
    @ResponseStatus(HttpStatus.INTERNAL_SERVER_ERROR)
    Map<String, String> unprotected(final LeaseLostException ex)
    {
        LOG.log(System.Logger.Level.WARNING, "a lock ended before its work", ex);

        return Map.of("error", "this was done, but perhaps not alone: look before you repeat it");
    }
}
