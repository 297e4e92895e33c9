-- Takes matches of a partition that are due, each of which comes again.
--
-- KEYS  due
-- ARGV  1 how many at most   2 in how many milliseconds they come again
--       3 what the keys of the partition's matches begin with
--
-- Returns the time, when the next is due, and the matches.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local taken = {}
local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now),
  'LIMIT', 0, ARGV[1])
for _, id in ipairs(ids) do
  -- What a script adds after it has removed something, a full server takes as well;
  -- and what is due may be a deletion that makes room.
  redis.call('ZREM', KEYS[1], id)
  if redis.call('EXISTS', ARGV[3] .. id) == 1 then
    redis.call('ZADD', KEYS[1], string.format('%.0f', now + ARGV[2]), id)
    taken[#taken + 1] = id
  end
end
local next_at = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
if next_at then
  next_at = string.format('%.0f', tonumber(next_at))
end
return { string.format('%.0f', now), next_at or '', taken }
