/** Reads a request's JSON body. */
import { isUtf8 } from "node:buffer";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type AbridgedJson, abridgeJson } from "#lib/http/abridge-json.ts";
import { errors } from "#lib/http/errors.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import { requireShape } from "#lib/http/json-shape.ts";
import { JSON_LIMITS } from "../limits.ts";

export type JsonBody = {
  value: unknown;
  /** Text that `value` was parsed from. */
  text: string;
  size: number;
  /** Present when long strings were cut from `value` and `text`; it has the whole body. */
  abridged?: AbridgedBody | undefined;
};

/** Abridged body, whose `skeleton` is the parsed text. */
export type AbridgedBody = Pick<AbridgedJson, "toOriginal" | "parseWhole"> & { bytes: Buffer; skeleton: string };

/**
 * Minimum bytes of a body that is abridged if possible, and read in steps with turns for streams between them, which
 * would otherwise be blocked.
 */
export const LARGE_BODY = 256 * 1024;

/**
 * @param limit limit in bytes
 * @param abridge true when a large body may lose the middle of its long strings
 * @throws GatewayError 415 for another content type, 413 over the limit, 400 when it is not well-formed JSON or its
 * shape exceeds `JSON_LIMITS`
 */
export async function readJson(
  { headers, body }: HttpRequest,
  limit: number,
  { abridge = false }: { abridge?: boolean } = {},
): Promise<JsonBody> {
  requireJson(headers);
  const received = await body.bytes(limit);
  if (received.length === 0) throw errors.bodyEmpty();
  const isLarge = received.length >= LARGE_BODY;
  if (isLarge) await nextTurn();
  if (!isUtf8(received)) throw errors.bodyNotUtf8();
  const bytes = Buffer.from(received.buffer, received.byteOffset, received.byteLength);
  if (isLarge) await nextTurn();
  const abridged = abridge && isLarge ? abridgeJson(bytes) : undefined;
  if (isLarge) await nextTurn();
  const size = bytes.length;
  // Cut strings do not change the shape.
  requireShape(abridged?.skeleton ?? bytes, JSON_LIMITS);
  if (!abridged) {
    const text = bytes.toString("utf8");
    if (isLarge) await nextTurn();
    return { value: parse(text), text, size };
  }
  try {
    const parsed = parseText(abridged.skeleton);
    return { ...parsed, size, abridged: { ...abridged, bytes, skeleton: parsed.text } };
  } catch {
    // Parses the whole body, so that the error has the right position.
    return { ...parseText(bytes), size };
  }
}

function parseText(bytes: Buffer): Pick<JsonBody, "value" | "text"> {
  const text = bytes.toString("utf8");
  return { value: parse(text), text };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The parser quotes the body, which may be private; the position is enough.
    const place = /at position \d+(?: \(line \d+ column \d+\))?/.exec((cause as Error).message)?.[0];
    throw errors.invalidJson({ place, cause });
  }
}

function requireJson(headers: HttpRequest["headers"]): void {
  const type = headers["content-type"];
  if (type !== undefined && !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(String(type))) {
    throw errors.wrongContentType({ contentType: String(type) });
  }
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw errors.compressedBody({ encoding: String(encoding) });
  }
}
