-- Makes somebody a member for some time, and tells all that are.
--
-- KEYS  members
-- ARGV  1 member   2 for how many milliseconds   3 the longest time that there is
--
-- One that would be a member for longer than that was enrolled by a clock that ran
-- ahead, that of a server before a failover, and would stay for as long.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now))
redis.call('ZREMRANGEBYSCORE', KEYS[1], string.format('(%.0f', now + ARGV[3]), '+inf')
-- After the others, since a full server takes what a script adds once it has removed.
redis.call('ZADD', KEYS[1], string.format('%.0f', now + ARGV[2]), ARGV[1])
return redis.call('ZRANGE', KEYS[1], 0, -1)
