-- Finding a request that was used before. It comes between match.lua and whoever asks.

-- What a request was used for: the fingerprint of its content, then the commit;
-- nothing if it was not. A digest that another request has too leads to a log entry
-- that says so, and then the whole request is the field.
local function prior_use(digest, request)
  local numbers = redis.call('HMGET', REQUESTS, digest, request)
  for field = 1, 2 do
    local number = numbers[field]
    local row = number and redis.call('XRANGE', LOG, number .. '-0', number .. '-0')[1]
    local use = row and row[2][6]
    if use and string.sub(use, 25) == request then
      return string.sub(use, 9, 24) .. number
    end
  end
  -- The first layout kept them in the match.
  return redis.call('HGET', MATCH, request)
end
