/**
 * A client of any API: a Call is sent as that API's request, and the response is read as its clients do.
 */
import { createParser } from "eventsource-parser";
import type { Call } from "#lib/canonical/call.ts";
import { createCollector } from "#lib/canonical/collect.ts";
import type { Reply } from "#lib/canonical/reply.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { type DialectId, dialectIds } from "../matrix/dialects.ts";
import { AUTHORIZED, type TestGateway } from "./gateway.ts";

export type ClientId = DialectId;
export const clientIds = dialectIds;

export type Asked = {
  status: number;
  headers: Headers;
  text: string;
  /** The request as it was sent. */
  sent: Record<string, unknown>;
  reply: Reply;
};

/** @returns the response; an error of the stream is in the reply, one before it is a status and a text */
export function askAs(
  client: ClientId,
  gateway: TestGateway,
  fields: Omit<Call, "dropped" | "stream"> & { stream?: boolean },
): Promise<Asked> {
  const call: Call = { stream: false, ...fields, dropped: [] };
  return sendAs(client, gateway, { ...call, body: dialects[client].writeRequest(call) });
}

/** The same with a body of the API's own. */
export async function sendAs(
  client: ClientId,
  gateway: TestGateway,
  { model, stream, body }: { model: string; stream: boolean; body: Record<string, unknown> },
): Promise<Asked> {
  const dialect = dialects[client];
  const version = client === "google-generate" ? "/v1beta" : "/v1";
  const sent = client === "google-generate" ? body : { ...body, model };
  const response = await fetch(gateway.url + version + dialect.writeUpstreamPath({ model, stream }), {
    method: "POST",
    headers: { ...AUTHORIZED, "provider-version": "2023-06-01" },
    body: JSON.stringify(sent),
  });
  const text = await response.text();
  const answer = { status: response.status, headers: response.headers, text, sent };
  if (!response.ok) return { ...answer, reply: { choices: [] } };
  if (!stream) return { ...answer, reply: dialect.readReply(JSON.parse(text)) };
  const collector = createCollector();
  const reader = dialect.createStreamReader((part) => collector.add(part));
  const parser = createParser({ onEvent: (event) => reader.read(event) });
  parser.feed(text);
  reader.end();
  return { ...answer, reply: collector.reply() };
}
