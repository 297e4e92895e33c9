-- Stores one commit of a match, or nothing.
--
-- KEYS  match, log
-- ARGV  1 number of the commit     2 number before it
--       3 request field            4 fingerprint followed by the number
--       5 position                 6 log entry
--       7 "1" if the roster changes, else "0"
--       8 roster                   9 retention in milliseconds, or "" for ever
--      10 channel                 11 announcement
--      12 identity of the commit  13 identity of the one before
--
-- Numbers are compared as text: Lua's would lose digits above 2^53. The identity
-- of the last commit is kept behind its number and a slash. One whose number is
-- not that of the last commit is none: a version before there were identities has
-- committed since.

local kept = redis.call('HMGET', KEYS[1], 'commit', ARGV[3], 'identity')
local current, prior, identity = kept[1], kept[2], kept[3]
if not current then
  return { 'missing' }
end

-- Before the number is looked at, so that a repetition is known as one even
-- when the match has moved on.
if prior then
  return { 'repeated', prior }
end

local marked = current .. '/'
local has_identity = identity and string.sub(identity, 1, #marked) == marked
if current ~= ARGV[2] or (has_identity and identity ~= marked .. ARGV[13]) then
  return { 'conflict', current }
end

-- The stream checks the order of its entries itself, so it comes first: should
-- it refuse, nothing has been written.
redis.call('XADD', KEYS[2], ARGV[1] .. '-0', 'entry', ARGV[6], 'identity', ARGV[12])
redis.call('HSET', KEYS[1], 'commit', ARGV[1], 'position', ARGV[5], ARGV[3], ARGV[4],
  'identity', ARGV[1] .. '/' .. ARGV[12])
if ARGV[7] == '1' then
  redis.call('HSET', KEYS[1], 'roster', ARGV[8])
end

-- The commit stands, whether or not it can be announced.
redis.pcall('PUBLISH', ARGV[10], ARGV[11])
if ARGV[9] == '' then
  return { 'stored' }
end
for _, key in ipairs(KEYS) do
  redis.call('PEXPIRE', key, ARGV[9])
end
return { 'stored', redis.call('HGET', KEYS[1], 'listed') }
