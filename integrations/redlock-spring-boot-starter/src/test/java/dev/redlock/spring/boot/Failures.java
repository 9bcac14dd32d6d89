// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import dev.redlock.LockContendedException;
import dev.redlock.NoQuorumException;

/**
 * What callers over HTTP are told.
 */
@RestControllerAdvice
class Failures
{
    @ExceptionHandler
    ResponseEntity<String> busy(final LockContendedException ex)
    {
        return ResponseEntity.status(409).body(ex.getMessage());
    }

    @ExceptionHandler
    ResponseEntity<String> unavailable(final NoQuorumException ex)
    {
        return ResponseEntity.status(503).body(ex.getMessage());
    }
}
