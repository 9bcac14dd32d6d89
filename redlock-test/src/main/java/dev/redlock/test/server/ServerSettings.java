// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The settings of a server: the builder's choices, frozen. The builder sets each by name and is the only one
 * that makes this record.
 *
 * @param binary      the server's program, or null for the default.
 * @param wrapper     command that starts the program; may be empty.
 * @param environment variables added to this JVM's own.
 * @param directory   where the server keeps its files, or null for one of our own.
 * @param port        0 for a free one.
 * @param tls         certificate, key and authority, or null for no TLS.
 * @param logins      for the readiness check, in this order.
 * @param lines       of the configuration, in order; later ones win.
 */
record ServerSettings(Path binary, List<String> wrapper, Map<String, String> environment, Path directory,
    int port, TlsFiles tls, List<Login> logins, List<String> lines)
{
    /**
     * A user and its password.
     *
     * @param user     name, or null for the default user.
     * @param password never shown.
     */
    record Login(String user, String password)
    {
        @Override
        public String toString()
        {
            return user == null ? "default user" : "user " + user;
        }
    }

    /**
     * The files that a server needs for TLS.
     *
     * @param certificate of the server, PEM.
     * @param key         of the certificate, PEM.
     * @param authority   that signed it, PEM.
     */
    record TlsFiles(Path certificate, Path key, Path authority)
    {
    }

    ServerSettings
    {
        wrapper = List.copyOf(wrapper);
        environment = Map.copyOf(environment);
        logins = List.copyOf(logins);
        lines = List.copyOf(lines);
    }

    /**
     * The password of the default user, or null.
     */
    String password()
    {
        return logins.stream()
            .filter((login) -> login.user() == null).map(Login::password).findFirst().orElse(null);
    }

    /**
     * The configuration file. It contains the secrets; the command does not, as everybody on the machine can
     * read it.
     */
    String configuration(final Path dir, final int chosenPort, final int tlsPort)
    {
        final StringBuilder text = new StringBuilder();
        text.append("bind 127.0.0.1\n");
        text.append("port ").append(chosenPort).append('\n');
        text.append("dir ").append(quote(dir.toString())).append('\n');
        text.append("daemonize no\nsave \"\"\nappendonly no\n");
        if (tls != null)
        {
            text.append("tls-port ").append(tlsPort).append('\n');
            text.append("tls-cert-file ").append(quote(tls.certificate().toString())).append('\n');
            text.append("tls-key-file ").append(quote(tls.key().toString())).append('\n');
            text.append("tls-ca-cert-file ").append(quote(tls.authority().toString())).append('\n');
            text.append("tls-auth-clients no\n");
        }
        lines.forEach((line) -> text.append(line).append('\n'));

        return text.toString();
    }

    /**
     * The text with all passwords masked: servers quote the configuration line that they reject.
     */
    String redact(final String text)
    {
        String redacted = text;
        for (final Login login : logins)
        {
            final String quoted = quote(login.password());
            redacted = redacted.replace(quoted.substring(1, quoted.length() - 1), "***")
                .replace(login.password(), "***");
        }

        return redacted;
    }

    @Override
    public String toString()
    {
        return "port " + port + ", binary " + binary + ", logins " + logins;
    }

    /**
     * Any text as one word of a configuration file.
     */
    static String quote(final String word)
    {
        final String escaped = word.replace("\\", "\\\\")
            .replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r");

        return '"' + escaped + '"';
    }
}
