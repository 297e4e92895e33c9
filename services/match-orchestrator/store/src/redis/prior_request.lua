-- What a request was used for.
--
-- After match.lua and requests.lua. ARGV  9 digest of the request   10 request

if redis.call('EXISTS', MATCH) == 0 then
  return { 'missing' }
end
local use = prior_use(ARGV[9], ARGV[10])
if use then
  vouch()
end
return { 'found', use }
