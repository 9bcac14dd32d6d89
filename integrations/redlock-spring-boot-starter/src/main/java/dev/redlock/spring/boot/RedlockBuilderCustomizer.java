// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import dev.redlock.RedlockBuilder;

/**
 * Changes the client that is made from the properties {@code redlock.*}: for settings that no property has,
 * such as events or TLS. All beans of this type are called in their order, after the properties, before the
 * client is built. Do not ask for {@link RedlockBuilder#invoker()}: a bean belongs to no thread.
 */
@FunctionalInterface
public interface RedlockBuilderCustomizer
{
    /**
     * Changes settings.
     *
     * @param builder has what the properties say; never null.
     */
    void customize(RedlockBuilder builder);
}
