-- What the scripts that change a match have in common. It comes before each of them.
--
-- KEYS  1 match   2 log   3 requests   4 due   5 feed   6 counts   7 index   8 listed
--       9 epoch, all of one partition
-- ARGV  1 id of the match          2 command that publishes
--       3 channel of the match     4 how many items the feed holds
--       5 label, or ""             6 when it is due, or ""
--       7 "1" if there are news, else "0"   8 news
--       and from 9 on what the script itself needs
--
-- Numbers of commits are compared as text: Lua's would lose digits above 2^53.

local MATCH, LOG, REQUESTS, DUE, FEED, COUNTS, INDEX, LISTED, EPOCH = unpack(KEYS)
local id, publish, channel, feed_max, label, due, has_news, news = unpack(ARGV, 1, 8)

-- What follows a change stands whether or not it can be announced.
local function announce(where, what)
  redis.pcall(publish, where, what)
end

local function now_ms()
  local time = redis.call('TIME')
  return string.format('%d%03d', time[1], math.floor(time[2] / 1000))
end

-- Whether the match is still at a commit, rewritten as often as the caller knows:
-- "same", "other", or "missing". The
-- identity of the last commit is kept behind its number and a slash. One whose number
-- is not that of the last commit is none: a version before there were identities has
-- committed since, and its commits are known by their numbers.
local function compare(number, identity, rewrites)
  local kept = redis.call('HMGET', MATCH, 'commit', 'identity', 'rewrites')
  local current, marked = kept[1], (kept[1] or '') .. '/'
  if not current then
    return 'missing'
  end
  local has_identity = kept[2] and string.sub(kept[2], 1, #marked) == marked
  if current ~= number or (has_identity and kept[2] ~= marked .. identity)
    or (kept[3] or '0') ~= rewrites then
    return 'other', current
  end
  return 'same'
end

-- How often the partition may have been set back. A server process that it has not
-- been on before may have lost the last commits: it was restarted, or was a replica
-- that lagged behind. That is found out here, in one piece with what depends on it, so
-- that nothing comes in between. A server that does not tell which process it is, as
-- some that only speak like Redis, is taken to be the same for ever.
local function current_epoch()
  local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
  local kept = redis.call('HMGET', EPOCH, 'number', 'run')
  if not run or kept[2] == run then
    return kept[1] or '0'
  end
  redis.call('HSET', EPOCH, 'run', run)
  if kept[2] then
    return string.format('%.0f', redis.call('HINCRBY', EPOCH, 'number', 1))
  end
  return kept[1] or '0'
end

-- Comes before an answer that promises what somebody else has written. Whoever waits
-- until replicas have it waits for the last write of its own connection: Redis 7.0 takes
-- every command for one, and later servers do not.
local function vouch()
  redis.call('HINCRBY', EPOCH, 'vouched', 1)
end

-- Forgets the request of a commit, by what its row tells of it, unless the same was
-- used again since.
local function forget_use(number, use)
  local digest = use and string.sub(use, 1, 8)
  if digest and redis.call('HGET', REQUESTS, digest) == number then
    redis.call('HDEL', REQUESTS, digest)
  end
end

-- Takes the match out of what it is filed under; "-" is for those that no version has
-- filed yet.
local function unfile()
  local filed = redis.call('HGET', MATCH, 'filed')
  redis.call('ZREM', INDEX, (filed or '-') .. id)
  if filed and redis.call('HINCRBY', COUNTS, filed, -1) <= 0 then
    redis.call('HDEL', COUNTS, filed)
  end
end

local function tell()
  if has_news == '1' then
    redis.call('XADD', FEED, 'MAXLEN', '~', feed_max, '*', 'm', id, 'n', news)
  end
end

local function file()
  if redis.call('HGET', MATCH, 'filed') ~= label then
    unfile()
    redis.call('HSET', MATCH, 'filed', label)
    redis.call('ZADD', INDEX, 0, label .. id)
    redis.call('HINCRBY', COUNTS, label, 1)
  end
  if due == '' then
    redis.call('ZREM', DUE, id)
  else
    local first = redis.call('ZRANGE', DUE, 0, 0, 'WITHSCORES')[2]
    redis.call('ZADD', DUE, due, id)
    if not first or tonumber(due) < tonumber(first) then
      -- The channel has the name of the key.
      announce(DUE, due)
    end
  end
  tell()
end
