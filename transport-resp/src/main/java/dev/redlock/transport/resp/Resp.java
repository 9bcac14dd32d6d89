// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

/**
 * The marks of the protocol, by which a value begins.
 */
final class Resp
{
    static final byte CR = '\r';
    static final byte LF = '\n';

    static final byte STATUS = '+';
    static final byte ERROR = '-';
    static final byte NUMBER = ':';
    static final byte BULK = '$';
    static final byte ARRAY = '*';

    static final byte NULL = '_';
    static final byte BOOLEAN = '#';
    static final byte DOUBLE = ',';
    static final byte BIG_NUMBER = '(';
    static final byte BLOB_ERROR = '!';
    static final byte VERBATIM = '=';
    static final byte MAP = '%';
    static final byte SET = '~';
    static final byte ATTRIBUTE = '|';
    static final byte PUSH = '>';

    private Resp()
    {
    }
}
