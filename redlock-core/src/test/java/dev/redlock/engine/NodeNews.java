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
package dev.redlock.engine;

import java.util.List;

import dev.redlock.spi.DownReason;

/**
 * Writes down what the engine tells of nodes.
 */
record NodeNews(List<String> news) implements NodeEvents
{
    @Override
    public void onNodeUp(final int nodeIndex, final boolean restarted)
    {
        news.add("n" + nodeIndex + (restarted ? " restarted" : " up"));
    }

    @Override
    public void onNodeDown(final int nodeIndex, final DownReason reason, final String detail)
    {
        news.add("n" + nodeIndex + " down " + reason + ": " + detail);
    }

    @Override
    public void onNodeTrouble(final int nodeIndex, final String detail)
    {
        news.add("n" + nodeIndex + " trouble: " + detail);
    }
}
