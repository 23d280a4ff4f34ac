/** A file uploaded in one API can be named in any other, on every lane. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_KEY, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const HEADERS = { "content-type": "application/json", "x-api-key": ADMIN_KEY, "provider-version": "2023-06-01" };
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe.each(mounts)("uploaded files in calls, on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;
  let id: string;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    gateway = await startGateway({ mount, config: { upstreams: { chat: { baseUrl: upstream.url } } } });
    const form = new FormData();
    form.set("purpose", "vision");
    form.set("file", new Blob([PNG], { type: "image/png" }), "dot.png");
    const authorization = `Bearer ${ADMIN_KEY}`;
    const response = await fetch(`${gateway.url}/v1/files`, { method: "POST", headers: { authorization }, body: form });
    id = (await response.json()).id;
  });
  afterEach(() => upstream.reset());
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  const post = (path: string, body: unknown) =>
    fetch(gateway.url + path, { method: "POST", headers: HEADERS, body: JSON.stringify(body) });
  const sent = () => upstream.requests[0]?.body.toString() ?? "";

  const chat = (fileId: string) => ({
    model: "chat/m",
    messages: [{ role: "user", content: [{ type: "file", file: { file_id: fileId } }] }],
  });

  it("reaches a relayed upstream as bytes", async () => {
    const response = await post("/v1/chat/completions", chat(id));
    expect(response.status).toBe(200);
    expect(response.headers.get("x-gateway-lane")).toBe("translate");
    expect(sent()).toContain(`data:image/png;base64,${PNG.toString("base64")}`);
    expect(sent()).not.toContain(id);
  });

  it("passes on the id of an upstream's own file", async () => {
    const response = await post("/v1/chat/completions", chat("file-of-the-upstream"));
    expect(response.headers.get("x-gateway-lane")).toBe("relay");
    expect(sent()).toContain("file-of-the-upstream");
  });

  it("may be referenced in messages, contents and a response's input", async () => {
    const image = { type: "image", source: { type: "file", file_id: id } };
    await post("/v1/messages", { model: "chat/m", max_tokens: 9, messages: [{ role: "user", content: [image] }] });
    const part = { fileData: { fileUri: `files/${id}`, mimeType: "image/png" } };
    await post("/v1beta/models/chat/m:generateContent", { contents: [{ parts: [part] }] });
    const input = [{ role: "user", content: [{ type: "input_image", file_id: id }] }];
    await post("/v1/responses", { model: "chat/m", store: false, input });
    expect(upstream.requests).toHaveLength(3);
    for (const { body } of upstream.requests) expect(body.toString()).toContain(PNG.toString("base64"));
  });

  it("is seen by the sandbox", async () => {
    const body = { ...chat(id), model: "sandbox/guide" };
    expect(await (await post("/v1/chat/completions", body)).text()).toContain("PNG");
  });

  it("is a 400 that names the field when it does not exist", async () => {
    const response = await post("/v1/chat/completions", { ...chat("file-none"), model: "sandbox/guide" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: "file_not_found",
      param: "messages[0].content[0].file.file_id",
    });
  });
});
