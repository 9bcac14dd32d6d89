/*
 * Waiting in line: line.lua, wait.lua and pass.lua for plain locks, over N nodes, and the messages that count
 * as votes, as docs/waiting.md has it.
 *
 * Each client has one owner token; another attempt of the same client is one client more here. A client asks
 * all nodes as often as it likes, holds once it has a quorum of votes, and ends by pass. A node answers, keeps a
 * ticket, or gives the key to a ticket and says so in a message.
 *
 * The network is as bad as it can be: what was sent is executed at any time, in any order, any number of
 * times, or never; answers and messages reach their client at any time, several times, or never. With -DORDERED
 * each request is executed once and in order instead, without any time, to see what is left in the end.
 *
 * Time is discrete and relative, as in redlock.pml: a tick takes one from all that ends some day. A question is
 * known by the ticks since it was sent, so there is no number of renewals to bound. Nodes' clocks may be fast: a
 * key may go up to DRIFT ticks early.
 *
 * Sizes, and the planted faults, are chosen by -D; check.sh knows the combinations, README.md explains them.
 */
#define NODES 3
#ifndef QUORUM
#define QUORUM 2
#endif
#ifndef CLIENTS
#define CLIENTS 2               /* 2 or 3 */
#endif
#ifndef FAST
#define FAST 0                  /* so many of the clients, from 0 on, use SET NX and have no place in line */
#endif
#ifndef PX
#define PX 2                    /* ticks to live that a question asks for */
#endif
#ifndef LIFE
#define LIFE 2                  /* ticks for which a ticket lives; at most 3 */
#endif
#ifndef LEFT
#define LEFT 2                  /* ticks that a key lives longer than its ticket is old */
#endif
#ifndef MOST
#define MOST 3                  /* ticks that it lives at most; not below PX */
#endif
#ifndef DRIFT
#define DRIFT 1                 /* ticks by which a key may go early */
#endif
#ifndef QUESTIONS
#define QUESTIONS 2             /* of each client, with -DORDERED */
#endif

#ifdef NO_DRIFT
#define ALLOWANCE 0
#else
#define ALLOWANCE DRIFT
#endif
/* What was sent so many ticks ago brings no vote any more; longer ago is the same. */
#define TOO_OLD (MOST - ALLOWANCE)

#define PAIR(c, n) ((c) * NODES + (n))
#define TOKEN(c) ((c) + 1)      /* owner token; 0 is nobody */
#define IS_FAST(c) ((c) < FAST)

/* Phases of a client. */
#define IDLE 0
#define ACQUIRING 1
#define HOLDING 2
#define RELEASED 3

/* Nodes: the lock, and the tickets of its line. */
byte lock[NODES];
byte life[NODES];               /* ticks left to the key, by a clock that is right */
byte ticket[CLIENTS * NODES];   /* 0 is none; else one more than the ticks since the node has seen it */
byte sent[CLIENTS * NODES];     /* ticks since the question was sent that the ticket has come with: its s */

/* Clients. */
byte phase[CLIENTS];
byte asked[CLIENTS];            /* a bit for each number of ticks since a question was sent */
byte vote[CLIENTS * NODES];     /* ticks for which a node's vote stands */

/*
 * Ticks for which the vote would stand that is on its way to a client, in the best of all answers and
 * messages. What that is follows from s, which the message echoes, and from the time to live, which it tells.
 */
byte mail[CLIENTS * NODES];

#ifdef ORDERED
byte questions[CLIENTS];        /* sent */
byte executed[CLIENTS * NODES]; /* requests; the last is the release */
#endif

/* For the checker only: another client has held the lock while this term had not ended. */
bit isInterrupted[CLIENTS];

/* What only some planted faults need. */
#if defined(LATE_ANCHOR) || defined(PAUSE_FORGOTTEN)
#define HAS_PUSH
byte push[CLIENTS * NODES];     /* as mail, for messages only */
#endif
#ifdef COUNTED_TWICE
byte repeated[CLIENTS];
#endif
#ifdef TOKEN_AGAIN
bit hasPassed[CLIENTS];
#endif

/* Scratch of a step: each ends by setting them to 0. */
byte i, j, m, px;

/* Always 0: they are there to name the invariant in Spin's message. */
bit I1, I3, I4, I5, I6;

/* ------------------------------------------------------------------ what a client believes */

#define IS_ACTIVE(c) (phase[c] == ACQUIRING || phase[c] == HOLDING)
#define STANDING(c) ((vote[PAIR(c, 0)] > 0) + (vote[PAIR(c, 1)] > 0) + (vote[PAIR(c, 2)] > 0))
#ifdef COUNTED_TWICE
#define VOTES(c) (STANDING(c) + (STANDING(c) > 0 -> repeated[c] : 0))
#else
#define VOTES(c) STANDING(c)
#endif
#define IS_HELD(c) (phase[c] == HOLDING && VOTES(c) >= QUORUM)

/* ------------------------------------------------------------------ the invariants */

/*
 * I1  No two clients hold at a time.
 * I3  Who finds its lock held was never interrupted by another holder since it was acquired.
 * I4  A vote stands no longer than the key that it stands for, however fast the node's clock.
 * I5  Only a token in use has votes; none is key and ticket at once at a node; no key outlives its bound.
 * I6  in part: with -DORDERED, where nothing ends by itself, nothing is left once all requests are executed.
 */
#define IS_COVERED(c, n) (vote[PAIR(c, n)] == 0 || \
    lock[n] == TOKEN(c) && life[n] >= vote[PAIR(c, n)] + ALLOWANCE)
#define IS_ONE(c, n) (lock[n] != TOKEN(c) || ticket[PAIR(c, n)] == 0)
#define IS_GONE(c, n) (executed[PAIR(c, n)] == questions[c] + 1)
#define ARE_GONE(c) (phase[c] == RELEASED && IS_GONE(c, 0) && IS_GONE(c, 1) && IS_GONE(c, 2))
#define IS_CLEAN(c, n) (lock[n] != TOKEN(c) && ticket[PAIR(c, n)] == 0)
#if CLIENTS > 2
#define FOR_ALL(what) (what(0) && what(1) && what(2))
#define FOR_ALL_AT(what, n) (what(0, n) && what(1, n) && what(2, n))
#define IS_OTHER_HOLDING(c) (IS_HELD(((c) + 1) % 3) || IS_HELD(((c) + 2) % 3))
#define ARE_APART (IS_HELD(0) + IS_HELD(1) + IS_HELD(2) <= 1)
#else
#define FOR_ALL(what) (what(0) && what(1))
#define FOR_ALL_AT(what, n) (what(0, n) && what(1, n))
#define IS_OTHER_HOLDING(c) IS_HELD(1 - (c))
#define ARE_APART !(IS_HELD(0) && IS_HELD(1))
#endif
#define IS_UNBROKEN(c) !(isInterrupted[c] && IS_HELD(c))
#define IS_VOID(c) (IS_ACTIVE(c) || STANDING(c) == 0)

inline check()
{
    assert(ARE_APART || I1);
#ifndef NO_I3
    for (i : 0 .. CLIENTS - 1)
    {
        m = IS_OTHER_HOLDING(i);
        isInterrupted[i] = (phase[i] == HOLDING && (isInterrupted[i] || m))
    }
    assert(FOR_ALL(IS_UNBROKEN) || I3);
#endif
#ifndef NO_I5
    assert(FOR_ALL(IS_VOID) || I5);
#endif
    for (i : 0 .. NODES - 1)
    {
        skip;
#ifndef NO_I4
        assert(FOR_ALL_AT(IS_COVERED, i) || I4);
#endif
#ifndef NO_I5
        assert(FOR_ALL_AT(IS_ONE, i) && life[i] <= MOST && (lock[i] == 0) == (life[i] == 0) || I5);
#endif
#ifdef ORDERED
        assert(!FOR_ALL(ARE_GONE) || FOR_ALL_AT(IS_CLEAN, i) || I6);
#endif
    }
}

/* Nodes are interchangeable: each step ends by putting them in order. */
#define SWAP(array, x, y) m = array[x]; array[x] = array[y]; array[y] = m
#define NODE_STATE(x) (lock[x] * 8 + life[x])
#define PAIR_STATE(x) (((ticket[x] * 8 + sent[x]) * 8 + vote[x]) * 8 + mail[x])
#define THEN(state, x, y, next) (state(x) != state(y) -> state(x) > state(y) : next)
#define THEN_PAIR(c, x, y, next) THEN(PAIR_STATE, PAIR(c, x), PAIR(c, y), next)
#if CLIENTS > 2
#define LAST_PAIR(x, y) THEN_PAIR(2, x, y, false)
#else
#define LAST_PAIR(x, y) false
#endif

inline order(x, y)
{
    if
    :: THEN(NODE_STATE, x, y, THEN_PAIR(0, x, y, THEN_PAIR(1, x, y, LAST_PAIR(x, y)))) ->
        SWAP(lock, x, y); SWAP(life, x, y);
        for (j : 0 .. CLIENTS - 1)
        {
            SWAP(ticket, PAIR(j, x), PAIR(j, y)); SWAP(sent, PAIR(j, x), PAIR(j, y));
            SWAP(vote, PAIR(j, x), PAIR(j, y)); SWAP(mail, PAIR(j, x), PAIR(j, y));
#ifdef HAS_PUSH
            SWAP(push, PAIR(j, x), PAIR(j, y));
#endif
#ifdef ORDERED
            SWAP(executed, PAIR(j, x), PAIR(j, y));
#endif
        }
    :: else
    fi
}

inline settle()
{
    check();
    order(0, 1); order(1, 2); order(0, 1);
    i = 0; j = 0; m = 0; px = 0
}

/* ------------------------------------------------------------------ clients */

/* The clock is read, then all are asked: first, or to renew the ticket, and perhaps to take the key. */
inline ask(c)
{
    phase[c] = ACQUIRING;
#ifdef ORDERED
    questions[c]++
#else
    asked[c] = asked[c] | 1
#endif
}

/* Belief ends before anybody is told. What is still under way no longer matters, but may be executed. */
inline release(c)
{
    phase[c] = RELEASED; isInterrupted[c] = 0;
#ifndef ORDERED
    asked[c] = 1 << TOO_OLD;
#endif
#ifdef TOKEN_AGAIN
    hasPassed[c] = 1;
#endif
#ifdef COUNTED_TWICE
    repeated[c] = 0;
#endif
    for (j : 0 .. NODES - 1)
    {
        vote[PAIR(c, j)] = 0; mail[PAIR(c, j)] = 0;
        sent[PAIR(c, j)] = (ticket[PAIR(c, j)] > 0 -> TOO_OLD : 0);
#ifdef HAS_PUSH
        push[PAIR(c, j)] = 0;
#endif
    }
}

/*
 * An answer or a message: a vote. The engine counts less than this: messages only before it holds, answers
 * only to its last question, no message for longer than the lease asks for, none behind a refusal.
 */
inline count(c, n, ticks)
{
    if
    :: phase[c] == HOLDING && !IS_HELD(c) -> release(c)         /* it revives nothing */
    :: else ->
#ifdef COUNTED_TWICE
        repeated[c] = (vote[PAIR(c, n)] > 0 && repeated[c] < 2 -> repeated[c] + 1 : repeated[c]);
#endif
        vote[PAIR(c, n)] = (vote[PAIR(c, n)] < ticks -> ticks : vote[PAIR(c, n)]);
        phase[c] = (VOTES(c) >= QUORUM -> HOLDING : phase[c]);
#ifndef COUNTED_TWICE
        mail[PAIR(c, n)] = 0        /* taking it again would change nothing */
#endif
    fi
}

/* ------------------------------------------------------------------ nodes */

#ifdef COUNTED_TWICE
#define COUNTS_AGAIN true
#else
#define COUNTS_AGAIN false
#endif

/* The vote ends so many ticks after the question was sent. What is worth nothing is not kept. */
inline tell(c, n, ticks, since)
{
    if
    :: IS_ACTIVE(c) && (ticks) > (since) + ALLOWANCE ->
        m = (ticks) - (since) - ALLOWANCE;
        mail[PAIR(c, n)] = (m > mail[PAIR(c, n)] && (m > vote[PAIR(c, n)] || COUNTS_AGAIN) -> m :
            mail[PAIR(c, n)])
    :: else
    fi
}

inline leave(c, n)
{
    ticket[PAIR(c, n)] = 0; sent[PAIR(c, n)] = 0
}

inline set(c, n, ticks)
{
    lock[n] = TOKEN(c); life[n] = ticks
}

/* To whoever is the first of those that live: that is any, as the order does not matter here. */
inline give(c, n)
{
    px = ticket[PAIR(c, n)] - 1 + LEFT;
    px = (px > MOST -> MOST : px);
#ifdef SHORTER_THAN_TOLD
    set(c, n, px - 1);
#else
    set(c, n, px);
#endif
#ifdef OWN_SETTINGS
    px = MOST;                      /* not what the message tells, but what the client has set itself */
#endif
#if defined(MESSAGE_FOR_ANY)
    if                              /* the client of the first two tokens counts by key, not by token */
    :: c == 0 && phase[0] == RELEASED -> tell(1, n, px, 0)
    :: else -> tell(c, n, px, sent[PAIR(c, n)])
    fi;
#elif defined(LATE_ANCHOR)
    push[PAIR(c, n)] = (IS_ACTIVE(c) -> px - ALLOWANCE : 0);
#elif defined(PAUSE_FORGOTTEN)
    if
    :: IS_ACTIVE(c) && px > sent[PAIR(c, n)] + ALLOWANCE ->
        push[PAIR(c, n)] = px - sent[PAIR(c, n)] - ALLOWANCE
    :: else
    fi;
#else
    tell(c, n, px, sent[PAIR(c, n)]);
#endif
#ifndef KEY_AND_TICKET
    leave(c, n)
#endif
}

/* Ticket and place are there both or neither. */
inline queue(c, n, since)
{
    ticket[PAIR(c, n)] = 1;
    sent[PAIR(c, n)] = (IS_ACTIVE(c) -> since : TOO_OLD)
}

/* Takes it if it is free: as the first in line, or SET NX. */
inline grant(c, n, since)
{
    set(c, n, PX); tell(c, n, PX, since); leave(c, n)
}

inline prolong(c, n, since)
{
#ifdef SHORTENED_BY_WAIT
    life[n] = PX;
#else
    life[n] = (life[n] < PX -> PX : life[n]);
#endif
    tell(c, n, PX, since);
    leave(c, n)
}

/* wait.lua for a key that is free, and somebody before us: it is given to him, and we wait on. */
inline giveAndQueue(c, n, since, d)
{
    give(d, n); queue(c, n, since)
}

/* pass.lua, if it gives. */
inline pass(c, n, d)
{
    leave(c, n); give(d, n)
}

#ifdef PASSED_BY_KEY
#define IS_DELETED(c, n) (lock[n] != 0)
#else
#define IS_DELETED(c, n) (lock[n] == TOKEN(c))
#endif

/* pass.lua, if it does not; or DEL if it is ours, for a token that was never in line. */
inline delete(c, n)
{
#ifdef RELEASED_NATIVELY
    skip;
#else
    leave(c, n);
#endif
    if
    :: IS_DELETED(c, n) -> lock[n] = 0; life[n] = 0
    :: else
    fi
}

/* ------------------------------------------------------------------ time */

#define OLDER(ticks) (ticks < TOO_OLD -> ticks + 1 : TOO_OLD)

/* What is kept for a client, by its own clock, too: if that stands still, somebody has to make up for it. */
inline passTime(c, n, isAsleep)
{
    m = PAIR(c, n);
    vote[m] = (vote[m] > 0 -> vote[m] - 1 : 0);
    mail[m] = (mail[m] > 0 -> mail[m] - 1 : 0);
    sent[m] = (ticket[m] == 0 -> 0 : (isAsleep -> sent[m] : OLDER(sent[m])));
    if
    :: ticket[m] > LIFE -> ticket[m] = 0; sent[m] = 0
    :: ticket[m] > 0 && ticket[m] <= LIFE -> ticket[m]++
    :: else
    fi;
#ifdef PAUSE_FORGOTTEN
    push[m] = (push[m] > 0 && !isAsleep -> push[m] - 1 : push[m])
#endif
}

inline tick(sleeper)
{
    for (i : 0 .. NODES - 1)
    {
        life[i] = (life[i] > 0 -> life[i] - 1 : 0);
        lock[i] = (life[i] > 0 -> lock[i] : 0);
        for (j : 0 .. CLIENTS - 1)
        {
            passTime(j, i, (j == sleeper))
        }
    }
    for (j : 0 .. CLIENTS - 1)
    {
        asked[j] = asked[j] << 1;
        asked[j] = (asked[j] >> TOO_OLD + 1 & 1 -> asked[j] & ~(2 << TOO_OLD) | 1 << TOO_OLD : asked[j])
    }
}

/* ------------------------------------------------------------------ all that can happen */

#ifdef ORDERED
#define MAY_ASK(c) (questions[c] < (IS_FAST(c) -> 1 : QUESTIONS))
#define IS_SENT(c, n, e) (e == 0 && executed[PAIR(c, n)] < questions[c])
#define IS_RELEASE_SENT(c, n) (phase[c] == RELEASED && executed[PAIR(c, n)] == questions[c])
#define EXECUTED(c, n) executed[PAIR(c, n)]++
#else
#define MAY_ASK(c) (phase[c] == IDLE || !IS_FAST(c) && !(asked[c] & 1))
#define IS_SENT(c, n, e) (e <= TOO_OLD && asked[c] >> e & 1)
#if defined(TOKEN_AGAIN)
#define IS_RELEASE_SENT(c, n) hasPassed[c]
#elif defined(BELIEVED_TOO_LONG)
#define IS_RELEASE_SENT(c, n) (phase[c] == RELEASED || phase[c] == HOLDING)
#else
#define IS_RELEASE_SENT(c, n) (phase[c] == RELEASED)
#endif
#define EXECUTED(c, n) skip
#endif

#ifdef TOKEN_AGAIN
#define MAY_BEGIN(c) (phase[c] == IDLE || phase[c] == ACQUIRING || phase[c] == RELEASED && c == 0)
#else
#define MAY_BEGIN(c) (phase[c] == IDLE || phase[c] == ACQUIRING)
#endif

/* Whose key it is, as far as the script looks. */
#define IS_FREE(n) (lock[n] == 0)
#ifdef GIVEN_WHEN_HELD
#define MAY_GIVE(c, n) (lock[n] != TOKEN(c))
#else
#define MAY_GIVE(c, n) IS_FREE(n)
#endif
#ifdef PASSED_BY_KEY
#define MAY_PASS(c, n) true
#else
#define MAY_PASS(c, n) (lock[n] == TOKEN(c) || IS_FREE(n))
#endif

#define WAITS(c, n) (ticket[PAIR(c, n)] > 0)

/*
 * One question, with and without a wish for the key. What would change nothing is not executed, but for
 * -DORDERED.
 */
#ifdef ORDERED
#define CAN_PROLONG(c, n, e) true
#define CAN_QUEUE(c, n, e) true
#define CAN_DELETE(c, n) true
#else
#define CAN_PROLONG(c, n, e) (life[n] < PX || SHORTENS || ticket[PAIR(c, n)] > 0 || \
    IS_ACTIVE(c) && PX - ALLOWANCE > e && PX - ALLOWANCE - e > mail[PAIR(c, n)])
#define CAN_QUEUE(c, n, e) (ticket[PAIR(c, n)] != 1 || sent[PAIR(c, n)] != e)
#define CAN_DELETE(c, n) (IS_DELETED(c, n) || ticket[PAIR(c, n)] > 0)
#endif
#ifdef SHORTENED_BY_WAIT
#define SHORTENS true
#else
#define SHORTENS false
#endif
#define WAIT(c, n, e) \
    :: d_step { IS_SENT(c, n, e) && lock[n] == TOKEN(c) && !IS_FAST(c) && CAN_PROLONG(c, n, e) -> \
        prolong(c, n, e); EXECUTED(c, n); settle() } \
    :: d_step { IS_SENT(c, n, e) && IS_FREE(n) -> grant(c, n, e); EXECUTED(c, n); settle() } \
    :: d_step { IS_SENT(c, n, e) && lock[n] != TOKEN(c) && !IS_FAST(c) && CAN_QUEUE(c, n, e) -> \
        queue(c, n, e); EXECUTED(c, n); settle() } \
    SET_REFUSED(c, n, e)
#ifdef ORDERED
#define SET_REFUSED(c, n, e) \
    :: d_step { IS_SENT(c, n, e) && !IS_FREE(n) && IS_FAST(c) -> EXECUTED(c, n); settle() }
#else
#define SET_REFUSED(c, n, e)
#endif

/* What one client's question, or release, gives to another one. */
#define GIVE(c, n, d) \
    :: d_step { d != c && IS_RELEASE_SENT(c, n) && MAY_PASS(c, n) && WAITS(d, n) -> pass(c, n, d); \
        EXECUTED(c, n); settle() } \
    GIVES_BY_WAIT(c, n, d)
#define GIVE_BY_WAIT(c, n, d, e) \
    :: d_step { d != c && IS_SENT(c, n, e) && MAY_GIVE(c, n) && WAITS(d, n) && !IS_FAST(c) -> \
        giveAndQueue(c, n, e, d); EXECUTED(c, n); settle() }

/* A question is as old as it is; one that is too old is as good as any that is older. */
#if defined(ORDERED)
#define WAITS_OF(c, n) WAIT(c, n, 0)
#define GIVES_BY_WAIT(c, n, d) GIVE_BY_WAIT(c, n, d, 0)
#elif MOST - ALLOWANCE < 3
#define WAITS_OF(c, n) WAIT(c, n, 0) WAIT(c, n, 1) WAIT(c, n, 2)
#define GIVES_BY_WAIT(c, n, d) GIVE_BY_WAIT(c, n, d, 0) GIVE_BY_WAIT(c, n, d, 1) GIVE_BY_WAIT(c, n, d, 2)
#else
#define WAITS_OF(c, n) WAIT(c, n, 0) WAIT(c, n, 1) WAIT(c, n, 2) WAIT(c, n, 3)
#define GIVES_BY_WAIT(c, n, d) GIVE_BY_WAIT(c, n, d, 0) GIVE_BY_WAIT(c, n, d, 1) GIVE_BY_WAIT(c, n, d, 2) \
    GIVE_BY_WAIT(c, n, d, 3)
#endif

#define TAKE(c, n) \
    :: d_step { IS_ACTIVE(c) && mail[PAIR(c, n)] > 0 -> count(c, n, mail[PAIR(c, n)]); settle() }
#ifdef HAS_PUSH
#define TAKE_PUSH(c, n) \
    :: d_step { phase[c] == ACQUIRING && push[PAIR(c, n)] > 0 -> \
        m = push[PAIR(c, n)]; push[PAIR(c, n)] = 0; count(c, n, m); settle() }
#else
#define TAKE_PUSH(c, n)
#endif

proctype Client(byte c)
{
    end:
    do
    :: d_step { MAY_BEGIN(c) && MAY_ASK(c) -> ask(c); settle() }
    :: d_step { IS_ACTIVE(c) -> release(c); settle() }
    od
}

/* A client at a node: what the node executes for it, and what the client hears. */
proctype Pair(byte c; byte n)
{
    end:
    do
    TAKE(c, n)
    TAKE_PUSH(c, n)
    WAITS_OF(c, n)
    GIVE(c, n, 0)
    GIVE(c, n, 1)
#if CLIENTS > 2
    GIVE(c, n, 2)
#endif
    :: d_step { IS_RELEASE_SENT(c, n) && CAN_DELETE(c, n) -> delete(c, n); EXECUTED(c, n); settle() }
    od
}

#ifndef ORDERED
proctype Node(byte n)
{
    end:
    do
    :: d_step { lock[n] != 0 && life[n] <= DRIFT -> lock[n] = 0; life[n] = 0; settle() }
    od
}

proctype Time()
{
    do
    :: d_step { tick(CLIENTS); settle() }
#ifdef PAUSE_FORGOTTEN
    :: d_step { tick(0); settle() }
    :: d_step { tick(1); settle() }
#endif
    od
}
#endif

#define RUN(c) run Client(c); run Pair(c, 0); run Pair(c, 1); run Pair(c, 2)

init
{
    atomic
    {
        RUN(0);
        RUN(1);
#if CLIENTS > 2
        RUN(2);
#endif
#ifndef ORDERED
        run Node(0); run Node(1); run Node(2);
        run Time()
#else
        skip
#endif
    }
}
