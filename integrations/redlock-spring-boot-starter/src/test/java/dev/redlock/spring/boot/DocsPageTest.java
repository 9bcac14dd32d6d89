// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The properties that docs/spring-boot.md lists are those that an IDE offers. Its Java is test source, and
 * its answers are compared with those of a running application.
 */
class DocsPageTest
{
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(redlock\\.[a-z.-]+)` \\|");

    static String page()
    {
        try
        {
            return Files.readString(Path.of("../../docs/spring-boot.md"));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    @Test
    void shouldListTheProperties() throws IOException
    {
        final List<String> listed =
            ROW.matcher(page()).results().map((final MatchResult row) -> row.group(1)).toList();
        // Those of the tests' own properties have the same name, and come first on the class path.
        final URL own = new URL(RedlockProperties.class.getProtectionDomain().getCodeSource().getLocation(),
            "META-INF/spring-configuration-metadata.json");
        try (InputStream metadata = own.openStream())
        {
            final JsonNode properties = JsonMapper.shared().readTree(metadata).at("/properties");
            assertThat(properties.valueStream().map((property) -> property.at("/name").asString())
                .filter((name) -> name.startsWith("redlock."))).containsExactlyInAnyOrderElementsOf(listed);
            assertThat(properties.valueStream())
                .allSatisfy((property) -> assertThat(property.at("/description").asString()).isNotEmpty());
        }
    }
}
