import { type EndpointResponse, isAsyncIterable } from "#lib/gateway/request/endpoint.ts";

type Body = EndpointResponse["body"];

/**
 * Copies a body on its way to the client.
 * @param limit largest body in bytes; of a larger one nothing is collected
 * @returns `collected`: the bytes of a body that was sent to its end, otherwise undefined
 */
export function collectBody(body: Body, limit: number): { body: Body; collected: () => Buffer | undefined } {
  const chunks: Buffer[] = [];
  let size = 0;
  let isWhole = false;

  function add(chunk: Uint8Array | string): void {
    size += chunk.length;
    if (size > limit) chunks.length = 0;
    else chunks.push(Buffer.from(chunk as Uint8Array));
  }
  const collected = () => (isWhole && size <= limit ? Buffer.concat(chunks) : undefined);

  if (typeof body === "string" || body instanceof Uint8Array) {
    add(body);
    isWhole = true;
    return { body, collected };
  }
  if (!isAsyncIterable(body)) {
    return {
      collected,
      body: {
        start: (sink) =>
          body.start({
            write(chunk) {
              add(chunk);
              return sink.write(chunk);
            },
            end() {
              isWhole = true;
              sink.end();
            },
            fail: (error) => sink.fail(error),
          }),
        resume: () => body.resume(),
        cancel: () => body.cancel(),
      },
    };
  }
  const iterator = body[Symbol.asyncIterator]();
  const copied: AsyncIterableIterator<Uint8Array | string> = {
    async next() {
      const step = await iterator.next();
      if (step.done) isWhole = true;
      else add(step.value);
      return step;
    },
    return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]: () => copied,
  };
  return { body: copied, collected };
}
