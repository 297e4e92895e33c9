-- Notes that nothing of the first layout is left, once the store is old enough for
-- everybody to have been replaced who might still write there.
--
-- KEYS  layout
-- ARGV  1 age in seconds
--
-- Returns 1 if it is noted.

local since = redis.call('HGET', KEYS[1], 'since')
if not since or redis.call('TIME')[1] - since < tonumber(ARGV[1]) then
  return 0
end
redis.call('HSET', KEYS[1], 'carried', 1)
return 1
