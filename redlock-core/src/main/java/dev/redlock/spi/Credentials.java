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
package dev.redlock.spi;

/**
 * Who we are to a node. Asked anew for every connection, so that a rotated password is picked up by the next
 * one. Never printed: implementations should not put secrets into {@code toString}.
 */
public interface Credentials
{
    /**
     * No authentication.
     */
    Credentials NONE = new Credentials()
    {
        @Override
        public String user()
        {
            return null;
        }

        @Override
        public String password()
        {
            return null;
        }

        @Override
        public String toString()
        {
            return "none";
        }
    };

    /**
     * The ACL user.
     *
     * @return null for the default user.
     */
    String user();

    /**
     * The password. May be called on the engine thread and should not block.
     *
     * @return null for no authentication.
     */
    String password();
}
