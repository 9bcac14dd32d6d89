-- Ends a script that answers seven numbers, if marker.lua found a code: {code, 0, 0, node's time, -1, -1, 0}.
-- Otherwise the marker goes back behind the arguments: tickets are served under their own marker only.
if code then
    local t = redis.call('TIME')
    return {code, 0, 0, t[1] * 1000000 + t[2], -1, -1, 0}
end
ARGV[#ARGV + 1] = expected
