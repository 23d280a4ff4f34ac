/** Sends one request to the server under test and collects what comes, however it ends. */

import type { DoctorWire } from "#lib/contract/doctor.ts";
import { SECRET_PATTERNS } from "#lib/http/secret-patterns.ts";
import { collectBody } from "#lib/upstreams/collect-body.ts";
import type { ResponseHeaders } from "#lib/upstreams/receiver.ts";
import { redactAddress, redactHeaders } from "#lib/upstreams/redact-headers.ts";
import { send, type UpstreamRequest } from "#lib/upstreams/send.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { totalTimeoutError } from "#lib/upstreams/upstream-error.ts";

/** Largest response that is read, in bytes: no probe asks for more than a few thousand tokens. */
const LARGEST_RESPONSE = 4 * 1024 * 1024;
/** Characters of a body in a report, in its beginning and its end together. */
const LONGEST_BODY = 6_000;
/** Longest match of a secret's pattern, in characters. */
const LONGEST_SECRET = 21_000;

export type ServerResponse = {
  /** 0 when no response came. */
  status: number;
  headers: ResponseHeaders;
  body: Buffer;
  /** `left`: the connection was closed on purpose, when the first bytes had come. */
  end: "whole" | "left" | "failed" | "cancelled";
  /** Reason of a failure: no connection, a time limit, a body that is too large. */
  fault: string | undefined;
  ms: number;
  wire: DoctorWire;
};

/**
 * @param leaves closes the connection at the first bytes of the body
 * @returns never rejects
 */
export function callServer({
  upstream,
  request,
  timeoutMs,
  signal,
  leaves = false,
}: {
  upstream: Upstream;
  request: UpstreamRequest & { body?: string };
  timeoutMs: number;
  signal: AbortSignal;
  leaves?: boolean;
}): Promise<ServerResponse> {
  const started = performance.now();
  return new Promise((resolve) => {
    let status = 0;
    let headers: ResponseHeaders = {};
    const chunks: Buffer[] = [];
    let collected = 0;
    const end = (kind: ServerResponse["end"], fault?: string, body: Buffer = Buffer.concat(chunks)) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      if (kind !== "whole") sending?.cancel();
      const ms = Math.round(performance.now() - started);
      const wire = describeWire({ upstream, request, status, headers, body });
      resolve({ status, headers, body, end: kind, fault: fault && hideSecrets(fault, upstream), ms, wire });
    };
    const cancel = () => end("cancelled");
    const timer = setTimeout(() => end("failed", totalTimeoutError(upstream, timeoutMs).message), timeoutMs);
    const collector = collectBody(LARGEST_RESPONSE, (body, whole) =>
      whole
        ? end("whole", undefined, body)
        : end("failed", `The response is larger than ${LARGEST_RESPONSE / 1024 / 1024} MB.`, body),
    );
    let sending: ReturnType<typeof send> | undefined;
    if (signal.aborted) return cancel();
    signal.addEventListener("abort", cancel);
    sending = send({
      upstream,
      request,
      receiver: {
        onHeaders(received, receivedHeaders) {
          status = received;
          headers = receivedHeaders;
        },
        onData(chunk) {
          // For a response that does not end.
          if (collected < LONGEST_BODY) chunks.push(chunk);
          collected += chunk.length;
          if (leaves && status < 400) end("left");
          else collector.onData(chunk);
        },
        onEnd: collector.onEnd,
        onError: ({ message }) => end("failed", message),
      },
    });
  });
}

function describeWire({
  upstream,
  request: { method, path, headers: sent, body: requestBody },
  status,
  headers,
  body,
}: {
  upstream: Upstream;
  request: UpstreamRequest & { body?: string };
  status: number;
  headers: ResponseHeaders;
  body: Buffer;
}): DoctorWire {
  const { redact } = upstream;
  return {
    method,
    url: hideSecrets(upstream.origin + redactAddress(upstream.basePath + path), upstream),
    request_headers: redactHeaders(sent, { redact }),
    request_body: requestBody === undefined ? null : writeExcerpt(requestBody, upstream),
    status: status === 0 ? null : status,
    response_headers: redactHeaders(headers, { redact }),
    response_body: writeExcerpt(body.toString("utf8"), upstream),
  };
}

function hideSecrets(text: string, { redact }: Upstream): string {
  return SECRET_PATTERNS.reduce((shown, pattern) => shown.replace(pattern, "[redacted]"), redact(text));
}

/** Hides secrets near the places of a long text that are shown, then cuts it to them. */
function writeExcerpt(text: string, upstream: Upstream): string {
  const half = LONGEST_BODY / 2;
  const near = half + LONGEST_SECRET;
  if (text.length <= 2 * near) return cutMiddle(hideSecrets(text, upstream), text.length, half);
  const [head, tail] = [text.slice(0, near), text.slice(-near)].map((part) => hideSecrets(part, upstream));
  return cutMiddle(`${head}${tail}`, text.length, half);
}

/** @param length of the whole text, in characters */
function cutMiddle(text: string, length: number, half: number): string {
  if (text.length <= 2 * half) return text;
  return `${text.slice(0, half)}\n… ${length.toLocaleString("en")} characters in all …\n${text.slice(-half)}`;
}
