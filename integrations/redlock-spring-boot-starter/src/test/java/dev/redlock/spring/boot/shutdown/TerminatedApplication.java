// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.shutdown;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application in a process of its own, which says what its job does.
 */
final class TerminatedApplication
{
    private TerminatedApplication()
    {
    }

    public static void main(final String[] args)
    {
        final ConfigurableApplicationContext context =
            SpringApplication.run(Applications.OfScheduler.class, args);
        final Job job = context.getBean(Job.class);
        job.begun().thenAccept((beganMs) ->
            System.out.println("pid " + ProcessHandle.current().pid() + " began " + beganMs + "."));
        job.ended().thenAccept((endedMs) -> System.out.println("ended " + endedMs + "."));
    }
}
