-- Deletes a fenced lock, at once or after a while, but only if it is still ours, and closes its token: what was
-- sent before and arrives later is refused.
-- KEYS[1] the lock; KEYS[2] its fence; ARGV[1] owner token; ARGV[2] how long the lock stays in ms, 0 to delete
-- it; ARGV[3] highest fencing token that the owner proposed, 0 to close what is here; ARGV[4] time to live of
-- the fence in ms; ARGV[5] how far in us a token may be from this node's time.
-- Returns 1 (deleted) or 0 (not ours, or absent); either only with the token closed, else the node's error.
local owner = ARGV[1]
local deleted = 0
if redis.call('GET', KEYS[1]) == owner then
    if ARGV[2] == '0' then
        deleted = redis.call('DEL', KEYS[1])
    else
        deleted = redis.call('PEXPIRE', KEYS[1], ARGV[2])
    end
end
-- A node that is short of memory refuses a SET, unless the script has written before. So where nothing was
-- deleted a PEXPIRE comes first, which needs no memory; it ends the script where nothing may be written at all.
local function close(token)
    if deleted == 0 then
        redis.call('PEXPIRE', KEYS[2], ARGV[4])
    end
    redis.call('SET', KEYS[2], token .. '|1|' .. owner, 'PX', ARGV[4])
end
local fence = redis.pcall('GET', KEYS[2]) or '0|1|'
if fence == ARGV[3] .. '|0|' .. owner then
    -- The common case, without taking it apart.
    close(ARGV[3])
    return deleted
end
local last, by
if type(fence) == 'string' then
    last, by = string.match(fence, '^(%d+)|[01]|(.*)$')
end
if not last then
    return deleted
end
last = tonumber(last)
local highest = math.max(last, tonumber(ARGV[3]))
if highest > last then
    -- No further than a grant: a token from far ahead, which this node refused, must not block the key.
    local t = redis.call('TIME')
    highest = math.max(last, math.min(highest, t[1] * 1000000 + t[2] + ARGV[5]))
end
if highest > last or by == owner then
    close(string.format('%.0f', highest))
end
return deleted
