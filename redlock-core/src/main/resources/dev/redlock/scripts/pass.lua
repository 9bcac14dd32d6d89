-- Releases a lock, or leaves its line, and gives it to the first in line if it is ours or free. As a release,
-- it needs neither the marker nor memory, nor anybody who waits.
-- Behind line.lua, with its keys and arguments; the fencing token is for who comes next and is above all that
-- the owner proposed. The last of KEYS is the marker, if there is one. ARGV[9] 1 to give, 0 only to delete;
-- ARGV[10] highest fencing token that the owner proposed, 0 to close what is here; ARGV[11] what the marker
-- must be for anything to be given, empty without one. If the owner waits on: ARGV[12] its next owner token;
-- ARGV[13] since when it waits, in us; ARGV[14] when it sent this, in ms by its own clock; ARGV[15] + if
-- messages reach it, else -; ARGV[16] who it is, for people.
-- Returns {1 if it was ours, 1 if it was given, how many are in line}, 0 if not; only with the token closed,
-- or below the one that was given. An error leaves a lock that is ours, unless it was given and could not be
-- told.
local following = ARGV[12]
local released, given, places = 0, 0, 0
local holder = call('GET', lock)
local waiting = call('ZCARD', line)
if ARGV[11] ~= '' then
    isUnder(ARGV[11])
end
if fence then
    readFence(redis.pcall)
end
if waiting > 0 or following then
    -- Whoever may not write, or not take tickets away, comes no further, nor if the tickets are no hash. From
    -- here on nothing is refused for lack of memory: a gift makes more room than it takes.
    places = leave(me)
end

local function isAdmitted()
    return ARGV[11] == '' or redis.pcall('GET', KEYS[#KEYS]) == ARGV[11]
end

if holder == me then
    released = 1
end
if holder == me or not holder then
    local new = waiting > 0 and ARGV[9] == '1' and isAdmitted() and give(function() return true end)
    if new then
        given = 1
    elseif holder then
        call('DEL', lock)
    end
    holder = new
elseif waiting > 0 and places == 0 then
    -- A release that comes late: somebody else was faster than the line, and may not have heard of it.
    local head = first()
    if head and head.isAlive and #holder == #me and heard(holder) > 0 then
        tell(holder, 'w' .. holder .. head.who .. string.format(' %.0f', head.since))
    end
end
-- As unfence.lua: no further than a grant, and with a PEXPIRE first where nothing was deleted.
if fence and last and given == 0 then
    local highest = math.max(tonumber(last), math.min(tonumber(ARGV[10]), us + tonumber(ARGV[7])))
    if highest > tonumber(last) or by == me then
        if released == 0 then
            call('PEXPIRE', fence, ARGV[6])
        end
        call('SET', fence, string.format('%.0f', highest) .. '|1|' .. me, 'PX', ARGV[6])
    end
end
-- Not if it has the lock already, since this is late. If the ticket is refused, the release counts all the
-- same.
if following and following ~= holder then
    queue(following, false, math.min(tonumber(ARGV[13]), us), ARGV[14], ARGV[15], ARGV[16])
end
if waiting > 0 or following then
    waiting = call('ZCARD', line)
end
if following and waiting == 1 then
    keep()
end
return {released, given, waiting}
