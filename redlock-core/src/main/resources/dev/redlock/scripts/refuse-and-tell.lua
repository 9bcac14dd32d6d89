-- Ends a script that answers four numbers, if marker.lua found a code: {code, 0, 0, node's time}.
if code then
    local t = redis.call('TIME')
    return {code, 0, 0, t[1] * 1000000 + t[2]}
end
