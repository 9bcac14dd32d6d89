-- Takes a lock if it is free and nobody comes before, prolongs it if it is ours, or keeps a place in line.
-- Behind line.lua, with its keys and arguments; ARGV[9] time to live in ms; ARGV[10] since when we wait, in
-- us; ARGV[11] when we sent this, in ms by our own clock; ARGV[12] 0 to wait only, 1 to take a free lock if
-- we are first, or to give it to who is, 2 to take it whoever is; ARGV[13] + if messages reach us, else -;
-- ARGV[14] who we are, for people; ARGV[15] the marker, if there is one.
-- Returns the node's time in us if granted, else {code, last token, ms left to the lock, node's time, rank,
-- how many connections of the holder were told, first four bytes of its token}. Code: 0 wait; -1 stale or -2
-- not plausible, as in fence.lua, where nothing else is in the way. Rank: 0 is first; -1 no place, as the
-- lock is ours; -2 none, as we have released it. Told: -1 if we are not first, or nobody holds it.
local since = math.min(tonumber(ARGV[10]), us)
local take = ARGV[12]
if ARGV[15] then
    isUnder(ARGV[15])
end
-- Keys of another type, which are somebody else's, end the script before anything is written.
local holder = call('GET', lock)
local place = call('ZRANK', line, me)
if not place then
    call('HGET', tickets, me)
end
if fence then
    readFence(call)
    if not last then
        return redis.error_reply('ERR the fence of this lock is not one of ours')
    end
end

local function answer(code, rank, told)
    local who = holder and #holder >= 4 and struct.unpack('>I4', holder) or 0
    return {code, tonumber(last), call('PTTL', lock), us, rank, told, who}
end

-- What fence.lua would answer; nil if it would grant.
local function objection()
    if fence and not isPlausible(want) then
        return -2
    end
    local isLastGrant = want == last and by == me and holder == me
    if fence and not isAbove(want, last) and not isLastGrant then
        return -1
    end
end

-- The fence first: what is short of memory refuses both. Never key and ticket at once.
local function grant()
    if fence and isAbove(want, last) then
        setFence(want, me)
    elseif fence then
        call('PEXPIRE', fence, ARGV[6])
    end
    if not holder then
        call('SET', lock, me, 'PX', ARGV[9])
    elseif call('PTTL', lock) < tonumber(ARGV[9]) then
        call('PEXPIRE', lock, ARGV[9])
    end
    if place then
        leave(me)
    end
    return us
end

local function isBefore(other)
    return other.who ~= me and (place or other.since <= since)
end

-- This was sent before the release and comes later.
if by == me and closed == '1' then
    return answer(-1, -2, -1)
end
if holder == me then
    local code = objection()
    return code and answer(code, -1, -1) or grant()
end
local head = first()
if not holder and take == '1' and head and isBefore(head) then
    holder = give(isBefore)
    head = first()
end
local isFirst = not head or not isBefore(head)
local code
if not holder and (take == '2' or take == '1' and isFirst) then
    code = objection()
    if not code then
        return grant()
    end
end
local told = -1
if isFirst and holder then
    told = #holder == #me and heard(holder) or 0
    if told > 0 then
        tell(holder, 'w' .. holder .. me .. string.format(' %.0f', since))
    end
end
local failed = queue(me, place, since, ARGV[11], ARGV[13], ARGV[14])
if failed then
    return failed
end
if isFirst then
    keep()
end
return answer(code or 0, call('ZRANK', line, me), told)
