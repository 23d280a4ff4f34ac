/** Reads the events that clients send over a WebSocket (wire-formats §2.9). */
import { JSON_LIMITS } from "#lib/gateway/limits.ts";
import { errors } from "#lib/http/errors.ts";
import { requireShape } from "#lib/http/json-shape.ts";

export type ClientEvent = Record<string, unknown>;

const STREAM_ID = /^[A-Za-z0-9._-]{1,256}$/;

/** @throws GatewayError 400 for a message that is not a JSON object in a text message */
export function parseClientEvent(data: Uint8Array, isBinary: boolean): ClientEvent {
  if (isBinary) throw errors.socketMessageNotText();
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  requireShape(bytes, JSON_LIMITS);
  let event: unknown;
  try {
    event = JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    // The parser quotes the message, which may be private.
    throw errors.invalidJson({ place: undefined, cause });
  }
  if (typeof event !== "object" || event === null || Array.isArray(event)) throw errors.socketMessageNotText();
  return event as ClientEvent;
}

/** Returns undefined for the stream without a name. @throws GatewayError 400 */
export function readStreamId({ stream_id: id }: ClientEvent): string | undefined {
  if (id === undefined || id === null) return undefined;
  if (typeof id !== "string" || !STREAM_ID.test(id)) throw errors.streamIdInvalid();
  return id;
}

/** Returns the body of the request that the event stands for. @throws GatewayError 400 */
export function readCreateEvent({ type, stream_id: _, stream: __, ...wire }: ClientEvent): ClientEvent {
  if (type !== "response.create") throw errors.socketEventUnknown();
  if (wire.background === true) throw errors.backgroundOverSocket();
  return wire;
}
