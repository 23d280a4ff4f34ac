/** Messages of the Responses API over a WebSocket to an upstream, as requests and events over HTTP have them. */
import { parseJson } from "#lib/http/parse-json.ts";
import type { ResponseHeaders } from "./receiver.ts";

/** First message that refuses a request, as a response over HTTP. */
export type Refusal = { status: number; headers: ResponseHeaders; code: string | undefined; body: Buffer };

const CREATE = '{"type":"response.create",';
/** Begin of a body that the gateway wrote from a message. */
const STREAMED = '{"stream":true,';
/** `type` at the beginning of a message, where every server writes it. */
const TYPE = /^\s*\{\s*"type"\s*:\s*"([^"\\]+)"/;
const TYPE_BYTES = 200;

/** Returns the message for a body: the same fields without `stream`, which a message has not. */
export function writeCreate(body: string | Buffer): string {
  const text = typeof body === "string" ? body : body.toString("utf8");
  if (text.startsWith(STREAMED)) return CREATE + text.slice(STREAMED.length);
  const { stream: _, ...wire } = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify({ type: "response.create", ...wire });
}

/** Returns "" for a message without a type. */
export function readEventType(message: Buffer): string {
  const first = TYPE.exec(message.toString("latin1", 0, TYPE_BYTES))?.[1];
  return first ?? asText(asObject(parseJson(message.toString("utf8"))).type) ?? "";
}

/** Returns the id of the response that a message has whole. */
export function readResponseId(message: Buffer): string | undefined {
  return asText(asObject(asObject(parseJson(message.toString("utf8"))).response).id);
}

/** Returns undefined for an error without a status, which is an event of a stream. */
export function readRefusal(message: Buffer): Refusal | undefined {
  const { status, error, headers } = asObject(parseJson(message.toString("utf8")));
  if (typeof status !== "number" || !Number.isInteger(status) || status < 400 || status > 599) return undefined;
  const given = Object.entries(asObject(headers)).flatMap(([name, value]) => {
    const text = typeof value === "number" ? String(value) : asText(value);
    return text === undefined ? [] : [[name.toLowerCase(), text] as const];
  });
  return {
    status,
    headers: Object.fromEntries(given),
    code: asText(asObject(error).code),
    body: Buffer.from(JSON.stringify({ error: error ?? null })),
  };
}

/** Returns the message as an event; line breaks between tokens of its JSON would end the event's line. */
export function writeFrame(type: string, message: Buffer): Buffer {
  const name = /^[\w.-]+$/.test(type) ? `event: ${type}\n` : "";
  const isOneLine = !message.includes("\n") && !message.includes("\r");
  const data = isOneLine ? message : Buffer.from(message.toString("utf8").replace(/[\r\n]+/g, " "));
  return Buffer.concat([Buffer.from(`${name}data: `), data, Buffer.from("\n\n")]);
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
