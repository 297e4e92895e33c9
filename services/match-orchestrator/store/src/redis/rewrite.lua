-- Replaces the roster and some log entries, if the match is still at a commit.
--
-- After match.lua. ARGV  9 number of the commit   10 its identity   11 how often it was
--                       rewritten   12 roster
--                       13 number of an entry   14 the entry, and so on
--
-- The entries of a stream can't be changed, so it is written anew with the same ids.
-- The requests of those that are replaced go: their fingerprints tell what was erased.

local number, identity = ARGV[9], ARGV[10]
local state = compare(number, identity, ARGV[11])
if state ~= 'same' then
  return state
end
local words = {}
for index = 13, #ARGV, 2 do
  words[ARGV[index] .. '-0'] = ARGV[index + 1]
end

-- The first layout kept requests in the match, under names with a slash: what each was
-- used for are 16 bytes and the number of the commit.
local function forget_in_match()
  local fields = redis.call('HGETALL', MATCH)
  for index = 1, #fields, 2 do
    local name, use = fields[index], fields[index + 1]
    if string.find(name, '/', 1, true) and words[string.sub(use, 17) .. '-0'] then
      redis.call('HDEL', MATCH, name)
    end
  end
end

redis.call('HSET', MATCH, 'roster', ARGV[12])
local rewrites = string.format('%.0f', redis.call('HINCRBY', MATCH, 'rewrites', 1))
local rows = redis.call('XRANGE', LOG, '-', '+')
redis.call('DEL', LOG)
for _, row in ipairs(rows) do
  local fields, word = row[2], words[row[1]]
  if word then
    if fields[4] then
      fields[4] = beside(word, identity_of(fields))
    end
    fields[2] = word
    forget_use(string.match(row[1], '%d+'), fields[6])
    if fields[6] then
      fields[6] = ''
    end
  end
  redis.call('XADD', LOG, row[1], unpack(fields))
end
forget_in_match()
announce(channel, number .. '/' .. rewrites .. '/' .. identity)
return state
