-- Writes down how the store is laid out, unless somebody has, and tells it.
--
-- KEYS  layout
-- ARGV  1 version   2 number of partitions
--
-- In one piece, so that two that start first agree.

local time = redis.call('TIME')
if redis.call('HSETNX', KEYS[1], 'version', ARGV[1]) == 1 then
  redis.call('HSET', KEYS[1], 'partitions', ARGV[2], 'since', time[1])
end
return redis.call('HMGET', KEYS[1], 'version', 'partitions', 'carried')
