/*
 * Redlock in plain mode: acquire, extend and release over N nodes with expiry, as docs/algorithm.md has it.
 *
 * Two clients contend for one key. A node is what Redis is to us: SET NX PX, compare-and-delete, and a
 * compare-and-extend that never shortens and never creates. Requests of one connection keep their order;
 * a connection may break at any time, its requests may be executed long after it is gone, or never, or twice.
 * A client may pause at any instruction, which here is: any step may come arbitrarily late.
 *
 * Time is discrete and relative: what ends some day carries the ticks that are left, and a tick takes one
 * from all of them. So there is no horizon: a run may last for ever, in finitely many states. Nodes' clocks
 * may be fast: a key may go up to DRIFT ticks early.
 *
 * Sizes, and the planted faults, are chosen by -D; check.sh knows the combinations, README.md explains them.
 */
#ifndef NODES
#define NODES 3
#endif
#ifndef QUORUM
#define QUORUM (NODES / 2 + 1)
#endif
#ifndef PX
#define PX 3                    /* ticks to live that an acquisition, and a long extension, ask for */
#endif
#ifndef DRIFT
#define DRIFT 1                 /* ticks by which a key may go early */
#endif
#ifndef TERMS_A
#define TERMS_A 1               /* attempts of client 0; at most 2 */
#endif
#ifndef TERMS_B
#define TERMS_B 1               /* attempts of client 1; at most 2 */
#endif
#ifndef EXTENSIONS
#define EXTENSIONS 0            /* rounds of extension per attempt of client 0; at most 2 */
#endif
#ifndef BREAKS
#define BREAKS 1                /* connections that may break, with -DORDERED */
#endif
#ifndef RESTARTS
#define RESTARTS 0              /* nodes that may come back without their keys */
#endif
#ifndef STEPS
#define STEPS 0                 /* clocks of nodes that may be set forward, by a tick or past all keys */
#endif
#ifndef QUARANTINE
#define QUARANTINE 0            /* ticks after either for which grants of that node do not count */
#endif

#ifdef NO_DRIFT
#define ALLOWANCE 0
#else
#define ALLOWANCE DRIFT
#endif

#define CLIENTS 2
#define PAIR(c, n) ((c) * NODES + (n))
#define TERMS(c) ((c) == 0 -> TERMS_A : TERMS_B)
#define OWNER(c, t) (1 + (c) * 2 + (t))         /* the owner token of an attempt; 0 is nobody */

/* Phases of a client. A crashed one is FINISHED. */
#define IDLE 0
#define ACQUIRING 1
#define HOLDING 2
#define FINISHED 3

/* What a client knows of a node: nothing, that it granted in a round, that it is certainly without the key. */
#define UNKNOWN 0
#define GRANTED_IN(round) (1 + (round))
#define WITHOUT 4

/* Requests, 1 to 14, and replies, 1 to 6. */
#define SET 0
#define DEL 1
#define EXTEND(round, isShort) (2 * (round) + (isShort))
#define REQUEST(t, kind) (1 + 7 * (t) + (kind))
#define ATTEMPT_OF(m) (((m) - 1) / 7)
#define KIND_OF(m) (((m) - 1) % 7)
#define ROUND_OF(m) (KIND_OF(m) / 2)
#define PX_OF(m) (PX - KIND_OF(m) % 2)
#define REPLY(round, isGranted) (1 + 2 * (round) + (isGranted))

#ifdef ORDERED
/* Queues are numbers with one hexadecimal digit for each message, the oldest last. */
#define HEAD(queue) ((queue) & 15)
#define POP(queue) queue = queue >> 4
#define PUSH(queue, m) queue = ((queue) == 0 -> (m) : ((queue) < 16 -> (queue) | (m) << 4 : \
    ((queue) < 256 -> (queue) | (m) << 8 : ((queue) < 4096 -> (queue) | (m) << 12 : \
    ((queue) < 65536 -> (queue) | (m) << 16 : (queue) | (m) << 20)))))
#define SEND(c, n, m) PUSH(request[PAIR(c, n)], m)
#else
#define SEND(c, n, m) sent[c] = sent[c] | 1 << (m)
#define IS_SENT(c, m) (sent[c] >> (m) & 1)
#endif

/* Nodes. */
byte owner[NODES];
byte life[NODES];               /* ticks left to the key, by a clock that is right */
byte quarantine[NODES];         /* ticks left for which its grants do not count */

/* Network, per pair of client and node. */
#ifdef ORDERED
int request[CLIENTS * NODES];   /* on the connection in use */
int stale[CLIENTS * NODES];     /* on the connection before: its replies reach nobody */
int reply[CLIENTS * NODES];
byte breaks = BREAKS;
#else
short sent[CLIENTS];            /* a bit for each request that was ever sent to the nodes */
byte reply[CLIENTS * NODES];    /* two bits for each round: refused, granted, granted before a quarantine */
#endif

/* Clients. */
byte phase[CLIENTS];
byte attempt[CLIENTS];          /* attempts begun */
byte round[CLIENTS];
byte left[CLIENTS * 3];         /* validity left, by the clock reading before each round's first byte */
byte vote[CLIENTS * NODES];

/* For the checker only: another client has held the lock while this term had not ended. */
bit isInterrupted[CLIENTS];

byte restarts = RESTARTS;
byte steps = STEPS;
#ifdef COUNTED_TWICE
byte repeated[CLIENTS];
#endif

/* Scratch of a step: each ends by setting them to 0, so they are never part of what differs between states. */
byte i, j, m, grants, refusals;
bit isAnswered;
int swapped;

/* Always 0: they are there to name the invariant in Spin's message. */
bit I1, I3, I4, I5;

/* ------------------------------------------------------------------ what a client believes */

#define IS_ACTIVE(c) (phase[c] == ACQUIRING || phase[c] == HOLDING)
#define TERM_OWNER(c) OWNER(c, attempt[c] - 1)

/* Ticks for which a vote stands: the validity of the very round in which it was granted. */
#define STANDS(c, n) (vote[PAIR(c, n)] == UNKNOWN || vote[PAIR(c, n)] == WITHOUT -> 0 : \
    left[(c) * 3 + vote[PAIR(c, n)] - 1])
#define STANDING(c) ((STANDS(c, 0) > 0) + (STANDS(c, 1) > 0) + (STANDS(c, 2) > 0))

#ifdef NO_VALIDITY
#define IS_HELD(c) (phase[c] == HOLDING)
#else
#define IS_HELD(c) (phase[c] == HOLDING && STANDING(c) + REPEATED(c) >= REQUIRED(c))
#endif

#ifdef COUNTED_TWICE
#define REPEATED(c) (STANDING(c) > 0 -> repeated[c] : 0)
#else
#define REPEATED(c) 0
#endif

#if defined(QUORUM_OF_ANSWERS)
/* A majority of the nodes that have answered so far: "the others are down". */
#define REQUIRED(c) (((vote[PAIR(c, 0)] != UNKNOWN) + (vote[PAIR(c, 1)] != UNKNOWN) + \
    (vote[PAIR(c, 2)] != UNKNOWN)) / 2 + 1)
#elif defined(QUORUM_OF_VOTERS)
/* A majority of the nodes that are not in quarantine. */
#define REQUIRED(c) (((quarantine[0] == 0) + (quarantine[1] == 0) + (quarantine[2] == 0)) / 2 + 1)
#elif defined(QUORUM_HALF)
#define REQUIRED(c) (NODES / 2)
#else
#define REQUIRED(c) QUORUM
#endif

/* ------------------------------------------------------------------ when all is said and done */

#define IS_ANY_LEFT (left[0] > 0 || left[1] > 0 || left[2] > 0 || left[3] > 0 || left[4] > 0 || left[5] > 0)
#define IS_ANY_QUARANTINED (quarantine[0] > 0 || quarantine[1] > 0 || quarantine[2] > 0)
#define IS_RUNNING (life[0] > 0 || life[1] > 0 || life[2] > 0 || IS_ANY_LEFT || IS_ANY_QUARANTINED)
#ifdef NO_EXPIRY
#define CAN_TICK IS_ANY_LEFT
#else
#define CAN_TICK IS_RUNNING
#endif
#ifdef ORDERED
#define IS_EMPTY(x) (request[x] == 0 && stale[x] == 0)
#define IS_OVER (phase[0] == FINISHED && phase[1] == FINISHED && !IS_RUNNING && IS_EMPTY(0) && \
    IS_EMPTY(1) && IS_EMPTY(2) && IS_EMPTY(3) && IS_EMPTY(4) && IS_EMPTY(5))
#else
#define IS_OVER (phase[0] == FINISHED && phase[1] == FINISHED && !IS_RUNNING)
#endif

/* ------------------------------------------------------------------ the invariants */

/*
 * I1  No two clients hold at a time.
 * I3  Who finds his lock held was never interrupted by another holder since he acquired it.
 * I4  A vote stands no longer than the key that it stands for, however fast the node's clock; or, if the
 *     node has lost the key, no longer than nobody counts what it grants to others.
 * I5  A key whose release was queued is in nobody's count; no key outlives its PX.
 * I6  in part: the search for invalid end states. A run stops only when all nodes are free for the next client.
 */
#define IS_COVERED(c, n) (STANDS(c, n) == 0 || quarantine[n] >= STANDS(c, n) || \
    owner[n] == TERM_OWNER(c) && life[n] >= STANDS(c, n) + ALLOWANCE)

inline check()
{
#ifndef NO_I1
    m = (IS_HELD(0) && IS_HELD(1));
    assert(m == 0 || I1);
#endif
#ifndef NO_I3
    isInterrupted[0] = isInterrupted[0] || phase[0] == HOLDING && IS_HELD(1);
    isInterrupted[1] = isInterrupted[1] || phase[1] == HOLDING && IS_HELD(0);
    assert(!(isInterrupted[0] && IS_HELD(0)) && !(isInterrupted[1] && IS_HELD(1)) || I3);
#endif
    for (i : 0 .. NODES - 1)
    {
#ifndef NO_I4
        assert(IS_COVERED(0, i) && IS_COVERED(1, i) || I4);
#endif
        assert(life[i] <= PX && (owner[i] == 0) == (life[i] == 0) || I5);
    }
}

/*
 * Nodes are interchangeable, and so are states that differ in their order only: each step ends by putting
 * them in order. -DALL_ORDERS leaves them as they are, and should find the same.
 */
#define NODE_STATE(x) (owner[x] * 16 + life[x] * 4 + quarantine[x])
#define PAIR_STATE(x) (vote[x] * 256 + reply[x])
#define SWAP(array, x, y) swapped = array[x]; array[x] = array[y]; array[y] = swapped
#define THEN(state, x, y, next) (state(x) != state(y) -> state(x) > state(y) : next)
#define THEN_PAIR(state, c, x, y, next) THEN(state, PAIR(c, x), PAIR(c, y), next)
#ifdef ORDERED
#define REQUEST_STATE(x) request[x]
#define STALE_STATE(x) stale[x]
#define REPLY_STATE(x) reply[x]
#define VOTE_STATE(x) vote[x]
#define IS_AFTER(x, y) THEN(NODE_STATE, x, y, THEN_PAIR(REQUEST_STATE, 0, x, y, \
    THEN_PAIR(REQUEST_STATE, 1, x, y, THEN_PAIR(STALE_STATE, 0, x, y, THEN_PAIR(STALE_STATE, 1, x, y, \
    THEN_PAIR(VOTE_STATE, 0, x, y, THEN_PAIR(VOTE_STATE, 1, x, y, THEN_PAIR(REPLY_STATE, 0, x, y, \
    THEN_PAIR(REPLY_STATE, 1, x, y, false)))))))))
#else
#define IS_AFTER(x, y) THEN(NODE_STATE, x, y, \
    THEN_PAIR(PAIR_STATE, 0, x, y, THEN_PAIR(PAIR_STATE, 1, x, y, false)))
#endif

inline order(x, y)
{
    if
    :: IS_AFTER(x, y) ->
        SWAP(owner, x, y); SWAP(life, x, y); SWAP(quarantine, x, y);
#ifdef ORDERED
        SWAP(request, PAIR(0, x), PAIR(0, y)); SWAP(request, PAIR(1, x), PAIR(1, y));
        SWAP(stale, PAIR(0, x), PAIR(0, y)); SWAP(stale, PAIR(1, x), PAIR(1, y));
#endif
        SWAP(vote, PAIR(0, x), PAIR(0, y)); SWAP(vote, PAIR(1, x), PAIR(1, y));
        SWAP(reply, PAIR(0, x), PAIR(0, y)); SWAP(reply, PAIR(1, x), PAIR(1, y))
    :: else
    fi
}

#ifdef ORDERED
/* A release that finds nothing, and that nothing of its token can come before any more, is as good as done. */
inline skip_idle(c, n)
{
    do
    :: stale[PAIR(c, n)] == 0 && request[PAIR(c, n)] != 0 && KIND_OF(HEAD(request[PAIR(c, n)])) == DEL &&
        owner[n] != OWNER(c, ATTEMPT_OF(HEAD(request[PAIR(c, n)]))) -> POP(request[PAIR(c, n)])
    :: else -> break
    od
}
#endif

inline settle()
{
    check();
#ifdef ORDERED
    skip_idle(0, 0); skip_idle(0, 1); skip_idle(0, 2);
    skip_idle(1, 0); skip_idle(1, 1); skip_idle(1, 2);
#endif
#ifndef ALL_ORDERS
    order(0, 1); order(1, 2); order(0, 1);
#endif
    swapped = 0; i = 0; j = 0; m = 0; grants = 0; refusals = 0
}

/* ------------------------------------------------------------------ clients */

inline forget(c)
{
    left[(c) * 3] = 0; left[(c) * 3 + 1] = 0; left[(c) * 3 + 2] = 0; round[c] = 0; isInterrupted[c] = 0;
#ifdef COUNTED_TWICE
    repeated[c] = 0;
#endif
    for (j : 0 .. NODES - 1)
    {
        vote[PAIR(c, j)] = UNKNOWN; reply[PAIR(c, j)] = 0
    }
}

/* The clock is read, then the same token goes to all nodes; a slow write is a slow connection. */
inline acquire(c)
{
    phase[c] = ACQUIRING;
    left[(c) * 3] = PX - ALLOWANCE;
    for (j : 0 .. NODES - 1)
    {
        SEND(c, j, REQUEST(attempt[c], SET))
    }
    attempt[c]++
}

inline extend(c, isShort)
{
    round[c]++;
    left[(c) * 3 + round[c]] = PX - isShort - ALLOWANCE;
    for (j : 0 .. NODES - 1)
    {
        if
        :: vote[PAIR(c, j)] != WITHOUT ->
            SEND(c, j, REQUEST(attempt[c] - 1, EXTEND(round[c], isShort)))
        :: else
        fi
    }
}

/* Ends an attempt or a term, whatever the reason: whoever may hold our key is told, who refused is not. */
inline release(c)
{
    for (j : 0 .. NODES - 1)
    {
        if
        :: vote[PAIR(c, j)] != WITHOUT -> SEND(c, j, REQUEST(attempt[c] - 1, DEL))
        :: else
        fi
    }
    forget(c);
    phase[c] = (attempt[c] < TERMS(c) -> IDLE : FINISHED)
}

#ifdef ORDERED
/* A client that never comes back. (With the other network it is one that pauses for ever.) */
inline crash(c)
{
    forget(c);
    phase[c] = FINISHED; attempt[c] = TERMS(c)
}
#endif

inline count(c)
{
    grants = 0; refusals = 0;
    for (j : 0 .. NODES - 1)
    {
        if
        :: vote[PAIR(c, j)] == WITHOUT -> refusals++
        :: vote[PAIR(c, j)] == UNKNOWN
        :: else -> grants++
        fi
    }
    grants = grants + REPEATED(c)
}

/* The reply to a request of this attempt: a vote, counted with the round that it belongs to. */
inline takeVote(c, n, ofRound, isGranted)
{
    m = ofRound;
#ifdef REPLY_OF_ANY_ROUND
    m = round[c];
#endif
    if
    :: !(isGranted) -> vote[PAIR(c, n)] = WITHOUT
    :: isGranted && vote[PAIR(c, n)] == UNKNOWN -> vote[PAIR(c, n)] = GRANTED_IN(m)
    :: isGranted && vote[PAIR(c, n)] != UNKNOWN && vote[PAIR(c, n)] != WITHOUT ->
#ifdef COUNTED_TWICE
        repeated[c] = (repeated[c] < 2 -> repeated[c] + 1 : 2);
#endif
        vote[PAIR(c, n)] = (left[(c) * 3 + m] > STANDS(c, n) -> GRANTED_IN(m) : vote[PAIR(c, n)])
    :: else                 /* a node that is certainly without the key cannot get it back */
    fi
}

/* A grant of a node in quarantine is worth nothing, and what it granted before is dropped. */
inline distrust(c, n)
{
    vote[PAIR(c, n)] = (vote[PAIR(c, n)] == WITHOUT -> WITHOUT : UNKNOWN)
}

/* Decided as soon as it is certain; once held, the votes that stand decide. */
inline decide(c)
{
    count(c);
    if
    :: phase[c] == ACQUIRING && grants >= REQUIRED(c) ->
#if defined(NO_VALIDITY)
        phase[c] = HOLDING
#elif defined(ANCHORED_AT_REPLY)
        phase[c] = HOLDING; left[(c) * 3] = PX - ALLOWANCE
#else
        phase[c] = HOLDING;
        if
        :: !IS_HELD(c) -> release(c)            /* too late */
        :: else
        fi
#endif
    :: phase[c] == ACQUIRING && refusals > NODES - REQUIRED(c) -> release(c)
    :: phase[c] == HOLDING && grants < REQUIRED(c) -> release(c)
    :: else
    fi
}

/* A reply after the deadline revives nothing. */
inline takeReply(c, n, ofRound, isGranted)
{
    if
#ifndef REVIVED_BY_LATE_REPLY
    :: phase[c] == HOLDING && !IS_HELD(c) -> release(c)
#endif
    :: else ->
        if
        :: isGranted == 1 && quarantine[n] > 0 -> distrust(c, n)
        :: else -> takeVote(c, n, ofRound, isGranted)
        fi;
        decide(c)
    fi
}

proctype Client(byte c)
{
#ifdef ORDERED
#define TAKE(n) \
    :: d_step { IS_ACTIVE(c) && reply[PAIR(c, n)] != 0 -> \
        refusals = HEAD(reply[PAIR(c, n)]) - 1; POP(reply[PAIR(c, n)]); \
        takeReply(c, n, refusals / 2, refusals % 2); settle() }
#else
#ifdef COUNTED_TWICE
#define FORGET_REPLY(n, r)
#else
/* Taking it again would change nothing. */
#define FORGET_REPLY(n, r) reply[PAIR(c, n)] = reply[PAIR(c, n)] & ~(3 << 2 * (r))
#endif
#define TAKE_OF(n, r) \
    :: d_step { IS_ACTIVE(c) && (reply[PAIR(c, n)] >> 2 * (r) & 3) != 0 -> \
        refusals = (reply[PAIR(c, n)] >> 2 * (r) & 3) - 1; FORGET_REPLY(n, r); \
        takeReply(c, n, r, refusals); settle() }
#if EXTENSIONS == 0
#define TAKE(n) TAKE_OF(n, 0)
#elif EXTENSIONS == 1
#define TAKE(n) TAKE_OF(n, 0) TAKE_OF(n, 1)
#else
#define TAKE(n) TAKE_OF(n, 0) TAKE_OF(n, 1) TAKE_OF(n, 2)
#endif
#endif

    do
    :: d_step { phase[c] == IDLE -> acquire(c); settle() }
    TAKE(0)
    TAKE(1)
    TAKE(2)
#if QUARANTINE > 0
#define LEARN(n) \
    :: d_step { quarantine[n] > 0 && IS_ACTIVE(c) && vote[PAIR(c, n)] != UNKNOWN && \
        vote[PAIR(c, n)] != WITHOUT -> distrust(c, n); decide(c); settle() }
    LEARN(0)
    LEARN(1)
    LEARN(2)
#endif
    :: d_step { IS_HELD(c) && c == 0 && round[c] < EXTENSIONS -> extend(c, 0); settle() }
    :: d_step { IS_HELD(c) && c == 0 && round[c] < EXTENSIONS -> extend(c, 1); settle() }
    :: d_step { IS_ACTIVE(c) -> release(c); settle() }      /* done, lost, or out of patience */
#ifdef ORDERED
    :: d_step { c == 0 && phase[c] != FINISHED -> crash(c); settle() }
#endif
    :: IS_OVER -> break
    od
}

/* ------------------------------------------------------------------ nodes */

/* A reply that nobody waits for, because its attempt is over, is not kept: the client would ignore it. */
inline answer(c, n, t, r, isGranted)
{
    if
#ifdef ORDERED
    :: isAnswered && IS_ACTIVE(c) && attempt[c] == (t) + 1 -> PUSH(reply[PAIR(c, n)], REPLY(r, isGranted))
#else
    :: IS_ACTIVE(c) && attempt[c] == (t) + 1 && (reply[PAIR(c, n)] >> 2 * (r) & 3) == 0 &&
        vote[PAIR(c, n)] != WITHOUT && (r > 0 || vote[PAIR(c, n)] == UNKNOWN) ->
        reply[PAIR(c, n)] = reply[PAIR(c, n)] | (1 + isGranted) << 2 * (r)
#endif
    :: else
    fi
}

/* One command, as a node executes it: at once. */
inline execute(c, n, message)
{
    m = message;
    if
    :: KIND_OF(m) == SET ->                                     /* SET key token NX PX ttl */
        grants = (owner[n] == 0);
        if
        :: grants -> owner[n] = OWNER(c, ATTEMPT_OF(m)); life[n] = PX
        :: else
        fi;
        answer(c, n, ATTEMPT_OF(m), 0, grants)
    :: KIND_OF(m) == DEL ->                                     /* if it is ours: DEL */
        if
#ifdef DELETED_BY_KEY
        :: owner[n] != 0 -> owner[n] = 0; life[n] = 0
#else
        :: owner[n] == OWNER(c, ATTEMPT_OF(m)) -> owner[n] = 0; life[n] = 0
#endif
        :: else
        fi
    :: else ->                                                  /* if it is ours: PEXPIRE, unless longer */
#ifdef CREATED_BY_EXTEND
        grants = (owner[n] == 0 || owner[n] == OWNER(c, ATTEMPT_OF(m)));
#else
        grants = (owner[n] == OWNER(c, ATTEMPT_OF(m)));
#endif
        if
#ifdef SHORTENED_BY_EXTEND
        :: grants -> owner[n] = OWNER(c, ATTEMPT_OF(m)); life[n] = PX_OF(m)
#else
        :: grants -> owner[n] = OWNER(c, ATTEMPT_OF(m)); life[n] = (life[n] < PX_OF(m) -> PX_OF(m) : life[n])
#endif
        :: else
        fi;
        answer(c, n, ATTEMPT_OF(m), ROUND_OF(m), grants)
    fi
}

/*
 * From now on all clients know, as the node comes back as another, or tells another time, with its next answer;
 * but what it has answered before may still be under way.
 */
inline suspect(n)
{
#if QUARANTINE > 0
#define AGE(c, r) reply[PAIR(c, n)] = reply[PAIR(c, n)] | (reply[PAIR(c, n)] >> 1 & 1 << 2 * (r))
    if
    :: quarantine[n] == 0 -> AGE(0, 0); AGE(0, 1); AGE(0, 2); AGE(1, 0); AGE(1, 1); AGE(1, 2)
    :: else
    fi;
    quarantine[n] = QUARANTINE
#else
    skip
#endif
}

proctype Node(byte n)
{
#ifdef ORDERED
#define SERVE(c) \
    :: d_step { request[PAIR(c, n)] != 0 -> isAnswered = 1; execute(c, n, HEAD(request[PAIR(c, n)])); \
        POP(request[PAIR(c, n)]); isAnswered = 0; settle() } \
    :: d_step { stale[PAIR(c, n)] != 0 -> execute(c, n, HEAD(stale[PAIR(c, n)])); \
        POP(stale[PAIR(c, n)]); settle() } \
    :: d_step { stale[PAIR(c, n)] != 0 -> execute(c, n, HEAD(stale[PAIR(c, n)])); settle() }
#else
#define SERVE_ONE(c, m) :: d_step { IS_SENT(c, m) -> execute(c, n, m); settle() }
#define SERVE_ATTEMPT(c, t) SERVE_ONE(c, REQUEST(t, SET)) SERVE_ONE(c, REQUEST(t, DEL)) \
    SERVE_ONE(c, REQUEST(t, EXTEND(1, 0))) SERVE_ONE(c, REQUEST(t, EXTEND(1, 1))) \
    SERVE_ONE(c, REQUEST(t, EXTEND(2, 0))) SERVE_ONE(c, REQUEST(t, EXTEND(2, 1)))
#define SERVE(c) SERVE_ATTEMPT(c, 0) SERVE_ATTEMPT(c, 1)
#endif

    do
    SERVE(0)
    SERVE(1)
    :: d_step { owner[n] != 0 && life[n] <= DRIFT -> owner[n] = 0; life[n] = 0; settle() }
    :: d_step { owner[n] != 0 && restarts > 0 -> owner[n] = 0; life[n] = 0; restarts--; suspect(n); settle() }
    :: d_step { owner[n] != 0 && steps > 0 -> owner[n] = 0; life[n] = 0; steps--; suspect(n); settle() }
    :: d_step { life[n] > 1 && steps > 0 -> life[n]--; steps--; suspect(n); settle() }
    :: IS_OVER -> break
    od
}

/* ------------------------------------------------------------------ network and time */

#ifdef ORDERED
/* What was sent goes its own way, replies reach nobody any more; a release is sent again. */
inline reconnect(c, n)
{
    stale[PAIR(c, n)] = request[PAIR(c, n)];
    reply[PAIR(c, n)] = 0;
    request[PAIR(c, n)] = 0;
    swapped = stale[PAIR(c, n)];
    do
    :: swapped == 0 -> break
    :: swapped != 0 && KIND_OF(HEAD(swapped)) == DEL ->
        PUSH(request[PAIR(c, n)], HEAD(swapped)); POP(swapped)
    :: swapped != 0 && KIND_OF(HEAD(swapped)) != DEL -> POP(swapped)
    od
}

proctype Network()
{
#define BREAK(c, n) \
    :: d_step { breaks > 0 && stale[PAIR(c, n)] == 0 && (request[PAIR(c, n)] != 0 || reply[PAIR(c, n)] != 0) -> \
        breaks--; reconnect(c, n); settle() } \
    :: d_step { stale[PAIR(c, n)] != 0 -> stale[PAIR(c, n)] = 0; settle() }

    do
    BREAK(0, 0)
    BREAK(0, 1)
    BREAK(0, 2)
    BREAK(1, 0)
    BREAK(1, 1)
    BREAK(1, 2)
    :: IS_OVER -> break
    od
}

#endif

inline tick()
{
#ifndef NO_EXPIRY
    for (j : 0 .. NODES - 1)
    {
        if
        :: life[j] == 1 -> life[j] = 0; owner[j] = 0
        :: life[j] > 1 -> life[j]--
        :: else
        fi
    }
#endif
    for (j : 0 .. NODES - 1)
    {
        quarantine[j] = (quarantine[j] > 0 -> quarantine[j] - 1 : 0)
    }
    for (j : 0 .. CLIENTS * 3 - 1)
    {
        left[j] = (left[j] > 0 -> left[j] - 1 : 0)
    }
}

proctype Time()
{
    do
    :: d_step { CAN_TICK -> tick(); settle() }
    :: IS_OVER -> break
    od
}

init
{
    atomic
    {
        run Client(0); run Client(1);
        run Node(0); run Node(1); run Node(2);
#ifdef ORDERED
        run Network();
#endif
        run Time()
    }
}
