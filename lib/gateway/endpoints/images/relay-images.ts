/**
 * The relay lane of the image routes: an upstream that has them gets the request unchanged except for the model's name.
 */
import { dialects } from "#lib/dialects/all-dialects.ts";
import { readReplyUsage, readStreamTail } from "#lib/dialects/openai-images/tail.ts";
import { type RelayDialect, relay } from "#lib/gateway/lanes/relay.ts";
import type { SteeredCall } from "#lib/gateway/lanes/steer-call.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { HttpResponse } from "#lib/http/http-message.ts";
import { type FormPart, writeMultipart } from "#lib/http/multipart-body.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { ImageRequest } from "./read-image-request.ts";

const chat = dialects["openai-chat"];

export const imagesDialect: RelayDialect = {
  id: "openai-images",
  modelPlace: "body",
  writeUpstreamPath: () => "/images/generations",
  relayedHeaders: [],
  ping: chat.ping,
  writeStreamError: writeImageStreamError,
  readError: chat.readError,
  readReplyUsage,
  readStreamTail,
};

/** Events have names in this dialect, and so has its error event (wire-formats §7.5). */
export function writeImageStreamError(error: Parameters<RelayDialect["writeStreamError"]>[0]): string {
  return `event: error\n${chat.writeStreamError(error)}`;
}

export function relayImages(
  context: RequestContext & Pick<SteeredCall, "timeLimit">,
  {
    request,
    upstream,
    model,
    operation,
  }: {
    request: ImageRequest;
    upstream: Upstream;
    /** Upstream's name of the model. */
    model: string;
    operation: "generate" | "edit";
  },
): Promise<HttpResponse> {
  const { wire, bodyText } = request;
  const stream = wire.stream ?? false;
  const path = operation === "edit" ? "/images/edits" : "/images/generations";
  const relayed = {
    ...context,
    dialect: imagesDialect,
    wire: { model: wire.model ?? "", stream },
    bodyText: bodyText ?? "",
  };
  // A body without a model has no value to replace, so the model is added.
  const changed = wire.model ? undefined : { headers: {}, content: JSON.stringify({ ...wire, model }) };
  const body = operation === "edit" ? writeEditForm(request, model) : changed;
  // An image that the upstream may have begun is never made twice.
  return relay(relayed, upstream, { model, path, once: true, ...(body ? { body } : {}) });
}

/** An edit is sent as a form, whatever it came as: few servers support its JSON form. */
function writeEditForm({ wire, sources, mask }: ImageRequest, model: string) {
  const { model: _, ...fields } = wire;
  const parts: FormPart[] = [{ name: "model", value: model }];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    parts.push({ name, value: typeof value === "object" ? JSON.stringify(value) : String(value) });
  }
  for (const source of sources)
    parts.push({ name: sources.length > 1 ? "image[]" : "image", ...writeFilePart(source) });
  if (mask) parts.push({ name: "mask", ...writeFilePart(mask) });
  return writeMultipart(parts);
}

function writeFilePart({ filename, mediaType, size, chunks }: ImageRequest["sources"][number]) {
  return { filename, mediaType, size, chunks };
}
