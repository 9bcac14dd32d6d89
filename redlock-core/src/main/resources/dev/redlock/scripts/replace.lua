-- Replaces the marker of a node, but only if it is still the one that was seen.
-- KEYS[1] the marker; ARGV[1] what was seen; ARGV[2] what is to be there.
-- Returns 1 (replaced) or 0 (another, or none).
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 0
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
