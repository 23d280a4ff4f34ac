const UNITS_MS: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 604_800_000, y: 31_536_000_000 };
const LATEST_MS = 8_640_000_000_000_000;

/**
 * Parses the expiry of a key: a span from now (`12h`, `30d`, `8w`, `1y`) or an ISO date or time (`2027-01-01`, from its
 * midnight UTC).
 * @returns Unix milliseconds; undefined when it is neither, or is not in the future
 */
export function parseExpiry(text: string, now: number): number | undefined {
  const time = parseSpan(text, now) ?? parseDate(text);
  return time !== undefined && time > now && time <= LATEST_MS ? time : undefined;
}

/**
 * Reads an age: a span such as `30d` before now, or a past date such as `2026-01-31`.
 * @returns Unix milliseconds; undefined for another text or the future
 */
export function parseAge(text: string, now: number): number | undefined {
  const span = parseSpan(text, 0);
  const time = span === undefined ? parseDate(text) : now - span;
  return time !== undefined && time <= now && time >= 0 ? time : undefined;
}

function parseSpan(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d+)([hdwy])$/.exec(text) ?? [];
  const unitMs = unit && UNITS_MS[unit];
  return unitMs ? now + Number(count) * unitMs : undefined;
}

function parseDate(text: string): number | undefined {
  const [day] = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(text) ?? [];
  const time = Date.parse(text);
  if (!day || Number.isNaN(time)) return undefined;
  // Date.parse reads the 30th of February as the 2nd of March.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? time : undefined;
}
