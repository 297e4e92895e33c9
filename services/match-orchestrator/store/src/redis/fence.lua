-- Takes a match of the first layout away from those who know only that one, and
-- returns what it is: match and log, as Redis dumps them; nothing if there is none.
--
-- KEYS  match, log, both of the first layout
--
-- Whoever finds no commit finds no match. The number is kept in another field, by
-- which a match is known that somebody has fenced and not carried over.

local commit = redis.call('HGET', KEYS[1], 'commit')
if commit then
  redis.call('HSET', KEYS[1], 'fenced', commit)
  redis.call('HDEL', KEYS[1], 'commit')
elseif redis.call('HEXISTS', KEYS[1], 'fenced') == 0 then
  return false
end
return { redis.call('DUMP', KEYS[1]), redis.call('DUMP', KEYS[2]) }
