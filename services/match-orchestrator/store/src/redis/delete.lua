-- Removes a match with everything that is known of it, if it is still at a commit.
--
-- After match.lua. ARGV  9 number of the commit   10 its identity   11 how often it was
--                       rewritten

local state = compare(ARGV[9], ARGV[10], ARGV[11])
if state ~= 'same' then
  return state
end
local place = redis.call('HGET', MATCH, 'listed')
if place then
  redis.call('ZREM', LISTED, place)
end
unfile()
redis.call('ZREM', DUE, id)
redis.call('DEL', MATCH, LOG, REQUESTS)
tell()
announce(channel, 'deleted')
return state
