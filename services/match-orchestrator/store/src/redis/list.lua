-- Lists a match, and takes some matches off the list whose retention is over.
--
-- KEYS  list, retired
-- ARGV  1 place in the list   2 now in milliseconds   3 how many to take off

local over = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[2], 'LIMIT', 0, ARGV[3])
for _, place in ipairs(over) do
  redis.call('ZREM', KEYS[1], place)
  redis.call('ZREM', KEYS[2], place)
end
redis.call('ZADD', KEYS[1], 0, ARGV[1])
return #over
