/** Writes the requests of a conversation as an HTTP archive (HAR 1.2), which any browser's developer tools can open. */
import { getRawEvent, type TraceEvent } from "#lib/playground/streams/event-log.ts";
import { readRequestHeaders, readRequestLine, type Trace, type TraceHeader } from "#lib/playground/trace/trace.ts";

/** A field of a form; a file's value is its bytes in base64. */
export type HarField = { name: string; value: string; fileName?: string; contentType?: string; comment?: string };

export type HarRecord = Trace & {
  /** Number of base64 files in it that are shortened to their beginning. */
  shortened?: number;
  /** The body, when it was a form. */
  form?: readonly HarField[];
};

/** @param origin of the gateway, such as `http://localhost:3000` */
export function writeHar({
  title,
  records,
  origin,
}: {
  title: string;
  /** In any order; records of older versions have no time and come first. */
  records: readonly HarRecord[];
  origin: string;
}): string {
  const sorted = records.toSorted((one, other) => (one.startedAt ?? 0) - (other.startedAt ?? 0));
  const page = {
    startedDateTime: toDate(sorted[0]?.startedAt),
    id: "conversation",
    title,
    pageTimings: { onContentLoad: -1, onLoad: -1 },
  };
  const log = {
    version: "1.2",
    creator: { name: "Parlance", version: "1" },
    pages: [page],
    entries: sorted.map((record) => toEntry(record, origin)),
  };
  return JSON.stringify({ log }, null, 2);
}

function toEntry(record: HarRecord, origin: string): object {
  const { timings = {}, events } = record;
  const last = events.at(-1)?.at ?? 0;
  const end = timings.end ?? last;
  const wait = Math.min(timings.headers ?? events[0]?.at ?? end, end);
  return {
    pageref: "conversation",
    startedDateTime: toDate(record.startedAt),
    time: end,
    request: toRequest(record, origin),
    response: toResponse(record),
    cache: {},
    timings: { send: 0, wait, receive: end - wait },
    ...commentOn(record),
    // Arrival times of the events; other readers ignore fields with an underscore.
    _events: events.map(({ at }) => at),
  };
}

function commentOn({ droppedCount, shortened = 0 }: HarRecord): { comment?: string } {
  const files = shortened === 1 ? "1 file in base64 is" : `${shortened} files in base64 are`;
  const notes = [
    ...(droppedCount > 0 ? [`The first ${droppedCount} events of the response were not saved.`] : []),
    ...(shortened > 0
      ? [`${files} shortened, for the bytes are not stored here: unfinished previews, or files that were deleted.`]
      : []),
  ];
  return notes.length > 0 ? { comment: notes.join(" ") } : {};
}

const getMimeType = (record: HarRecord): string =>
  readRequestHeaders(record).find(([name]) => name === "content-type")?.[1] ?? "application/json";

function toRequest(record: HarRecord, origin: string): object {
  const { method, path } = readRequestLine(record);
  const url = new URL(path, origin);
  return {
    method,
    url: url.href,
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: readRequestHeaders(record).map(toNamed),
    queryString: [...url.searchParams].map(toNamed),
    postData: record.form
      ? { mimeType: "multipart/form-data", params: record.form }
      : { mimeType: getMimeType(record), text: record.request },
    headersSize: -1,
    bodySize: byteLength(record.request),
  };
}

function toResponse({ status = 200, responseHeaders, events }: HarRecord): object {
  const text = events.map(getText).join("");
  const named = responseHeaders?.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const mimeType = named ?? (events.some(({ form }) => form === "body") ? "application/json" : "text/event-stream");
  return {
    status,
    statusText: "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: (responseHeaders ?? []).map(toNamed),
    content: { size: byteLength(text), mimeType, text },
    redirectURL: "",
    headersSize: -1,
    bodySize: -1,
  };
}

const getText = (event: TraceEvent): string => (event.form === "body" ? event.data : (event.raw ?? getRawEvent(event)));
const toNamed = ([name, value]: TraceHeader) => ({ name, value });
const toDate = (time = 0): string => new Date(time).toISOString();
const byteLength = (text: string): number => new TextEncoder().encode(text).length;
