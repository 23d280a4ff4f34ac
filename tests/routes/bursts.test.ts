/** Events that arrive together leave together: one write to the client per read from the upstream, of whole events. */
import { request } from "node:http";
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { type DialectId, identity } from "../matrix/dialects.ts";
import { type ClientId, clientIds } from "../support/any-client.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const FIRST = "first;";
const BURST = Array.from({ length: 40 }, (_, index) => `burst-${index};`);

const bodies: Record<ClientId, Record<string, unknown>> = {
  "openai-chat": { messages: [{ role: "user", content: "Hi" }] },
  "openai-responses": { input: "Hi" },
  "anthropic-messages": { max_tokens: 100, messages: [{ role: "user", content: "Hi" }] },
  "google-generate": { contents: [{ role: "user", parts: [{ text: "Hi" }] }] },
};

/** The beginning with a first word, 40 words, the end. */
function piecesIn(id: DialectId): [string, string, string] {
  const dialect = dialects[id];
  const body = dialect.modelPlace === "body" ? { ...bodies[id], model: "m", stream: true } : bodies[id];
  const writer = dialect.createStreamWriter(identity, dialect.parseRequest(body, { model: "m", stream: true }));
  const block = { choice: 0, id: "1" };
  const say = (text: string) => writer.write({ type: "text-delta", ...block, text });
  return [
    writer.write({ type: "start" }) + writer.write({ type: "text-start", ...block }) + say(FIRST),
    BURST.map(say).join(""),
    writer.write({ type: "text-end", ...block }) +
      writer.write({ type: "finish", choice: 0, reason: { unified: "stop" } }) +
      writer.end(),
  ];
}

/**
 * The pieces of the chunked transfer coding, as they were written.
 * @param onText what has arrived so far, each time when more has
 */
async function writesOf(
  gateway: TestGateway,
  { client, model, onText }: { client: ClientId; model: string; onText: (text: string) => void },
): Promise<string[]> {
  const dialect = dialects[client];
  const version = client === "google-generate" ? "/v1beta" : "/v1";
  const body = dialect.modelPlace === "body" ? { ...bodies[client], model, stream: true } : bodies[client];
  const bytes = await new Promise<string>((resolve, reject) => {
    const asked = request(gateway.url + version + dialect.writeUpstreamPath({ model, stream: true }), {
      method: "POST",
      headers: { ...AUTHORIZED, "provider-version": "2023-06-01", connection: "close" },
    });
    asked.on("socket", (socket: Socket) => {
      let text = "";
      socket.on("data", (data) => {
        text += data.toString("latin1");
        onText(text);
      });
      socket.on("close", () => resolve(text));
    });
    asked.on("response", (response) => response.resume());
    asked.on("error", reject);
    asked.end(JSON.stringify(body));
  });
  let rest = bytes.slice(bytes.indexOf("\r\n\r\n") + 4);
  const writes: string[] = [];
  for (let size = Number.parseInt(rest, 16); size > 0; size = Number.parseInt(rest, 16)) {
    const start = rest.indexOf("\r\n") + 2;
    writes.push(rest.slice(start, start + size));
    rest = rest.slice(start + size + 2);
  }
  return writes;
}

describe.each(mounts)("on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    const entries = clientIds.map((id) => [id, { baseUrl: upstream.url, dialects: [id] }]);
    gateway = await startGateway({ mount, config: { upstreams: Object.fromEntries(entries) } });
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  describe.each(clientIds)("a response in %s", (upstreamId) => {
    it.each(clientIds)("reaches a client of %s in the same chunks", async (client) => {
      const [beginning, burst, end] = piecesIn(upstreamId);
      const first = Promise.withResolvers<void>();
      upstream.respondWith(async (_request, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(beginning);
        // For ever, should the gateway wait for more.
        await first.promise;
        response.write(burst);
        response.end(end);
      });
      const onText = (text: string) => {
        if (text.includes(FIRST)) first.resolve();
      };
      const writes = await writesOf(gateway, { client, model: `${upstreamId}/m`, onText });
      const holding = (word: string) => writes.findIndex((write) => write.includes(word));
      expect(BURST.map(holding)).toEqual(BURST.map(() => holding("burst-0;")));
      for (const write of writes) expect(write).toMatch(/(\n\n|\r\n\r\n)$/);
    });
  });
});
