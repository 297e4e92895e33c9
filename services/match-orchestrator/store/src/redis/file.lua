-- Files a match anew, if it is still at a commit.
--
-- After match.lua. ARGV  9 number of the commit   10 its identity   11 how often it was
--                       rewritten

local state = compare(ARGV[9], ARGV[10], ARGV[11])
if state == 'same' then
  file()
end
return state
