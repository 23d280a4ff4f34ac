/**
 * Restores base64 in recorded requests, which contain only the beginning of each file, when the bytes are still stored.
 */
import type { Trace } from "#lib/playground/trace/trace.ts";
import type { HarRecord } from "../exports/write-har.ts";

/** Base64 as `shortenFiles` and `shortenBase64` shorten it; records of older versions omit the length. */
const SHORTENED = /"(data:[^;"]*;base64,)?([\w+/=-]{64}|[\w+/=-]{24})…(?: ([\d,]+) characters)?"/g;

/** @param load returns in base64 the files that may have been shortened; called only if any was */
export async function restoreRecord(record: Trace, load: () => Promise<readonly string[]>): Promise<HarRecord> {
  const texts = [record.request, ...record.events.flatMap(({ data, raw }) => (raw === undefined ? data : []))];
  if (!texts.some((text) => text.search(SHORTENED) >= 0)) return record;
  const stored = await load();
  let shortened = 0;
  const restore = (text: string) =>
    text.replace(SHORTENED, (all, prefix: string | undefined, head: string, count: string | undefined) => {
      const whole = findWhole(stored, { head, length: Number(count?.replaceAll(",", "") ?? 0) });
      if (whole === undefined) shortened += 1;
      return whole === undefined ? all : `"${prefix ?? ""}${whole}"`;
    });
  const events = record.events.map((event) =>
    event.raw === undefined ? { ...event, data: restore(event.data) } : event,
  );
  return { ...record, request: restore(record.request), events, shortened };
}

/** Finds the whole file. Two images of one type can begin alike: then neither is used. */
function findWhole(
  stored: readonly string[],
  { head, length }: { head: string /** 0 when unknown. */; length: number },
): string | undefined {
  const inUrls = /[-_]/.test(head);
  const found = new Set(
    stored.flatMap((base64) => {
      const given = inUrls ? base64.replaceAll("+", "-").replaceAll("/", "_") : base64;
      const bare = given.replace(/=+$/, "");
      if (!given.startsWith(head)) return [];
      if (length === 0 || length === given.length) return [given];
      return length === bare.length ? [bare] : [];
    }),
  );
  const [first] = found;
  return found.size === 1 ? first : undefined;
}
