-- Ends a script that answers one number, if marker.lua found a code.
if code then
    return code
end
