/** Writes `multipart/form-data` (RFC 7578) without ever holding its files. */
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { createPieceRing, type TakeMemory } from "./piece-ring.ts";

export type FormPart =
  | { name: string; value: string }
  | {
      name: string;
      filename: string;
      mediaType: string;
      size: number;
      chunks(take?: TakeMemory): AsyncIterable<Uint8Array>;
    };

/**
 * Writes a form as the body of a request: its headers, and its bytes, opened for each attempt. Pass the bytes on with
 * back-pressure and do not store them: a file's pieces share memory (piece-ring.ts).
 */
export function writeMultipart(parts: readonly FormPart[]): {
  headers: { "content-type": string; "content-length": string };
  content: () => Readable;
} {
  const boundary = `parlance-${randomUUID()}`;
  const heads = parts.map((part) => Buffer.from(`--${boundary}\r\n${headOf(part)}\r\n\r\n`));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const length = parts.reduce(
    (sum, part, index) => sum + (heads[index] as Buffer).length + sizeOf(part) + 2,
    end.length,
  );

  async function* write(): AsyncGenerator<Uint8Array, void, void> {
    const take = createPieceRing();
    for (const [index, part] of parts.entries()) {
      yield heads[index] as Buffer;
      if ("value" in part) yield Buffer.from(`${part.value}\r\n`);
      else {
        yield* part.chunks(take);
        yield LINE_END;
      }
    }
    yield end;
  }

  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}`, "content-length": String(length) },
    content: () => Readable.from(write(), { objectMode: false }),
  };
}

const LINE_END = Buffer.from("\r\n");

function sizeOf(part: FormPart): number {
  return "value" in part ? Buffer.byteLength(part.value) : part.size;
}

function headOf(part: FormPart): string {
  const name = `Content-Disposition: form-data; name="${quoted(part.name)}"`;
  if ("value" in part) return name;
  return `${name}; filename="${quoted(part.filename)}"\r\nContent-Type: ${part.mediaType}`;
}

/** Quotes as browsers do (HTML, multipart/form-data encoding). */
function quoted(text: string): string {
  return text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}
