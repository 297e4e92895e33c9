-- Stores a new match with commit 1, unless there is one of this id.
--
-- KEYS  match, log
-- ARGV  1 roster   2 position   3 log entry   4 place in the list, or ""
--       5 identity of the commit
--
-- Returns whether it is new, and the place in the list that the match was
-- created with: whoever repeats a creation finishes what was left undone.

if redis.call('EXISTS', KEYS[1]) == 1 then
  return { 'exists', redis.call('HGET', KEYS[1], 'listed') }
end

-- A log without its match is what is left of one that was lost.
redis.call('DEL', KEYS[2])
redis.call('XADD', KEYS[2], '1-0', 'entry', ARGV[3], 'identity', ARGV[5])
redis.call('HSET', KEYS[1], 'commit', '1', 'roster', ARGV[1], 'position', ARGV[2],
  'identity', '1/' .. ARGV[5])
if ARGV[4] ~= '' then
  redis.call('HSET', KEYS[1], 'listed', ARGV[4])
end
return { 'created', redis.call('HGET', KEYS[1], 'listed') }
