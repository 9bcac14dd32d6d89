-- The line of those who wait for a lock: goes before wait.lua and pass.lua.
-- KEYS[1] the lock; KEYS[2] its line, a sorted set of owner tokens by the time in us at which they came;
-- KEYS[3] their tickets, a hash: of a token 'seen+sent|digest of the marker|info', both times in ms, with -
-- for + if it hears no messages; KEYS[4] the fence, if there is one.
-- ARGV[1] owner token; ARGV[2] how long in ms a ticket lives that is not renewed; ARGV[3] how much longer in
-- ms a lock that is given lives than its ticket is old; ARGV[4] how long in ms at most; ARGV[5] how the names
-- of mailboxes begin; ARGV[6] time to live of the fence in ms, 0 without one; ARGV[7] how far in us a fencing
-- token may be from this node's time; ARGV[8] fencing token to propose, 0 without a fence.
-- A mailbox has the first four bytes of its tokens for a name. Messages: 'w', holder, waiter, ' since':
-- somebody waits for the holder; 'g', owner, ' sent ttl time token waiting': the owner has the lock, as if it
-- had asked for it when it sent its ticket.
local call, me, want = redis.call, ARGV[1], ARGV[8]
local lock, line, tickets, fence = KEYS[1], KEYS[2], KEYS[3], ARGV[6] ~= '0' and KEYS[4]
local t = call('TIME')
local us = t[1] * 1000000 + t[2]
local now = math.floor(us / 1000)
-- So many who are gone lose their places in one call, and so many who cannot be given anything.
local most = 16
local dropped = 0
local digest = ''
local last, closed, by = '0', '1', ''

local function isUnder(marker)
    digest = string.sub(redis.sha1hex(marker), 1, 16)
end

-- What the fence says; the last token is nil if it is not one of ours.
local function readFence(reader)
    local said = reader('GET', fence)
    if said then
        last, closed, by = string.match(type(said) == 'string' and said or '', '^(%d+)|([01])|(.*)$')
    end
end

-- As in fence.lua: without leading zeros, of two the longer is the greater.
local function isAbove(token, other)
    return #token > #other or #token == #other and token > other
end

local function isPlausible(token)
    return math.abs(token - us) <= tonumber(ARGV[7])
end

local function setFence(token, owner)
    call('SET', fence, token .. '|0|' .. owner, 'PX', ARGV[6])
    last, closed, by = token, '0', owner
end

-- Returns how many places it had.
local function leave(who)
    local places = call('ZREM', line, who)
    call('HDEL', tickets, who)
    return places
end

-- Who has a place keeps it. Ticket and place are there both or neither; returns the error if one was refused.
local function queue(who, place, since, sent, mode, info)
    local ticket = string.format('%.0f', now) .. mode .. sent .. '|' .. digest .. '|' .. info
    local failed = redis.pcall('HSET', tickets, who, ticket)
    if type(failed) == 'table' then
        return failed
    end
    failed = place or redis.pcall('ZADD', line, 'NX', string.format('%.0f', since), who)
    if type(failed) == 'table' then
        call('HDEL', tickets, who)
        return failed
    end
end

-- What is left of a line goes by itself.
local function keep()
    call('PEXPIRE', line, 60000)
    call('PEXPIRE', tickets, 60000)
end

-- How many connections hear of it. PUBLISH would count those, too, who listen to everything.
local function heard(who)
    return call('PUBSUB', 'NUMSUB', ARGV[5] .. string.sub(who, 1, 4))[2]
end

local function tell(who, words)
    call('PUBLISH', ARGV[5] .. string.sub(who, 1, 4), words)
end

-- The first in line. Who was not seen for a life, or is seen in the future, is gone and loses its place.
local function first()
    while true do
        local head = call('ZRANGE', line, 0, 0, 'WITHSCORES')
        local who = head[1]
        if not who then
            return nil
        end
        local seen, mode, sent, its = string.match(
            call('HGET', tickets, who) or '', '^(%d+)([+-])(%d+)|([^|]*)|')
        local age = seen and now - seen
        local isAlive = age and age >= 0 and age <= tonumber(ARGV[2])
        if isAlive or who == me or dropped == most then
            return {who = who, since = tonumber(head[2]), isAlive = isAlive, age = age, mode = mode,
                sent = sent, digest = its}
        end
        dropped = dropped + 1
        leave(who)
    end
end

-- Gives the lock, which is free or ours. Returns true; false: not to this one, which has lost its place; nil:
-- to nobody now. It is set before it is told, and never if nobody would hear of it.
local function serve(head)
    local who, token = head.who, want
    local isLost = head.digest ~= digest or fence and by == who and closed == '1'
    if isLost or head.mode == '+' and heard(who) == 0 then
        leave(who)
        return false
    end
    if fence then
        if not last then
            return nil
        end
        if not isAbove(token, last) then
            token = string.format('%.0f', last + 1)
        end
        if not isAbove(token, last) or not isPlausible(token) then
            return nil
        end
        setFence(token, who)
    end
    local ttl = math.min(head.age + ARGV[3], tonumber(ARGV[4]))
    call('SET', lock, who, 'PX', ttl)
    leave(who)
    if head.mode == '+' then
        local waiting = call('ZCARD', line)
        tell(who, 'g' .. who .. ' ' .. head.sent .. ' ' .. ttl .. string.format(' %.0f ', us) .. token ..
            ' ' .. waiting)
    end
    return true
end

-- Gives the lock to the first who can have it, up to who fails the test. Returns the new owner, or nil.
local function give(test)
    for _ = 1, most do
        local head = first()
        if not head or not head.isAlive or not test(head) then
            return nil
        end
        local given = serve(head)
        if given ~= false then
            return given and head.who
        end
    end
end
