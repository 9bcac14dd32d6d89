-- Deletes a lock, but only if it is still ours.
-- KEYS[1] the lock; ARGV[1] owner token.
-- Returns 1 (deleted) or 0 (not ours, or absent).
if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('DEL', KEYS[1])
end
return 0
