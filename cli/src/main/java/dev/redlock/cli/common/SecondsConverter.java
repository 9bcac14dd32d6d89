/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.cli.common;

import java.time.Duration;

import picocli.CommandLine.ITypeConverter;

/**
 * Reads how many seconds: {@code 10} is as good as {@code 10s}, and {@code 2m} may be said, too.
 */
public final class SecondsConverter implements ITypeConverter<Duration>
{
    private static final DurationConverter WITH_UNIT = new DurationConverter();

    @Override
    public Duration convert(final String text)
    {
        return WITH_UNIT.convert(text.matches("[0-9.]+") ? text + "s" : text);
    }
}
