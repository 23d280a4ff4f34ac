/**
 * The script that Redis runs for each operation, so that it is atomic and takes one round trip; see counter-backend.ts.
 * Its keys share the hash tag of `KEYS[1]`, and with it a slot. Amounts are text of 17 digits: Redis cuts numbers of
 * Lua to integers.
 */
import { ENDED_SUM_MS, SMALLEST_HOLD } from "./counter-backend.ts";

/** Longer than any request runs. */
const HOLD_MS = 86_400_000;

export const REDIS_SCRIPT = `
local operation, input = ARGV[1], cjson.decode(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function key(kind, name) return KEYS[1] .. kind .. ':' .. name end
local function text(number) return string.format('%.17g', number) end
local function runs(instance) return redis.call('EXISTS', key('instance', instance)) == 1 end

local function window(name)
  local found = redis.call('HMGET', key('window', name), 'end', 'total')
  return tonumber(found[1] or '0'), tonumber(found[2] or '0')
end
local function isOpen(ends, longest) return ends > now and (not longest or ends <= now + longest) end
local function setWindow(name, ends, total, after)
  redis.call('HSET', key('window', name), 'end', text(ends), 'total', text(total))
  redis.call('PEXPIREAT', key('window', name), text(ends + after))
end
local function addToWindow(name, amount)
  local ends, total = window(name)
  if not isOpen(ends, input.windowMs) then ends, total = now + input.windowMs, 0 end
  setWindow(name, ends, math.max(0, total + amount), 0)
  return ends
end

local function held(name)
  local fields, sum = redis.call('HGETALL', key('hold', name)), 0
  for i = 1, #fields, 2 do
    if runs(fields[i]) then sum = sum + tonumber(fields[i + 1]) else redis.call('HDEL', key('hold', name), fields[i]) end
  end
  return sum
end
local function addToHolds(instance, holds)
  for name, amount in pairs(holds) do
    local total = tonumber(redis.call('HGET', key('hold', name), instance) or '0') + amount
    if math.abs(total) < ${SMALLEST_HOLD} then redis.call('HDEL', key('hold', name), instance)
    else
      redis.call('HSET', key('hold', name), instance, text(total))
      redis.call('PEXPIRE', key('hold', name), ${HOLD_MS})
    end
  end
end

local operations = {}
function operations.take()
  if not runs(input.instance) then return { status = 'unknown-instance' } end
  local states = {}
  for i, check in ipairs(input.checks) do
    local ends, used = 0, 0
    if check.window then
      ends, used = window(check.window)
      local longest = nil
      if not check.isSum then longest = input.windowMs end
      if check.isSum and (check.isStale or not isOpen(ends)) then
        return { status = 'unopened', at = i - 1, now = now, endedAt = ends }
      end
      if not isOpen(ends, longest) then ends, used = 0, 0 end
    end
    if check.hold then used = used + held(check.hold) end
    states[i] = { used = used, endsAt = ends }
    if not input.isRead and used >= check.limit then
      return { status = 'refused', at = i - 1, now = now, states = states }
    end
  end
  if not input.isRead then
    for i, check in ipairs(input.checks) do
      if check.window and not check.isSum then states[i].endsAt = addToWindow(check.window, check.add) end
    end
    addToHolds(input.instance, input.holds)
  end
  return { status = 'taken', now = now, states = states }
end
function operations.settle()
  for _, add in ipairs(input.adds) do
    local ends, total = window(add.window)
    if add.isSum then
      if isOpen(ends) then setWindow(add.window, ends, total + add.amount, ${ENDED_SUM_MS}) end
    elseif add.amount > 0 or (isOpen(ends) and ends == add.endsAt) then addToWindow(add.window, add.amount) end
  end
  if runs(input.instance) then addToHolds(input.instance, input.holds) end
end
function operations.raise()
  local ends, total = window(input.window)
  if ends == input.endsAt then total = math.max(total, input.sum) else total = input.sum end
  setWindow(input.window, input.endsAt, total, ${ENDED_SUM_MS})
end
function operations.join()
  redis.call('DEL', key('instance', input.previous))
  redis.call('SET', key('instance', input.instance), now, 'PX', input.leaseMs)
  addToHolds(input.instance, input.holds)
end
function operations.renew() return redis.call('PEXPIRE', key('instance', input.instance), input.leaseMs) == 1 end
function operations.leave() redis.call('DEL', key('instance', input.instance)) end
local reply = operations[operation]()
return cjson.encode(reply)
`;
