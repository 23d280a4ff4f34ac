/** Refuses a PDF that inflates to far more than its size: the PDF library would hold all of it in memory at once. */
import { Readable } from "node:stream";
import { constants, createInflate, inflateSync } from "node:zlib";

/** Error of a document that needs more work than the sandbox does; the message is a clause without a subject. */
export class ExcessiveDocument extends Error {}

const MEGABYTE = 1024 * 1024;
const MOST_OF_ONE = 16 * MEGABYTE;
const MOST_OF_ALL = 64 * MEGABYTE;
const INFLATES = `it inflates to more than ${MOST_OF_ONE / MEGABYTE} MB in one stream or ${MOST_OF_ALL / MEGABYTE} MB in all`;
const MOST_STREAMS = 10_000;
/** Limit on streams that are empty or do not inflate. */
const MOST_EMPTY = 1_000;
const MOST_PAGES = 10_000;
/** Limit on streams that are inflated in one step, which is faster; most are smaller. */
const SMALL = MEGABYTE;
const CHUNK = 256 * 1024;
/** Limit on objects in one stream, all of which are parsed to find one of them. */
const MOST_OBJECTS = 20_000;
const LAST_OF_END = "d".charCodeAt(0);
/** Bytes before a stream that are searched for its dictionary. */
const DICTIONARY = 1_000;
/** Bytes after a stream's keyword that are searched for the end of the line. */
const LINE = 40;

/** @throws ExcessiveDocument before anything has been parsed */
export async function refuseExcessivePdf(bytes: Buffer): Promise<void> {
  refuseCountedPages(bytes);
  let left = MOST_OF_ALL;
  let streams = 0;
  let empty = 0;
  for (const data of deflatedStreams(bytes)) {
    if (++streams > MOST_STREAMS) throw new ExcessiveDocument(`it has more than ${MOST_STREAMS} streams`);
    const size = await measureInflated(data, Math.min(left, MOST_OF_ONE));
    left -= size;
    if (size === 0 && ++empty > MOST_EMPTY)
      throw new ExcessiveDocument(`more than ${MOST_EMPTY} of its streams are empty`);
  }
}

/** @throws ExcessiveDocument */
export function refuseManyPages(pages: number): void {
  if (pages > MOST_PAGES) throw new ExcessiveDocument(`it has more than ${MOST_PAGES} pages`);
}

/** Checks `/Count 1000000` in the tree of the pages. */
function refuseCountedPages(bytes: Buffer): void {
  for (let at = bytes.indexOf("/Count"); at !== -1; at = bytes.indexOf("/Count", at + 1)) {
    const [, count] = /^\/Count\s*(\d+)/.exec(bytes.toString("latin1", at, at + 40)) ?? [];
    refuseManyPages(Number(count ?? 0));
  }
}

/**
 * Yields everything after a `stream` that begins like deflated data, to the end of the file: lengths and filters may be
 * wrong.
 */
function* deflatedStreams(bytes: Buffer): Generator<Buffer> {
  let last = 0;
  for (let at = bytes.indexOf("stream"); at !== -1; at = bytes.indexOf("stream", at + 1)) {
    if (bytes[at - 1] === LAST_OF_END) continue;
    const data = dataAfter(bytes, at);
    if (!isDeflated(data)) continue;
    const dictionary = bytes.toString("latin1", Math.max(last, at - DICTIONARY), at);
    last = at;
    const [, objects] = /\/N\s+(\d+)/.exec(dictionary) ?? [];
    if (Number(objects ?? 0) > MOST_OBJECTS) {
      throw new ExcessiveDocument(`it has more than ${MOST_OBJECTS} objects in one stream`);
    }
    // Images are large and are never inflated: only text is read.
    if (!/\/Subtype\s*\/Image\b/.test(dictionary)) yield data;
  }
}

/** The data begins on the line after the keyword. */
function dataAfter(bytes: Buffer, at: number): Buffer {
  const [line = ""] = /^.*?(?:\r\n|\r|\n)/.exec(bytes.toString("latin1", at, at + LINE)) ?? [];
  return bytes.subarray(at + line.length);
}

/** Checks the two bytes of a zlib header. */
function isDeflated(data: Uint8Array): boolean {
  const [method = 0, flags = 0] = data;
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
}

async function measureInflated(data: Buffer, most: number): Promise<number> {
  try {
    const inflated = inflateSync(data, {
      maxOutputLength: Math.max(1, Math.min(SMALL, most)),
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    refuseCountedPages(inflated);
    return inflated.length + (isDeflated(inflated) ? await measureStepwise([inflated], most) : 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") {
      return measureStepwise(slices(data), most);
    }
    if (error instanceof ExcessiveDocument) throw error;
    // Damaged data ends at the damage.
    return 0;
  }
}

/** Holds only a few chunks of inflated data, and also inflates data that was deflated twice. */
async function measureStepwise(data: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, most: number): Promise<number> {
  let size = 0;
  const counted = async function* () {
    for await (const chunk of inflate(data)) {
      size += chunk.length;
      if (size > most) throw new ExcessiveDocument(INFLATES);
      refuseCountedPages(chunk);
      yield chunk;
    }
  };
  const chunks = counted();
  const first = await chunks.next();
  if (first.done) return size;
  const rest = (async function* () {
    yield first.value;
    yield* chunks;
  })();
  if (isDeflated(first.value)) return (await measureStepwise(rest, most)) + size;
  for await (const _ of rest);
  return size;
}

async function* inflate(data: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const inflater = createInflate({ chunkSize: CHUNK, finishFlush: constants.Z_SYNC_FLUSH });
  const source = Readable.from(data);
  source.on("error", (error) => inflater.destroy(error));
  try {
    yield* source.pipe(inflater);
  } catch (error) {
    if (error instanceof ExcessiveDocument) throw error;
  } finally {
    source.destroy();
    inflater.destroy();
  }
}

function* slices(data: Buffer): Generator<Buffer> {
  for (let at = 0; at < data.length; at += CHUNK) yield data.subarray(at, at + CHUNK);
}
