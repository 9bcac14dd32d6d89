-- Prolongs a lock, but only if it is still ours: never re-creates it, never shortens its life.
-- KEYS[1] the lock; ARGV[1] owner token; ARGV[2] time to live in milliseconds.
-- Returns 1 (lives at least so long) or 0 (not ours, or absent).
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 0
end
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then
    return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 1
