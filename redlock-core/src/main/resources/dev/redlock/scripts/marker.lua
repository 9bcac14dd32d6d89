-- Goes before a script of level STRICT: whether the node is still the one that was admitted, with the data that
-- it had then. The last key is the incarnation marker, the last argument what it must be.
-- Code -3: another incarnation, or none; -4: the same one, but another epoch or configuration.
local expected = table.remove(ARGV)
local marker = redis.call('GET', table.remove(KEYS))
if marker ~= expected then
    local code = -3
    local incarnation = 35
    if marker and string.sub(marker, 1, incarnation) == string.sub(expected, 1, incarnation) then
        code = -4
    end
    local t = redis.call('TIME')
    -- Before a script that answers one number, Java makes of this line one that returns the code alone.
    return {code, 0, 0, t[1] * 1000000 + t[2]}
end
