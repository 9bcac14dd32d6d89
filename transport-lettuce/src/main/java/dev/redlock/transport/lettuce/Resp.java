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
package dev.redlock.transport.lettuce;

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
