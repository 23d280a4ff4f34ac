/** An image that Gemini's model made, through clients of every API, over HTTP. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import { fold } from "../support/dialect-streams.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { recentRows } from "../support/recent-rows.ts";
import { jsonReply, type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";
import { type DialectId, dialect } from "./dialects.ts";
import { eventsOf, readStream } from "./play.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYGBgAAAABQABXvMqOgAAAABJRU5ErkJggg==";
const URL_OF_PIXEL = `data:image/png;base64,${PIXEL}`;
const drawn = { inlineData: { mimeType: "image/png", data: PIXEL }, thoughtSignature: "c2lnbmVk" };
const spoken = { inlineData: { mimeType: "audio/wav", data: "UklGRg==" } };
const candidate = { content: { role: "model", parts: [{ text: "As drawn:" }, drawn, spoken] }, finishReason: "STOP" };
const answer = { candidates: [candidate], usageMetadata: { promptTokenCount: 1 }, responseId: "r1" };
const model = "up/gemini-3-pro-image";

let stub: StubUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  stub = await startStubUpstream((request, response) =>
    (request.path.includes(":stream")
      ? streamReply({ chunks: [`data: ${JSON.stringify(answer)}\n\n`] })
      : jsonReply(answer))(request, response),
  );
  gateway = await startGateway({
    mount: "node",
    config: { upstreams: { up: { baseUrl: stub.url, dialects: ["google-generate"] } } },
  });
});
afterAll(async () => {
  await gateway.close();
  await stub.close();
});

type Ask = { path: string; body: Record<string, unknown> };
const message = { role: "user", content: "Draw" };
const asks: Record<Exclude<DialectId, "google-generate">, Ask> = {
  "openai-chat": { path: "/v1/chat/completions", body: { model, messages: [message] } },
  "openai-responses": { path: "/v1/responses", body: { model, input: "Draw", store: false } },
  "anthropic-messages": { path: "/v1/messages", body: { model, max_tokens: 99, messages: [message] } },
};

async function fetchText(client: keyof typeof asks, fields: Record<string, unknown> = {}) {
  const { path, body } = asks[client];
  const headers = { ...AUTHORIZED, "anthropic-version": "2023-06-01" };
  const init = { method: "POST", headers, body: JSON.stringify({ ...body, ...fields }) };
  const response = await fetch(gateway.url + path, init);
  return { text: await response.text(), dropped: response.headers.get("x-gateway-dropped") };
}

const image = { mediaType: "image/png", data: { kind: "base64", base64: PIXEL } };
const NO_AUDIO = "[audio left out: audio/wav, which an answer of this API cannot hold]";
const NO_IMAGE = "[image left out: image/png, which an answer of this API cannot hold]";

describe("a client of", () => {
  it("openai-chat gets the image beside its text, and a note where the audio was", async () => {
    const { text, dropped } = await fetchText("openai-chat");
    expect(JSON.parse(text).choices[0].message).toMatchObject({
      content: `As drawn:\n\n${NO_AUDIO}`,
      images: [{ type: "image_url", image_url: { url: URL_OF_PIXEL }, index: 0 }],
    });
    expect(dropped).toBe("answer.files[1]");
    const reply = fold(readStream("openai-chat", eventsOf((await fetchText("openai-chat", { stream: true })).text)));
    expect(reply.choices[0]?.content).toContainEqual(expect.objectContaining(image));
  });

  it("openai-chat sends the image back with its signature", async () => {
    const { choices } = JSON.parse((await fetchText("openai-chat")).text);
    stub.requests.length = 0;
    await fetchText("openai-chat", {
      messages: [message, choices[0].message, { role: "user", content: "Now in blue" }],
    });
    const { contents } = JSON.parse(stub.requests[0]?.body.toString() ?? "");
    expect(contents[1].parts).toContainEqual(drawn);
  });

  it("openai-responses gets an image item, and a note where the audio was", async () => {
    const { text, dropped } = await fetchText("openai-responses");
    const { output } = JSON.parse(text);
    expect(output).toContainEqual(expect.objectContaining({ type: "image_generation_call", result: PIXEL }));
    expect(text).toContain(NO_AUDIO);
    expect(dropped).toBe("answer.files[1]");
    const streamed = fold(
      readStream("openai-responses", eventsOf((await fetchText("openai-responses", { stream: true })).text)),
    );
    expect(streamed.choices[0]?.content).toMatchObject([
      { type: "text", text: "As drawn:" },
      { type: "file", ...image },
      { type: "text", text: NO_AUDIO },
    ]);
  });

  it("anthropic-messages finds dropped files in the text, the header and the log", {
    timeout: 30_000,
  }, async () => {
    const { text, dropped } = await fetchText("anthropic-messages");
    const said = ["As drawn:", NO_IMAGE, NO_AUDIO].map((words) => ({ type: "text", text: words }));
    expect(JSON.parse(text).content).toEqual(said);
    expect(dropped).toBe("answer.files[0], answer.files[1]");
    const { text: events } = await fetchText("anthropic-messages", { stream: true });
    expect(fold(readStream("anthropic-messages", eventsOf(events))).choices[0]?.content).toEqual(said);
    const store = await openStore({ dataDir: gateway.dataDir });
    try {
      const logged = async () =>
        (await recentRows(store, 50)).find(({ stream, dialect: id }) => stream && id === "anthropic-messages");
      const row = await vi.waitUntil(logged, { timeout: 20_000, interval: 200 });
      expect(row).toMatchObject({ dropped: "answer.files[0],answer.files[1]" });
    } finally {
      await store.close();
    }
  });

  it("google-generate gets the parts unchanged", async () => {
    const path = `/v1beta/models/${model}:generateContent`;
    const body = JSON.stringify({ contents: [{ role: "user", parts: [{ text: "Draw" }] }] });
    const response = await fetch(gateway.url + path, { method: "POST", headers: AUTHORIZED, body });
    const { candidates } = (await response.json()) as typeof answer;
    expect(candidates[0]?.content.parts).toEqual(candidate.content.parts);
    expect(dialect("google-generate").holdsFile({ mediaType: "video/mp4", data: { kind: "url", url: "x" } })).toBe(
      true,
    );
  });
});
