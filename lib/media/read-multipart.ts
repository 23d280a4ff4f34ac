/** Multipart bodies (RFC 2046; `multipart/form-data` of RFC 7578), read part by part. */
import { Dicer } from "@fastify/busboy";
import { errors } from "#lib/http/errors.ts";

export type PartHeaders = {
  /** Name of the form field; undefined outside of forms. */
  name: string | undefined;
  /** Name as the client sent it, without folders; undefined when the part is not a file. */
  filename: string | undefined;
  contentType: string | undefined;
};

/** Reads the part to its end, or throws; parts may overlap slightly. */
export type PartHandler = (headers: PartHeaders, bytes: AsyncIterable<Uint8Array>) => Promise<void>;

const MOST_PARTS = 100;
const LARGEST_HEADER = 16_384;

/**
 * Reads a body to its end. When it rejects, every handler has settled.
 * @throws GatewayError 400 when it is not well-formed multipart or was cut; also any error of the chunks or a handler
 */
export async function readMultipart({
  contentType,
  chunks,
  onPart,
}: {
  contentType: string;
  chunks: AsyncIterable<Uint8Array>;
  onPart: PartHandler;
}): Promise<void> {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => {});
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const parts: Dicer.PartStream[] = [];
  const handlers: Promise<void>[] = [];

  const parser = new Dicer({ boundary: readBoundary(contentType), ...{ maxHeaderSize: LARGEST_HEADER } });
  parser.on("part", (part) => {
    // The part emits the parser's error as well, which would end the process without a listener.
    part.on("error", () => {});
    // Throws through the parser's write: one chunk may hold thousands more parts, each of which would cost a stream.
    if (parts.length === MOST_PARTS) throw errors.multipartTooManyParts({ limit: MOST_PARTS });
    parts.push(part);
    const handler = collectHeaders(part).then((headers) => onPart(headers, part));
    handler.catch(fail);
    handlers.push(handler);
  });
  parser.on("finish", finish);
  parser.on("error", () => fail(errors.multipartNotClosed()));

  const iterator = chunks[Symbol.asyncIterator]();
  try {
    let closed = false;
    finished.then(() => {
      closed = true;
    });
    for (;;) {
      // A refusal does not wait for the client's next chunk.
      const { done, value } = await Promise.race([iterator.next(), failed]);
      if (done) break;
      // The parser does not call back for the chunk that holds the closing boundary; bytes after it are ignored.
      if (!closed) await Promise.race([written(parser, value), failed, finished]);
    }
    parser.end();
    await Promise.race([finished, failed]);
    if (parts.length === 0) throw errors.multipartWithoutParts();
    await Promise.race([Promise.all(handlers), failed]);
  } catch (error) {
    iterator.return?.()?.catch(() => {});
    for (const part of parts) part.destroy(error as Error);
    await Promise.allSettled(handlers);
    throw error;
  }
}

/**
 * Reads a part as text.
 * @param limit limit in bytes
 * @throws GatewayError 400 over the limit
 */
export async function readPartText(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > limit) throw errors.multipartTextTooLong({ limit });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function written(parser: Dicer, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(chunk, (error) => (error ? reject(errors.multipartMalformed({ reason: error.message })) : resolve()));
  });
}

/** @throws GatewayError 400 for another content type, or one without a boundary */
function readBoundary(contentType: string): string {
  const boundary = /^multipart\//i.test(contentType) ? readParameters(contentType).get("boundary") : undefined;
  if (!boundary || boundary.length > 200) throw errors.notMultipart({ contentType });
  return boundary;
}

type RawHeaders = Record<string, string[] | undefined>;

function collectHeaders(part: Dicer.PartStream): Promise<PartHeaders> {
  return new Promise((resolve, reject) => {
    part.once("header", (headers: RawHeaders) => resolve(readHeaders(headers)));
    // Fired for a part whose bytes, or whose end, come before a header.
    part.once("readable", () => reject(errors.multipartPartWithoutHeader()));
    part.once("error", () => reject(errors.multipartHeaderCut()));
  });
}

function readHeaders(headers: RawHeaders): PartHeaders {
  const disposition = readParameters(utf8(headers["content-disposition"]?.[0] ?? ""));
  const filename = decodeExtended(disposition.get("filename*")) ?? disposition.get("filename");
  return {
    name: disposition.get("name"),
    filename: filename?.replace(/^.*[\\/]/s, ""),
    contentType: headers["content-type"]?.[0],
  };
}

/** Returns the parameters after the first `;`, names in lower case. */
function readParameters(header: string): Map<string, string> {
  const found = header.matchAll(/;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/gs);
  return new Map(
    Array.from(found, ([, name = "", quoted, token]) => [
      name.toLowerCase(),
      // Only these two are escaped: old browsers send the backslashes of a path as they are.
      quoted?.replace(/\\(["\\])/g, "$1") ?? token ?? "",
    ]),
  );
}

/** Decodes RFC 8187: `UTF-8''na%C3%AFve.txt`. */
function decodeExtended(value: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/is.exec(value ?? "")?.[1];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** The parser returns headers byte by byte; clients send them in UTF-8. */
function utf8(header: string): string {
  return Buffer.from(header, "latin1").toString("utf8");
}
