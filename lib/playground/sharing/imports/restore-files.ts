/** Recorded requests hold files in base64 only by their beginning; where the bytes are still stored they are put back. */
import type { WireExchange } from "#lib/playground/trace/wire-record.ts";
import type { HarRecord } from "../exports/write-har.ts";

/** As `shortenFiles` and `shortenBase64` write it; records of older versions do not say how long it was. */
const SHORTENED = /"(data:[^;"]*;base64,)?([\w+/=-]{64}|[\w+/=-]{24})…(?: ([\d,]+) characters)?"/g;

/** @param load gives in base64 what may be among that which was shortened; asked only if something was */
export async function restoreRecord(record: WireExchange, load: () => Promise<readonly string[]>): Promise<HarRecord> {
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

/** Two pictures of the same kind can begin alike: then neither is taken. */
function findWhole(
  stored: readonly string[],
  { head, length }: { head: string /** 0 where it is not known. */; length: number },
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
