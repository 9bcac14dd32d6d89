/*
 * Fencing tokens: fence.lua and unfence.lua as they are, over N nodes, without any clock.
 *
 * Clients with one attempt each contend for one key. Each proposes any token, proposes a higher one within
 * its attempt, extends, and releases. The network is as bad as it can be: what was sent is executed at any time,
 * in any order, any number of times, or never; a grant reaches its client at any time, or never. Refusals need
 * no answer here, because a client may propose again or give up whenever it likes. A client that does nothing
 * more has crashed, or stands still.
 *
 * A key may expire at any time. All that links it to a client's clock: whoever promised it a time to live
 * knows, once it is over, that the round of that promise is over. That is what drift and the one clock reading
 * per round achieve, and redlock.pml shows. All rounds have the same time to live.
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
#ifndef TOKENS
#define TOKENS 4                /* at most 4 */
#endif
#ifndef PROPOSALS
#define PROPOSALS 2             /* tokens that client 0 proposes in its attempt; at most 2, the others 1 */
#endif
#ifndef PROPOSALS_B
#define PROPOSALS_B 1           /* those that the others propose; at most 2 */
#endif
#ifndef EXTENSIONS
#define EXTENSIONS 1            /* rounds of extension of client 0; at most 2 */
#endif
#ifndef AMNESIA
#define AMNESIA 0               /* nodes that lose lock and fence */
#endif
#ifndef DELETES
#define DELETES 0               /* locks that somebody deletes; their fences stay */
#endif

#define PAIR(c, n) ((c) * NODES + (n))
#define OWNER(c) ((c) + 1)      /* owner token; 0 is nobody */
#define MOST_PROPOSALS(c) ((c) == 0 -> PROPOSALS : PROPOSALS_B)
#define MOST_EXTENSIONS(c) ((c) == 0 -> EXTENSIONS : 0)
#define ROUNDS 4

/* Phases of a client. */
#define IDLE 0
#define ACQUIRING 1
#define HOLDING 2
#define RELEASED 3

/* Nodes: the lock, and its fence 'token|closed|owner'. */
byte lock[NODES];
byte last[NODES];
byte by[NODES];
bit closed[NODES];
byte promised[NODES];           /* the latest round that has promised the key its time to live */

/* Clients. Rounds count from 1: first those of acquisition, one for each token, then those of extension. */
byte phase[CLIENTS];
byte rounds[CLIENTS];           /* begun */
byte over[CLIENTS];             /* so many rounds have outlived their promise */
byte acquisitions[CLIENTS];     /* rounds that propose a token */
byte token[CLIENTS * 2];        /* of these rounds */
byte vote[CLIENTS * NODES];     /* the latest round in which a node's grant has reached the client; 0 is none */
byte granted[CLIENTS * NODES];  /* a bit for each round whose grant is under way */

byte amnesia = AMNESIA;
byte deletes = DELETES;

/* For the checker only. */
byte least[CLIENTS];            /* the highest token that was acquired when the present one was first sent */
byte acquired;                  /* a bit for each token that was acquired */
bit isInterrupted[CLIENTS];     /* another client has acquired the lock in its term */
bit hasClosed[CLIENTS * NODES]; /* the node has executed the release */
#if DELETES > 0
byte behind[CLIENTS * NODES];   /* a bit for each extension that was executed after an interruption */
#endif
#ifdef COUNTED_BY_NODES
byte counted[CLIENTS * NODES];  /* the number that the node gave */
#endif

/* Scratch of a step: each ends by setting them to 0. */
byte j, m, want;
bit isOurs, isLastGrant, isAllowed;

/* Always 0: they are there to name the invariant in Spin's message. */
bit I2, I3, I5;

/* ------------------------------------------------------------------ what a client believes */

#define LAST_TOKEN(c) token[(c) * 2 + acquisitions[c] - 1]
#define TOKEN_OF(c, r) (acquisitions[c] == 2 && (r) == 1 -> token[(c) * 2] : LAST_TOKEN(c))
#define HIGHEST_TOKEN(c) (token[(c) * 2] > LAST_TOKEN(c) -> token[(c) * 2] : LAST_TOKEN(c))
#define IS_EXTENSION(c, r) ((r) > acquisitions[c])

#ifdef REVIVED_BY_LATE_REPLY
#define STANDS(c, n) (vote[PAIR(c, n)] > 0)
#else
#define STANDS(c, n) (vote[PAIR(c, n)] > over[c])
#endif
#define STANDING(c) (STANDS(c, 0) + STANDS(c, 1) + STANDS(c, 2))
#define IS_HELD(c) (phase[c] == HOLDING && STANDING(c) >= QUORUM)
#define IN_ROUND(c, n) (vote[PAIR(c, n)] == rounds[c])
#define VOTES_IN_ROUND(c) (IN_ROUND(c, 0) + IN_ROUND(c, 1) + IN_ROUND(c, 2))

#define HIGHEST_ACQUIRED (acquired >= 16 -> 4 : (acquired >= 8 -> 3 : (acquired >= 4 -> 2 : acquired >= 2)))

/* ------------------------------------------------------------------ the invariants */

/*
 * I2  Of two acquisitions with different owners the later has the higher token: later is, whose token was
 *     first sent after the other had been acquired. No token is acquired twice.
 * I3  Who finds the lock held was never interrupted by another holder since it was acquired. Where somebody
 *     deletes keys this cannot be, but an extension still means: nobody else had acquired the lock, with a
 *     higher token, before it reached the nodes.
 * I5  A node that has executed a release grants nothing more to its owner.
 */
#if DELETES > 0
#define IS_AFTER(c, t) (t) > LAST_TOKEN(c)
#else
#define IS_AFTER(c, t) true
#endif
#define IS_UNBROKEN(c) !(isInterrupted[c] && IS_HELD(c))
#if CLIENTS > 2
#define ARE_UNBROKEN (IS_UNBROKEN(0) && IS_UNBROKEN(1) && IS_UNBROKEN(2))
#else
#define ARE_UNBROKEN (IS_UNBROKEN(0) && IS_UNBROKEN(1))
#endif

/* Nodes are interchangeable: each step ends by putting them in order. */
#define SWAP(array, x, y) m = array[x]; array[x] = array[y]; array[y] = m
#define SWAP_PAIR(array, x, y) SWAP(array, PAIR(0, x), PAIR(0, y)); SWAP(array, PAIR(1, x), PAIR(1, y))
#define NODE_STATE(x) (((lock[x] * 5 + last[x]) * 4 + by[x]) * 2 + closed[x])
#define PAIR_STATE(x) ((vote[x] * 32 + granted[x]) * 2 + hasClosed[x])
#define THEN(state, x, y, next) (state(x) != state(y) -> state(x) > state(y) : next)
#define THEN_PAIR(c, x, y, next) THEN(PAIR_STATE, PAIR(c, x), PAIR(c, y), next)
#define PROMISED(x) promised[x]
#if CLIENTS > 2
#define LAST_PAIR(x, y) THEN_PAIR(2, x, y, false)
#else
#define LAST_PAIR(x, y) false
#endif

inline order(x, y)
{
    if
    :: THEN(NODE_STATE, x, y, THEN(PROMISED, x, y, \
        THEN_PAIR(0, x, y, THEN_PAIR(1, x, y, LAST_PAIR(x, y))))) ->
        SWAP(lock, x, y); SWAP(last, x, y); SWAP(by, x, y); SWAP(closed, x, y); SWAP(promised, x, y);
        SWAP_PAIR(vote, x, y); SWAP_PAIR(granted, x, y); SWAP_PAIR(hasClosed, x, y);
#if CLIENTS > 2
        SWAP(vote, PAIR(2, x), PAIR(2, y)); SWAP(granted, PAIR(2, x), PAIR(2, y));
        SWAP(hasClosed, PAIR(2, x), PAIR(2, y));
#endif
#if DELETES > 0
        SWAP_PAIR(behind, x, y);
#endif
#ifdef COUNTED_BY_NODES
        SWAP_PAIR(counted, x, y);
#endif
        m = 0
    :: else
    fi
}

inline settle()
{
#if !defined(NO_I3) && DELETES == 0
    assert(ARE_UNBROKEN || I3);
#endif
    order(0, 1); order(1, 2); order(0, 1);
    j = 0; m = 0; want = 0; isOurs = 0; isLastGrant = 0; isAllowed = 0
}

/* ------------------------------------------------------------------ clients */

/* A token is chosen and sent to all; what the nodes granted to the one before counts no more. */
inline propose(c, t)
{
    phase[c] = ACQUIRING;
    token[(c) * 2 + acquisitions[c]] = t;
    acquisitions[c]++;
    rounds[c]++;
    least[c] = HIGHEST_ACQUIRED;
    for (j : 0 .. NODES - 1)
    {
        vote[PAIR(c, j)] = 0; granted[PAIR(c, j)] = 0
    }
}

inline extend(c)
{
    rounds[c]++
}

/* Whatever the reason. What is still under way to it no longer matters. */
inline release(c)
{
    phase[c] = RELEASED; least[c] = 0; isInterrupted[c] = 0; over[c] = 0;
    for (j : 0 .. NODES - 1)
    {
        vote[PAIR(c, j)] = 0; granted[PAIR(c, j)] = 0;
#if DELETES > 0
        behind[PAIR(c, j)] = 0;
#endif
#ifdef COUNTED_BY_NODES
        counted[PAIR(c, j)] = 0;
#endif
    }
}

inline win(c)
{
    phase[c] = HOLDING;
    m = LAST_TOKEN(c);
#ifdef COUNTED_BY_NODES
    m = counted[PAIR(c, 0)];
    m = (counted[PAIR(c, 1)] > m -> counted[PAIR(c, 1)] : m);
    m = (counted[PAIR(c, 2)] > m -> counted[PAIR(c, 2)] : m);
#endif
#ifndef NO_I2
    assert(m > least[c] && (acquired & 1 << m) == 0 || I2);
#endif
    acquired = acquired | 1 << m;
    least[c] = 0;
    for (j : 0 .. CLIENTS - 1)
    {
        isInterrupted[j] = isInterrupted[j] || j != c && phase[j] == HOLDING && IS_AFTER(j, m)
    }
}

/* A grant counts for its own round. One that comes when the lease is over revives nothing. */
inline take(c, n, r)
{
    granted[PAIR(c, n)] = granted[PAIR(c, n)] & ~(1 << (r));
    if
#ifndef REVIVED_BY_LATE_REPLY
    :: phase[c] == HOLDING && !IS_HELD(c) -> release(c)
#endif
    :: else ->
#ifdef REPLY_OF_ANY_ROUND
        vote[PAIR(c, n)] = rounds[c];
#else
        vote[PAIR(c, n)] = r;
#endif
        if
        :: phase[c] == ACQUIRING && VOTES_IN_ROUND(c) >= QUORUM && STANDING(c) >= QUORUM -> win(c)
#if DELETES > 0
        :: phase[c] == HOLDING && IS_EXTENSION(c, r) && r == rounds[c] && VOTES_IN_ROUND(c) >= QUORUM ->
            assert(IN_ROUND(c, 0) && !(behind[PAIR(c, 0)] >> (r) & 1) ||
                IN_ROUND(c, 1) && !(behind[PAIR(c, 1)] >> (r) & 1) ||
                IN_ROUND(c, 2) && !(behind[PAIR(c, 2)] >> (r) & 1) || I3)
#endif
        :: else
        fi
    fi
}

/* ------------------------------------------------------------------ nodes */

/* Only what can still change something is kept on its way. */
inline answer(c, n, r)
{
    if
    :: (phase[c] == ACQUIRING && (r) == rounds[c] || phase[c] == HOLDING && (r) >= acquisitions[c]) &&
        (r) > vote[PAIR(c, n)] ->
#if DELETES > 0
        if
        :: isInterrupted[c] && !(granted[PAIR(c, n)] >> (r) & 1) ->
            behind[PAIR(c, n)] = behind[PAIR(c, n)] | 1 << (r)
        :: else
        fi;
#endif
        granted[PAIR(c, n)] = granted[PAIR(c, n)] | 1 << (r)
    :: else
    fi
}

/* fence.lua */
inline execute(c, n, r)
{
    want = TOKEN_OF(c, r);
    isOurs = (lock[n] == OWNER(c));
    isLastGrant = (want == last[n] && by[n] == OWNER(c) && !closed[n]);
    if
    :: lock[n] != 0 && !isOurs -> isAllowed = 0
#ifdef COUNTED_BY_NODES
    :: !(lock[n] != 0 && !isOurs) -> isAllowed = (last[n] < 4); last[n] = last[n] + isAllowed;
        counted[PAIR(c, n)] = (isAllowed && phase[c] == ACQUIRING -> last[n] : counted[PAIR(c, n)])
#else
    :: !(lock[n] != 0 && !isOurs) && IS_EXTENSION(c, r) ->
#ifdef HEALED_WITHOUT_PROOF
        isAllowed = 1
#else
        isAllowed = (isOurs || isLastGrant)
#endif
    :: !(lock[n] != 0 && !isOurs) && !IS_EXTENSION(c, r) ->
#ifdef GRANTED_WHEN_EQUAL
        isAllowed = (want >= last[n])
#else
        isAllowed = (want > last[n] || isLastGrant && isOurs)
#endif
#endif
    fi;
    if
    :: isAllowed && !(by[n] == OWNER(c) && closed[n]) ->
#ifndef NO_I5
        assert(!hasClosed[PAIR(c, n)] || I5);
#endif
        if
        :: want > last[n] -> last[n] = want; by[n] = OWNER(c); closed[n] = 0
        :: else
        fi;
        lock[n] = OWNER(c);
        promised[n] = (isOurs && promised[n] > (r) -> promised[n] : (r));
        answer(c, n, r)
    :: else
    fi
}

/* unfence.lua; the owner names the highest token that it has proposed. */
inline close(c, n)
{
    if
    :: lock[n] == OWNER(c) -> lock[n] = 0; promised[n] = 0
    :: else
    fi;
    hasClosed[PAIR(c, n)] = 1;
#if !defined(NO_TOMBSTONE) && !defined(COUNTED_BY_NODES)
    want = HIGHEST_TOKEN(c);
    if
    :: want > last[n] || by[n] == OWNER(c) ->
        last[n] = (want > last[n] -> want : last[n]); by[n] = OWNER(c); closed[n] = 1
    :: else
    fi
#endif
}

/* The promise of the latest round is over, and with it those of all before. */
inline expire(n)
{
    m = lock[n] - 1;
    over[m] = (phase[m] != RELEASED && promised[n] > over[m] -> promised[n] : over[m]);
    lock[n] = 0; promised[n] = 0
}

inline forget(n)
{
    lock[n] = 0; promised[n] = 0; last[n] = 0; by[n] = 0; closed[n] = 0
}

/* ------------------------------------------------------------------ all that can happen */

#define START(c, t) :: d_step { phase[c] == IDLE && t <= TOKENS -> propose(c, t); settle() }
#ifdef LOWERED_AGAIN
#define IS_OTHER(c, t) (LAST_TOKEN(c) != t)
#else
#define IS_OTHER(c, t) (LAST_TOKEN(c) < t)
#endif
#define AGAIN(c, t) :: d_step { phase[c] == ACQUIRING && acquisitions[c] < MOST_PROPOSALS(c) && \
    t <= TOKENS && IS_OTHER(c, t) -> propose(c, t); settle() }
#define EXTEND(c) :: d_step { IS_HELD(c) && rounds[c] - acquisitions[c] < MOST_EXTENSIONS(c) -> \
    extend(c); settle() }
#define RELEASE(c) :: d_step { phase[c] == ACQUIRING || phase[c] == HOLDING -> release(c); settle() }
#define TAKE(c, n, r) :: d_step { granted[PAIR(c, n)] >> r & 1 -> take(c, n, r); settle() }
#define EXECUTE(c, n, r) :: d_step { r <= rounds[c] -> execute(c, n, r); settle() }
#define CLOSE(c, n) :: d_step { phase[c] == RELEASED && acquisitions[c] > 0 -> close(c, n); settle() }

#define AT_NODE(c, n) TAKE(c, n, 1) TAKE(c, n, 2) TAKE(c, n, 3) TAKE(c, n, 4) \
    EXECUTE(c, n, 1) EXECUTE(c, n, 2) EXECUTE(c, n, 3) EXECUTE(c, n, 4) CLOSE(c, n)
#define CLIENT(c) START(c, 1) START(c, 2) START(c, 3) START(c, 4) \
    AGAIN(c, 1) AGAIN(c, 2) AGAIN(c, 3) AGAIN(c, 4) EXTEND(c) RELEASE(c) \
    AT_NODE(c, 0) AT_NODE(c, 1) AT_NODE(c, 2)
#define NODE(n) :: d_step { lock[n] != 0 -> expire(n); settle() } \
    :: d_step { lock[n] != 0 && deletes > 0 -> deletes--; lock[n] = 0; promised[n] = 0; settle() } \
    :: d_step { last[n] != 0 && amnesia > 0 -> amnesia--; forget(n); settle() }

active proctype World()
{
    end:
    do
    CLIENT(0)
    CLIENT(1)
#if CLIENTS > 2
    CLIENT(2)
#endif
    NODE(0)
    NODE(1)
    NODE(2)
    od
}
