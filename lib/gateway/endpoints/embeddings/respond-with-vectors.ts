/** Responds with vectors as JSON; many of them are written in turns, since all at once would block other streams. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { createJsonResponse, JSON_TYPE } from "#lib/gateway/bodies/json-response.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";

/** Vectors of a reply that is written at once. */
const FEW = 32;
/** Characters of one write. */
const PIECE = 262_144;

/** @param reply reply whose only array has the vectors */
export function respondWithVectors(reply: Record<string, unknown>, headers: Record<string, string>): EndpointResponse {
  const [name, items] = Object.entries(reply).find(([, value]) => Array.isArray(value)) ?? [];
  if (name === undefined || (items as unknown[]).length <= FEW) return createJsonResponse(reply, headers);
  const body = writeInTurns(reply, { name, items: items as unknown[] });
  return { status: 200, headers: { "content-type": JSON_TYPE, ...headers }, body };
}

async function* writeInTurns(
  reply: Record<string, unknown>,
  { name, items }: { name: string; items: unknown[] },
): AsyncGenerator<string, void, void> {
  const names = Object.keys(reply);
  const before = names.slice(0, names.indexOf(name)).map((key) => [key, reply[key]]);
  const after = names.slice(names.indexOf(name) + 1).map((key) => [key, reply[key]]);
  const writeFields = (fields: unknown[][]) =>
    fields.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  let piece = `{${[...writeFields(before), `${JSON.stringify(name)}:[`].join(",")}`;
  for (const [index, item] of items.entries()) {
    piece += `${index > 0 ? "," : ""}${JSON.stringify(item)}`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
    await nextTurn();
  }
  yield `${piece}${["]", ...writeFields(after)].join(",")}}`;
}
