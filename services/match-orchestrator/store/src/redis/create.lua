-- Stores a new match with commit 1, unless there is one of this id.
--
-- After match.lua. ARGV  9 roster   10 position   11 log entry
--                       12 identity of the commit   13 place in the list, or ""
--
-- Returns 1 if it is new.

local roster, position, entry, identity, place = unpack(ARGV, 9, 13)
if redis.call('EXISTS', MATCH) == 1 then
  vouch()
  return 0
end

local epoch = current_epoch()
-- First what a full server refuses: it refuses nothing after a script has deleted.
redis.call('HSET', MATCH, 'commit', '1', 'identity', '1/' .. identity, 'roster', roster,
  'position', position, 'epoch', epoch)
-- A log without its match is what is left of one that was lost.
redis.call('DEL', LOG, REQUESTS)
redis.call('XADD', LOG, '1-0', 'e', entry, 'i', beside(entry, identity), 'r', '', 't', now_ms())
if place ~= '' then
  redis.call('HSET', MATCH, 'listed', place)
  redis.call('ZADD', LISTED, 0, place)
end
file()
return 1
