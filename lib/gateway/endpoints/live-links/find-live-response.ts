/** Finds the response of a live link, on this instance or on another one that shares a Redis. */
import type { ResponseTrace } from "#lib/contract/response-trace.ts";
import type { Head, ResponseSummary } from "#lib/gateway/bodies/resumable/resumable-response.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import type { LiveLinkServices } from "./live-link-services.ts";

export type LiveResponse = {
  summary: ResponseSummary;
  /** Bytes at its beginning that are no longer stored. */
  droppedBytes: number;
  /** Waits for its beginning. @throws GatewayError 410 when it was stopped before, 503 when it has not begun */
  readHead(): Promise<Head>;
  /** Reads all that is stored of it, and goes on while it is in progress. */
  read(): AsyncIterator<Uint8Array>;
};

/** Returns undefined for a response that is no longer stored, or that this instance cannot reach. */
export async function findLiveResponse(
  of: { keyId: string; id: string },
  { services, client }: { services: LiveLinkServices; client: HttpRequest["client"] },
): Promise<LiveResponse | undefined> {
  const { resumables, sharing, bus } = services;
  const resumable = resumables.find(of);
  if (resumable) {
    const { body } = resumable;
    return {
      summary: resumable.summarize(),
      droppedBytes: body.start,
      readHead: async () => {
        const detach = resumable.attach();
        const left = Promise.withResolvers<never>();
        client.onDisconnect(() => left.reject(errors.clientClosedRequest()));
        return Promise.race([resumable.head, left.promise]).finally(detach);
      },
      read: () => namingErrors(resumable.read(body, { from: body.start, holds: false })),
    };
  }
  const stream = await sharing?.find("resumable", of);
  if (!sharing || !stream) return undefined;
  const { state, dialect, model, started_at } = JSON.parse(stream.about.trace ?? "{}") as ResponseTrace;
  const isLost = await sharing.isLost(stream);
  const from = (await sharing.streams.readRange(stream, "body"))?.start ?? 0;
  return {
    summary: { state: isLost ? "failed" : state, dialect, model, started_at },
    droppedBytes: from,
    async readHead() {
      const { head, ends } = stream.about;
      if (head !== undefined) return JSON.parse(head) as Head;
      if (ends !== undefined) throw errors.resumableStopped();
      throw isLost ? errors.resumableLost() : errors.liveResponseNotBegun();
    },
    read() {
      const onReading = () => bus.publish("reading-resumable", of);
      return namingErrors(sharing.read(stream, { part: "body", from, onReading }));
    },
  };
}

/** Replaces the error of a cut response, which names nothing that a watcher knows. */
function namingErrors(reader: AsyncIterableIterator<Uint8Array, undefined>): AsyncIterator<Uint8Array> {
  return {
    async next() {
      try {
        return await reader.next();
      } catch (error) {
        throw GatewayError.isInstance(error) ? error : errors.liveResponseCut();
      }
    },
    async return() {
      await reader.return?.();
      return { done: true, value: undefined };
    },
  };
}
