-- The match, unless it is still at the given commit.
--
-- KEYS  match
-- ARGV  1 the commit that the caller has

local current = redis.call('HGET', KEYS[1], 'commit')
if not current then
  return { 'missing' }
end
if current == ARGV[1] then
  return { 'same' }
end
return { 'newer', current, unpack(redis.call('HMGET', KEYS[1], 'roster', 'position')) }
