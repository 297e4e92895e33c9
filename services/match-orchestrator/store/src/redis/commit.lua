-- Stores one commit of a match, or nothing.
--
-- After match.lua and requests.lua.
-- ARGV   9 number of the commit     10 number before it
--       11 identity of the commit   12 identity of the one before
--       13 position                 14 log entry
--       15 "1" if the roster changes, else "0"   16 roster
--       17 digest of the request    18 request (for the first layout)   19 fingerprint
--       20 for how many milliseconds requests are kept
--       21 how many of them are kept at least
--       22 "1" if a timeline begins, else "0"   23 how often it was rewritten

local number, before, identity, parent, position, entry, has_roster, roster, digest,
  request, fingerprint, kept_ms, kept_min, begins_timeline, rewrites = unpack(ARGV, 9, 23)

-- Every so many commits some requests are forgotten: more than have come since, and so
-- few that no commit takes long.
local FORGET_EVERY = 8
local FORGOTTEN_MAX = 16

-- Forgets the oldest requests, as far as nobody may repeat them any more. Each commit
-- had one, except for the first. Those that the first layout kept have no entry here.
local function forget(now)
  local forgotten = tonumber(redis.call('HGET', MATCH, 'forgotten') or '1')
  local first = forgotten
  while tonumber(before) - forgotten > tonumber(kept_min)
    and forgotten - first < FORGOTTEN_MAX do
    local oldest = string.format('%.0f', forgotten + 1)
    local row = redis.call('XRANGE', LOG, oldest .. '-0', oldest .. '-0')[1]
    local use, at = row and row[2][6], row and row[2][8]
    if at and tonumber(now) - tonumber(at) <= tonumber(kept_ms) then
      break
    end
    forget_use(oldest, use)
    forgotten = forgotten + 1
  end
  if forgotten > first then
    redis.call('HSET', MATCH, 'forgotten', string.format('%.0f', forgotten))
  end
end

local state, current = compare(before, parent, rewrites)
if state == 'missing' then
  return { 'missing' }
end
-- Before the number counts, so that a repetition is known as one even when the match
-- has moved on.
local prior = prior_use(digest, request)
if prior then
  vouch()
  return { 'repeated', prior }
end
if state == 'other' then
  return { 'conflict', current }
end
local epoch = current_epoch()
if begins_timeline ~= '1' and (redis.call('HGET', MATCH, 'epoch') or '0') ~= epoch then
  return { 'set back' }
end

-- The stream checks the order of its entries itself, so it comes first: should it
-- refuse, nothing has been written.
local now = now_ms()
redis.call('XADD', LOG, number .. '-0', 'e', entry, 'i', beside(entry, identity),
  'r', digest .. fingerprint, 't', now)
redis.call('HSET', MATCH, 'commit', number, 'identity', number .. '/' .. identity,
  'position', position, 'epoch', epoch)
if has_roster == '1' then
  redis.call('HSET', MATCH, 'roster', roster)
end
redis.call('HSET', REQUESTS, digest, number)
if tonumber(number) % FORGET_EVERY == 0 then
  forget(now)
end
announce(channel, number .. '/' .. rewrites .. '/' .. identity)
file()
return { 'stored' }
