-- The match, unless it is still at the commit that the caller has.
--
-- After row.lua.
-- KEYS  match, log
-- ARGV  1 number of that commit   2 its identity   3 how often it was rewritten
--
-- Whether the match has gone on from that commit is told by the log, whose entries
-- have the identities of their commits. One without was written before there were
-- any, and is known by its number.

local kept = redis.call('HMGET', KEYS[1], 'commit', 'identity', 'rewrites')
local current, identity = kept[1], kept[2]
local is_last = current == ARGV[1] and (kept[3] or '0') == ARGV[3]
if not current then
  return { 'missing' }
end
if is_last and identity == ARGV[1] .. '/' .. ARGV[2] then
  return { 'same' }
end

local entry = redis.call('XRANGE', KEYS[2], ARGV[1] .. '-0', ARGV[1] .. '-0')[1]
local is_there = entry and (entry[2][4] == nil or identity_of(entry[2]) == ARGV[2])
if is_there and is_last then
  return { 'same' }
end
local kind = is_there and 'newer' or 'rewound'
return { kind, current, unpack(redis.call('HMGET', KEYS[1], 'roster', 'position')) }
