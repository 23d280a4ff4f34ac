/** Reads the body of a lane's response, whatever kind it is, as chunks that are pulled. */
import { type EndpointResponse, isAsyncIterable } from "#lib/gateway/request/endpoint.ts";
import { errors } from "#lib/http/errors.ts";
import type { BodyStream } from "#lib/http/http-message.ts";
import type { HeldLog } from "./hold-log.ts";

/** Bytes that wait before the lane is paused. */
const MOST_WAITING = 256 * 1024;

export type BodyReader = { next(): Promise<Buffer | undefined>; cancel(): void };

export function readBody(body: EndpointResponse["body"], held: HeldLog): BodyReader {
  if (typeof body === "string" || body instanceof Uint8Array) {
    let rest: Buffer | undefined = toBuffer(body);
    return {
      async next() {
        const chunk = rest;
        rest = undefined;
        return chunk;
      },
      cancel() {},
    };
  }
  if (!isAsyncIterable(body)) return readPushed(body, held);
  const iterator = body[Symbol.asyncIterator]();
  return {
    async next() {
      const { done, value } = await iterator.next();
      return done ? undefined : toBuffer(value);
    },
    cancel: () => void Promise.resolve(iterator.return?.()).catch(() => {}),
  };
}

function readPushed(body: BodyStream, held: HeldLog): BodyReader {
  const chunks: Buffer[] = [];
  let waiting = 0;
  let isFull = false;
  let end: { error?: unknown } | undefined;
  let wake: (() => void) | undefined;
  let hasStarted = false;

  function finish(error?: unknown): void {
    end ??= error === undefined ? {} : { error };
    wake?.();
  }

  return {
    async next() {
      if (!hasStarted) {
        hasStarted = true;
        held.onLeave = () => finish(errors.clientClosedRequest());
        body.start({
          write(chunk) {
            const bytes = toBuffer(chunk);
            chunks.push(bytes);
            waiting += bytes.length;
            wake?.();
            isFull = waiting > MOST_WAITING;
            return !isFull;
          },
          end: () => finish(),
          fail: finish,
        });
      }
      while (chunks.length === 0 && !end) {
        if (isFull) {
          isFull = false;
          body.resume();
          continue;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = undefined;
      }
      const chunk = chunks.shift();
      if (chunk) {
        waiting -= chunk.length;
        return chunk;
      }
      if (end && "error" in end) throw end.error;
      return undefined;
    },
    cancel: () => body.cancel(),
  };
}

/** @throws GatewayError 403 for a body that is larger than `limit` bytes */
export async function readWholeBody(reader: BodyReader, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for (let chunk = await reader.next(); chunk; chunk = await reader.next()) {
    size += chunk.length;
    if (size > limit) {
      reader.cancel();
      throw errors.hookCannotCheck({ problem: `the response is larger than ${limit} bytes` });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toBuffer(chunk: Uint8Array | string): Buffer {
  if (typeof chunk === "string") return Buffer.from(chunk);
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
