// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What operators see of the client: its health, the endpoint {@code redlock}, and its meters. Nothing but
 * the configurations and the endpoint is for users.
 */
@NullMarked
package dev.redlock.spring.boot.actuator;

import org.jspecify.annotations.NullMarked;
