-- Acquires a lock where a plain SET is not enough.
-- KEYS[1] the lock; ARGV[1] owner token; ARGV[2] time to live in milliseconds.
-- Returns the node's time in us if granted, or {0, 0, ms left to the lock, node's time}: held by another.
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
    return now
end
return {0, 0, redis.call('PTTL', KEYS[1]), now}
