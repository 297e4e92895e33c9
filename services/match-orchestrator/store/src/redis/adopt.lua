-- Puts a match of the first layout where it belongs now, unless somebody has.
--
-- After match.lua. ARGV  9 the match, fenced   10 its log, or ""

if redis.call('EXISTS', MATCH) == 1 then
  return 0
end
redis.call('RESTORE', MATCH, 0, ARGV[9])
if ARGV[10] ~= '' then
  redis.call('RESTORE', LOG, 0, ARGV[10], 'REPLACE')
end
redis.call('HSET', MATCH, 'commit', redis.call('HGET', MATCH, 'fenced'))
redis.call('HDEL', MATCH, 'fenced')
local place = redis.call('HGET', MATCH, 'listed')
if place then
  redis.call('ZADD', LISTED, 0, place)
end
redis.call('ZADD', INDEX, 0, '-' .. id)
-- So that a restart before its first commit is noticed.
current_epoch()
return 1
