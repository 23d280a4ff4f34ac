/** Failures of an upstream that makes images or videos, and whether they prove that it began nothing. */
import { closeBeforeHeaders, jsonReply, neverAnswer, type StubHandler } from "./stub-upstream.ts";

const busy = { error: { message: "busy now", type: "server_error" } };

/** Refuses a request with this status. */
export const refuse = (status: number, headers: Record<string, string> = {}): StubHandler =>
  jsonReply(busy, { status, headers });

/** `goesOn`: the next target of a route is asked. The names are also those of the models that fail so. */
export const MEDIA_FAILURES: readonly (readonly [name: string, goesOn: boolean, handler: StubHandler])[] = [
  ["401", true, refuse(401)],
  ["402", true, refuse(402)],
  ["403", true, refuse(403)],
  ["404", true, refuse(404)],
  ["429", true, refuse(429)],
  ["503-later", true, refuse(503, { "retry-after": "1" })],
  ["503", false, refuse(503)],
  ["400", false, refuse(400)],
  ["408", false, refuse(408)],
  ["409", false, refuse(409)],
  ["500", false, refuse(500)],
  ["502", false, refuse(502)],
  ["504", false, refuse(504)],
  ["529", false, refuse(529)],
  ["closed", false, closeBeforeHeaders()],
  ["page", false, (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<p>hi")],
  ["silent", false, neverAnswer()],
];
