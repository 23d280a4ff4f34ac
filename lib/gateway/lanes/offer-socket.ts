/** Offers a WebSocket to the upstream of a request that came over one itself. */
import type { Dialect } from "#lib/dialects/dialect.ts";
import type { OverSocket } from "#lib/upstreams/send-over-socket.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { LARGEST_ERROR, LARGEST_EVENT } from "../limits.ts";
import type { CallContext } from "./call-context.ts";
import { replaceModel } from "./replace-model.ts";

type Context = Omit<CallContext, "dialect"> & { dialect: Pick<Dialect, "readError"> };

/** Returns undefined for a request over HTTP, and for an upstream that takes no messages. */
export function offerSocket(context: Context, upstream: Upstream, model: string): OverSocket | undefined {
  const { request, dialect, wire } = context;
  const { message } = request;
  if (!message || !upstream.responses.webSocket) return undefined;
  const { kept, continuing } = message;
  return {
    kept,
    messageBytes: LARGEST_EVENT,
    errorBytes: LARGEST_ERROR,
    readError: dialect.readError,
    continuing:
      continuing && isUnchanged(context, message.text)
        ? { id: continuing.id, text: replaceModel(continuing.text, wire.model, model) }
        : undefined,
  };
}

/** Returns false for a request that a hook or a stored prompt changed: its new items alone would be the old ones. */
function isUnchanged({ bodyText, abridged }: Context, text: string): boolean {
  return abridged ? abridged.bytes.equals(Buffer.from(text)) : bodyText === text;
}
