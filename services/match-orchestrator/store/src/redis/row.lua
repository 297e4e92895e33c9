-- The rows of a log: see `Keys::log` for their fields. This comes before whoever writes
-- or compares them.

-- What is kept beside an entry as the identity of its commit: nothing if the entry ends
-- with it, as those do that tell it last.
local function beside(entry, identity)
  return string.sub(entry, -#identity) == identity and '' or identity
end

-- The identity of the commit that a row tells, by its fields.
local function identity_of(fields)
  return fields[4] ~= '' and fields[4] or string.sub(fields[2], -32)
end
