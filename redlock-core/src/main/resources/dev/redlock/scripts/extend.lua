-- Prolongs a lock, but only if it is still ours: never re-creates it, never shortens its life.
-- With a third argument its lease is over: it lives exactly so long, which may be shorter.
-- KEYS[1] the lock; ARGV[1] owner token; ARGV[2] time to live in milliseconds; ARGV[3] any word, or absent.
-- Returns 1 (lives so long) or 0 (not ours, or absent).
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 0
end
if ARGV[3] or redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then
    return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 1
