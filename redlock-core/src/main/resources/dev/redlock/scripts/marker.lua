-- Goes before a script of level STRICT: whether the node is still the one that was admitted, with the data that
-- it had then. The last key is the incarnation marker, the last argument what it must be.
-- Code -3: another incarnation, or none; -4: the same one, but another epoch or configuration. What refuses by it
-- stands between.
local code
local expected = table.remove(ARGV)
local marker = redis.call('GET', table.remove(KEYS))
if marker ~= expected then
    code = -3
    local incarnation = 35
    if marker and string.sub(marker, 1, incarnation) == string.sub(expected, 1, incarnation) then
        code = -4
    end
end
