-- Finding a request that was used before. It comes between match.lua and whoever asks.

-- What a request was used for: the fingerprint of its content, then the commit;
-- nothing if it was not.
local function prior_use(digest, request)
  local number = redis.call('HGET', REQUESTS, digest)
  local row = number and redis.call('XRANGE', LOG, number .. '-0', number .. '-0')[1]
  local use = row and row[2][6]
  if use and string.sub(use, 1, #digest) == digest then
    return string.sub(use, #digest + 1) .. number
  end
  -- The first layout kept them in the match.
  return redis.call('HGET', MATCH, request)
end
