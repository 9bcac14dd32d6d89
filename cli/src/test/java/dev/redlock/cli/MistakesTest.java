// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/**
 * What a mistyped command line is told: the value, the rule, the remedy, in one line and with status 2.
 */
class MistakesTest
{
    private final StringWriter err = new StringWriter();
    private final CommandLine commandLine = Main.commandLine().setErr(new PrintWriter(err));

    private String complaint(final String line)
    {
        final String[] args =
            line.replace("N ", "--nodes redis://127.0.0.1:1,redis://127.0.0.1:2 ").split(" ");
        for (int i = 0; i < args.length; i++)
        {
            args[i] = args[i].replace('~', ' ');
        }
        assertThat(commandLine.execute(args)).isEqualTo(2);
        assertThat(err.toString()).startsWith("redlock: ").hasLineCount(1);

        return err.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        prob | no command 'prob'; did you mean 'probe'? (see 'redlock --help')
        inspekt | no command 'inspekt'; did you mean 'inspect'? (see
        xyz | no command 'xyz' (see
        chaos --seconds 5 | chaos tests Redlock itself, and is in its source tree only: ./redlock chaos (see
        simulate | simulate tests Redlock itself, and is in its source tree only: ./redlock simulate
        --verbos | no option '--verbos'; did you mean '--version'? (see
        --nodes x probe | option '--nodes' stands behind its command, such as 'redlock demo
        probe --nodez x | no option '--nodez'; did you mean '--nodes'? (see 'redlock probe --help')
        run --keys k -- true | no option '--keys'; did you mean '--key'?
        run N --key k | there is no command to run; it stands behind --, such as -- sh backup.sh
        run N -- true | Missing required option: '--key=KEY'
        probe --xyz | no option '--xyz' (see
        probe N more | 'more' is too much: the command takes options only
        probe N --samples x | '--samples': 'x' is not a whole number
        probe N --samples 99999999999 | '99999999999' is not from -2147483648 to 2147483647
        probe N --samples 0 | --samples is 0 but must be 1 to 1000000
        probe N --clock 2 | '2' has no unit; write a number and one of us, ms, s, m, h
        probe N --transport nonsense | transport 'nonsense' was not found, but: lettuce, netty; name one
        probe N --io nonsense | option io of the netty transport is 'nonsense' but must be epoll or nio
        demo --seconds 0.5 | --seconds is 500ms but must be at least 1s
        demo --workers 1 | --workers is 1 but must be 2 to 1024
        demo --workers 99999 | --workers is 99999 but must be 2 to 1024
        bench N --seconds 0 | --seconds is 0s but must be at least 1s
        bench N --seconds 9x | '9x' has the unknown unit 'x'; write a number and one of us, ms, s, m, h
        bench N --longest-look 2ms | longestLook is 2ms but must be at most 1ms: a caller that looks takes
        bench N --longest-look 0s --mode invoker | --longest-look is for callers that wait for the engine's
        bench N --json /no/such/x | file /no/such/x cannot be written: its directory does not exist
        bench N --json / | file / cannot be written: it is a directory
        bench N --threads 64 --in-flight 4096 | --in-flight 4096 are 262144 locks at a time, but at most 50000
        probe --nodes redis://a,redis://a | node a:6379 is named twice: a node has one vote
        probe --nodes-file /no/such | --nodes-file /no/such cannot be read (no such file): give a text file
        probe --nodes-file / | --nodes-file / cannot be read (is a directory): give a text file
        run N --key k --in-line -- true | --in-line is for who waits: say for how long, such as --wait 30s
        run N --key k --ttl 1ms -- true | 1 ms is shorter than the drift allowance of 2.01 ms; use
        run N --key k --ttl 0 -- true | time to live is 0s but must be 1ms to 24h
        run N --key k --ttl 2d -- true | time to live is 48h but must be 1ms to 24h
        run N --key k --grace 20s -- true | --grace is 20s but must be at most half of --ttl, 15s: make it
        run N --key k --quorum 1 -- true | quorum is 1 but for 2 nodes must be 2 (the majority) to 2
        run N --key k --quorum 3 -- true | quorum is 3 but for 2 nodes must be 2 (the majority) to 2
        run N --key k --quorum two -- true | '--quorum': 'two' is not a whole number
        init N --moved foo | --moved is 'foo' but must be NEW=OLD (see 'redlock init --help')
        init N --moved =foo | --moved is '=foo' but must be NEW=OLD
        init N --quorum 1 | quorum is 1 but for 2 nodes must be 2
        probe N --quorum 3 | quorum is 3 but for 2 nodes must be 2
        run N --key k --max-hold 1s -- true | --max-hold is 1s but must be at least --ttl, 30s: make it longer
        probe --nodes redis://a;redis://b | several addresses: on the command line separate them by commas
        probe --nodes a:1,b:2 | holds several addresses: each needs a scheme of its own, also behind a comma
        probe --nodes redis://a:1,b:2 | each needs a scheme of its own, also behind a comma, as in redis://a
        probe --nodes redis:/host | needs two slashes behind 'redis:' (the end is not shown
        """)
    void shouldSayWhatIsWrongAndWhatWouldBeRight(final String line, final String expected)
    {
        assertThat(complaint(line)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        probe redis://:ge~heim@h | 'redis://***@h' is too much
        probe redis:/:geheim@h | 'redis:/***@h' is too much
        probe redis://:a[geheim@h | 'redis://***@h' is too much
        probe redis://:a'geheim@h | 'redis://***@h' is too much
        probe --nodez=redis://:geheim@h | no option '--nodez=redis://***@h'; did you mean '--nodes'?
        redis://:geheim@h | no command 'redis://***@h'
        probe --samples redis://:geheim@h | 'redis://***@h' is not a whole number
        """)
    void shouldNotRepeatAPassword(final String line, final String expected)
    {
        assertThat(complaint(line)).contains(expected).doesNotContain("heim");
    }
}
