-- Deletes a fenced lock, at once or after a while, but only if it is still ours, and closes its token: what was
-- sent before and arrives later is refused.
-- KEYS[1] the lock; KEYS[2] its fence; ARGV[1] owner token; ARGV[2] how long the lock stays in ms, 0 to delete
-- it; ARGV[3] fencing token; ARGV[4] time to live of the fence in ms.
-- Returns 1 (deleted) or 0 (not ours, or absent).
local deleted = 0
if redis.call('GET', KEYS[1]) == ARGV[1] then
    if ARGV[2] == '0' then
        deleted = redis.call('DEL', KEYS[1])
    else
        deleted = redis.call('PEXPIRE', KEYS[1], ARGV[2])
    end
end
local last, by = string.match(redis.call('GET', KEYS[2]) or '0|1|', '^(%d+)|[01]|(.*)$')
local want = tonumber(ARGV[3])
if last and (want > tonumber(last) or want == tonumber(last) and by == ARGV[1]) then
    -- Short of memory, a node must still delete.
    redis.pcall('SET', KEYS[2], ARGV[3] .. '|1|' .. ARGV[1], 'PX', ARGV[4])
end
return deleted
