// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import dev.redlock.admission.info.ServerWords;
import dev.redlock.spi.Answer;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Script;

/**
 * Gives a node a script.
 */
final class ScriptLoad
{
    private static final String COMMAND = "SCRIPT LOAD";

    private final Introduction introduction;
    private final Script script;

    ScriptLoad(final Introduction introduction, final Script script)
    {
        this.introduction = introduction;
        this.script = script;
    }

    Step step()
    {
        return Step.ask(this::judge, "SCRIPT", "LOAD", script.text());
    }

    private void judge(final Answer answer)
    {
        final String said = ServerWords.quoted(answer.text());
        final String what = "does not take script " + script.name() + " (" + said + ")";
        final Lack lack = new Lack(COMMAND, "+script|load", null, answer);

        switch (answer.errorCode())
        {
            case NONE ->
            {
                if (!script.sha1().equals(answer.text()))
                {
                    introduction.refuse(Refusal.configuration("says that the SHA-1 of script " +
                        script.name() + " is " + said + ", but it is " + script.sha1() + ": something in " +
                        "between changes the traffic; connect without it"));
                }
            }
            case NOPERM ->
            {
                introduction.facts().takesNoScripts = true;
                introduction.facts().warn("scripts may not be loaded (NOPERM) and are sent whole with EVAL " +
                    "if the node lacks them; allow SCRIPT LOAD to its user (ACL: +script|load)");
            }
            case OOM, MISCONF, NOREPLICAS ->
                introduction.refuse(Refusal.temporary(what + "; will be asked again"));
            default ->
                introduction.refuse(Refusal.configuration(what + ", but locks are extended and released by " +
                    "scripts: enable Lua there, or use a server that has it" +
                    (answer.errorCode() != ErrorCode.UNKNOWN_COMMAND ? "" : "; or " + COMMAND + " " +
                    lack.remedy(introduction.facts()))));
        }
    }
}
