/** A small JSON document from an upstream, whole: its model list, for example. */
import { GatewayError } from "#lib/http/gateway-error.ts";
import { send } from "./send.ts";
import type { Upstream } from "./upstream.ts";

const LARGEST = 16 * 1024 * 1024;

/** @throws GatewayError when the upstream cannot be reached, refuses, takes longer than `timeoutMs`, or sends no JSON */
export function fetchJson({
  upstream,
  path,
  timeoutMs,
}: {
  upstream: Upstream;
  path: string;
  timeoutMs: number;
}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (error: GatewayError) => {
      clearTimeout(timer);
      sending.cancel();
      reject(error);
    };
    const refuse = (message: string) =>
      settle(new GatewayError({ status: 502, message: `The upstream "${upstream.id}" ${message}.` }));
    const timer = setTimeout(() => refuse(`did not answer ${path} within ${timeoutMs} ms`), timeoutMs);
    const sending = send({
      upstream,
      request: {
        method: "GET",
        path,
        headers: upstream.requestHeaders[upstream.dialects[0] ?? upstream.media[0] ?? ""]?.reply ?? {},
      },
      receiver: {
        onHeaders(status) {
          if (status !== 200) refuse(`answered ${path} with status ${status}`);
        },
        onData(chunk) {
          size += chunk.length;
          if (size > LARGEST) refuse(`sent more than ${LARGEST} bytes for ${path}`);
          else chunks.push(chunk);
        },
        onEnd() {
          try {
            resolve(JSON.parse(Buffer.concat(chunks).toString()));
            clearTimeout(timer);
          } catch {
            refuse(`sent no JSON for ${path}`);
          }
        },
        onError: settle,
      },
    });
  });
}
