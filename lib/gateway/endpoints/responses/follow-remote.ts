/** Follows the events of a background response that another instance runs or ran. */
import type { Dialect } from "#lib/dialects/dialect.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { ResponseServices } from "./background-responses.ts";
import { streamEvents } from "./respond-in-background.ts";

/**
 * @param options `from`: sequence number of the first event
 * @returns undefined when no instance has the events
 */
export async function followRemote(
  { services: { sharing }, principal: { keyId }, log }: RequestContext<ResponseServices>,
  { id, from, dialect }: { id: string; from: number; dialect: Dialect },
): Promise<EndpointResponse | undefined> {
  const stream = await sharing?.find("background", { keyId, id });
  if (!sharing || !stream) return undefined;
  const reader = sharing.read(stream, { part: "body", from: 0 });
  return streamEvents(skipEvents(reader, from), { isLate: stream.about.ends === undefined, log, dialect });
}

/** Skips the first events of a stream. An event is never cut over two chunks, and has no blank line in it. */
function skipEvents(
  reader: AsyncIterableIterator<Uint8Array, undefined>,
  count: number,
): AsyncIterableIterator<Uint8Array, undefined> {
  let left = count;
  const rest: AsyncIterableIterator<Uint8Array, undefined> = {
    async next() {
      for (;;) {
        const { done, value } = await reader.next();
        if (done) return { done: true, value: undefined };
        const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
        let from = 0;
        while (left > 0 && from < bytes.length) {
          const end = bytes.indexOf("\n\n", from);
          from = end < 0 ? bytes.length : end + 2;
          left -= 1;
        }
        if (from < bytes.length) return { done: false, value: bytes.subarray(from) };
      }
    },
    return: async () => (await reader.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]: () => rest,
  };
  return rest;
}
