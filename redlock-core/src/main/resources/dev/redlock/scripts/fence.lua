-- Acquires a fenced lock, asks again with a higher token, or extends. A token is granted only above all that
-- this node granted before, so two grants with different owners have tokens in the order of the grants.
-- KEYS[1] the lock; KEYS[2] its fence, 'token|closed|owner' of the last grant or release.
-- ARGV[1] owner token; ARGV[2] time to live in ms; ARGV[3] fencing token; ARGV[4] time to live of the fence in
-- ms; ARGV[5] how far in us a token may be from this node's time, or 0 for an extension.
-- Returns the node's time in us if granted, else {code, last token, ms left to the lock, node's time}. Code: 0
-- held by another; -1 stale: the token must exceed the last, or an extension found its key gone, or the owner
-- has released; -2 not plausible.
local call, owner, want, window = redis.call, ARGV[1], ARGV[3], ARGV[5]
local t = call('TIME')
local now = t[1] * 1000000 + t[2]
local fence = call('GET', KEYS[2])
local last, closed, by = '0', '1', ''
if fence then
    last, closed, by = string.match(fence, '^(%d+)|([01])|(.*)$')
    if not last then
        return redis.error_reply('ERR the fence of this lock is not one of ours')
    end
end
-- Tokens have no leading zeros, and cost less to compare as text: of two the longer is the greater. A token of this
-- very second is within a window of a second (seven digits) or more.
local isAbove = #want > #last or #want == #last and want > last
local isPlausible = #window > 6 and string.sub(want, 1, -7) == t[1] or math.abs(want - now) <= tonumber(window)
local isNew = window ~= '0'
local isLastGrant = want == last and by == owner and closed == '0'
local isReleased = by == owner and closed == '1'
-- The common case, a free key, in four calls. A node that must not write, as it is short of memory, refuses both
-- or neither; what it would say of a key that is held comes below.
if isNew and isPlausible and isAbove and not isReleased then
    local set = redis.pcall('SET', KEYS[1], owner, 'NX', 'PX', ARGV[2])
    if set and set.ok then
        call('SET', KEYS[2], want .. '|0|' .. owner, 'PX', ARGV[4])
        return now
    end
end
last = tonumber(last)
local lock = call('GET', KEYS[1])
if lock and lock ~= owner then
    return {0, last, call('PTTL', KEYS[1]), now}
end
local isAllowed
if not isNew then
    -- The key is ours without a break, or nobody was granted anything since it went.
    isAllowed = lock or isLastGrant
elseif not isPlausible then
    return {-2, last, 0, now}
else
    isAllowed = isAbove or isLastGrant and lock
end
if not isAllowed or isReleased then
    return {-1, last, 0, now}
end
-- The fence first: what is short of memory refuses both.
if isAbove then
    call('SET', KEYS[2], want .. '|0|' .. owner, 'PX', ARGV[4])
elseif isLastGrant then
    call('PEXPIRE', KEYS[2], ARGV[4])
end
local ttl = tonumber(ARGV[2])
if lock then
    ttl = math.max(ttl, call('PTTL', KEYS[1]))
end
call('SET', KEYS[1], owner, 'PX', ttl)
return now
