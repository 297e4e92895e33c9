-- Log entries in their order, as many as a page holds. One comes whatever its size.
--
-- KEYS  match, log
-- ARGV  1 number of the first   2 how many at most   3 how many bytes at most
--
-- Nothing at all if there is no such match.

if redis.call('EXISTS', KEYS[1]) == 0 then
  return false
end

-- How many are looked at together: few, since the page may be full after one.
local CHUNK = 16

local from, left, bytes_left = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local page = {}
while left > 0 do
  local count = math.min(left, CHUNK)
  local rows = redis.call('XRANGE', KEYS[2], from, '+', 'COUNT', count)
  for _, row in ipairs(rows) do
    local entry = row[2][2]
    bytes_left = bytes_left - #entry
    if #page > 0 and bytes_left < 0 then
      return page
    end
    page[#page + 1] = entry
    -- Right after "n-0".
    from = string.match(row[1], '^%d+') .. '-1'
  end
  if #rows < count then
    return page
  end
  left = left - count
end
return page
