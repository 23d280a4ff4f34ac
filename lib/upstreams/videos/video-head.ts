/** Reads the head of a response for its bytes: their offset, and the total size (RFC 9110 §14). */
import type { Dispatcher } from "undici";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { readUpstreamError } from "../read-upstream-error.ts";
import type { ResponseHeaders } from "../receiver.ts";
import { isRetriedStatus } from "../retry-rule.ts";
import { isJson, isUnexpected, unexpectedBodyError } from "../unexpected-body-error.ts";
import type { VideoTarget } from "./video-target.ts";

/** State of a download. */
export type Progress = {
  /** Bytes in the file. */
  received: number;
  /** Size of the whole video, if a response named it. */
  total?: number | undefined;
  /** Validator that identifies this version of the file. */
  validator?: string | undefined;
};

/** Failure of one attempt. */
export type Fault = {
  error: GatewayError;
  /** Response headers, which may have a retry time. */
  headers?: ResponseHeaders;
  /** True when a retry would fail in the same way. */
  final?: boolean;
};

/** Limit on an error's text, in bytes. */
const LONGEST_TEXT = 65_536;

/** Returns headers that request the missing bytes; the whole video when nothing identifies its version. */
export function writeRange({ received, total, validator }: Progress): Record<string, string> {
  if (received === 0 || (total === undefined && validator === undefined)) return {};
  return { range: `bytes=${received}-`, ...(validator !== undefined ? { "if-range": validator } : {}) };
}

/** Reads a response's head into `progress`; returns undefined when its body continues at `progress.received`. */
export async function readVideoHead(
  { upstream, readError }: VideoTarget,
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  progress: Progress,
): Promise<Fault | undefined> {
  const { "content-encoding": encoding = "identity" } = headers;
  if (encoding !== "identity") {
    await body.dump();
    return { error: errors.upstreamVideoCompressed({ provider: upstream.id }), final: true };
  }
  const answered = { status, headers };
  if (status < 300 && status !== 206 && (isUnexpected(answered, "a video") || isJson(headers))) {
    const text = Buffer.from(await readText(body));
    return {
      error: unexpectedBodyError({ ...answered, upstream, expected: "a video", body: text, readError }),
      final: true,
    };
  }
  if (status === 200) {
    progress.received = 0;
    progress.total = wholeNumber(headers["content-length"]);
    progress.validator = readValidator(headers);
    return undefined;
  }
  if (status === 206 && continuesRange(headers, progress)) return undefined;
  if (status < 400 || status === 416) {
    await body.dump();
    progress.received = 0;
    return { error: errors.upstreamVideoRangeWrong({ provider: upstream.id, status }) };
  }
  const text = await readText(body);
  const error = readUpstreamError({ status, headers, body: text, upstream, readError });
  return { error, headers, final: !isRetriedStatus(status) };
}

/** Returns true when a partial response starts at the requested offset of the same video. */
function continuesRange(headers: ResponseHeaders, progress: Progress): boolean {
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(String(headers["content-range"])) ?? [];
  if (Number(start) !== progress.received) return false;
  const whole = wholeNumber(total);
  if (whole !== undefined && progress.total !== undefined && whole !== progress.total) return false;
  progress.total ??= whole;
  return true;
}

/** A weak tag says that two files are equivalent, not that their bytes are the same. */
function readValidator({ etag, "last-modified": date }: ResponseHeaders): string | undefined {
  if (typeof etag === "string" && etag.startsWith('"')) return etag;
  return typeof date === "string" ? date : undefined;
}

function wholeNumber(text: unknown): number | undefined {
  return typeof text === "string" && /^\d+$/.test(text) ? Number(text) : undefined;
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= LONGEST_TEXT) break;
    }
  } catch {
    // On failure, the text so far is enough.
  }
  return Buffer.concat(chunks).subarray(0, LONGEST_TEXT).toString("utf8");
}
