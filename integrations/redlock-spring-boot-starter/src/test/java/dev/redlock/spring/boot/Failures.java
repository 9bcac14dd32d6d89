// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import dev.redlock.LeaseLostException;
import dev.redlock.LockContendedException;
import dev.redlock.NoQuorumException;

/**
 * What callers over HTTP are told. The messages name nodes and keys, so they go to the log only.
 */
@RestControllerAdvice
class Failures
{
    private static final System.Logger LOG = System.getLogger("shop");

    private static ResponseEntity<String> answer(final int status, final String words, final Exception why)
    {
        LOG.log(System.Logger.Level.WARNING, words, why);

        return ResponseEntity.status(status).body(words);
    }

    @ExceptionHandler
    ResponseEntity<String> busy(final LockContendedException ex)
    {
        return answer(409, "somebody else is at it, try again", ex);
    }

    @ExceptionHandler
    ResponseEntity<String> unavailable(final NoQuorumException ex)
    {
        return answer(503, "nobody can be served now, try again later", ex);
    }

    @ExceptionHandler
    ResponseEntity<String> unprotected(final LeaseLostException ex)
    {
        return answer(500, "this was done, but perhaps not alone: look before you repeat it", ex);
    }
}
