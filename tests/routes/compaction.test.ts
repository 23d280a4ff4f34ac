/** `POST /v1/responses/compact`: relayed where the upstream has it, made by the gateway elsewhere, and read by every upstream. */
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chatReply } from "../support/chat-fixtures.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

/** On a busy machine a row of the log takes a while. */
const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 10_000 });

type Item = { type: string; id: string; encrypted_content: string };
type Compaction = { object: string; output: Item[]; usage: { input_tokens: number } };
type Sent = { messages: { role: string; content: string }[]; tools?: unknown[]; tool_choice?: unknown };

const CONVERSATION = [
  { role: "developer", content: "Be brief." },
  { role: "user", content: "The code word is cobalt." },
  { role: "assistant", content: "Noted." },
] as const;
const native = {
  id: "resp_up",
  object: "response",
  created_at: 1_700_000_000,
  status: "completed",
  model: "m",
  output: [
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "They chose cobalt.", annotations: [] }],
    },
  ],
  usage: { input_tokens: 20, output_tokens: 4, total_tokens: 24 },
};

describe.each(mounts)("compaction on the %s mount", (mount) => {
  let stub: StubUpstream;
  let gateway: TestGateway;
  let client: OpenAI;

  beforeAll(async () => {
    stub = await startStubUpstream();
    const shared = { baseUrl: stub.url, models: ["m"], retries: { attempts: 0 } };
    const upstreams = {
      stub: shared,
      native: { ...shared, dialects: ["openai-responses"] },
      claude: { ...shared, dialects: ["anthropic-messages"] },
    };
    gateway = await startGateway({
      mount,
      config: { upstreams, routes: { both: { targets: [{ model: "native/m" }] } } },
    });
    client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: ADMIN_KEY, maxRetries: 0 });
  });
  beforeEach(() => stub.reset());
  afterAll(async () => {
    await gateway.close();
    await stub.close();
  });

  const post = (path: string, body: unknown) =>
    fetch(`${gateway.url}/v1/responses${path}`, { method: "POST", headers: AUTHORIZED, body: JSON.stringify(body) });
  const compact = async (body: Record<string, unknown>) => {
    const response = await post("/compact", body);
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as Compaction;
  };
  const newestRow = async () => {
    const list = await fetch(`${gateway.url}/api/requests?limit=1`, { headers: AUTHORIZED });
    return ((await list.json()) as { data: unknown[] }).data[0];
  };
  const expectError = async (response: Response, expected: Record<string, unknown>) =>
    expect(await response.json()).toMatchObject({ ...expected, error: response.status });
  const answer = (text: string) => jsonReply(chatReply({ model: "m", text }));
  const lastBody = () => JSON.parse(String(stub.requests.at(-1)?.body)) as Sent;

  it("answers the official SDK, and the sandbox still knows what was said", async () => {
    const compacted = await client.responses.compact({ model: "sandbox/guide", input: [...CONVERSATION] });
    expect(compacted.object).toBe("response.compaction");
    expect(compacted.usage.input_tokens).toBeGreaterThan(5);
    const input = [...compacted.output, { role: "user" as const, content: "Hello again" }];
    const next = await client.responses.create({
      model: "sandbox/echo",
      input: input as OpenAI.Responses.ResponseInput,
    });
    expect(next.output_text).toContain("Hello again");
    const count = await client.responses.inputTokens.count({ model: "sandbox/echo", input: compacted.output as never });
    expect(count.input_tokens).toBeGreaterThan(10);
  });

  it("lets a model of another API summarize, and gives its summary to every upstream", async () => {
    stub.respondWith(answer("They chose the code word cobalt."));
    const tool = { type: "function", name: "look_up", parameters: { type: "object", properties: {} } };
    const call = { type: "function_call", call_id: "c1", name: "look_up", arguments: "{}" };
    const pending = { type: "function_call", call_id: "c2", name: "other", arguments: "{}" };
    const input = [...CONVERSATION, call, { type: "function_call_output", call_id: "c1", output: "42" }, pending];
    const { output, usage } = await compact({ model: "stub/m", input, tools: [tool] });
    expect(usage.input_tokens).toBeGreaterThan(0);
    const asked = lastBody();
    expect(asked.messages.slice(0, 2)).toEqual([
      { role: "developer", content: "Be brief." },
      { role: "user", content: "The code word is cobalt." },
    ]);
    expect(asked.messages.at(-1)?.content).toMatch(/summary/);
    expect(JSON.stringify(asked.messages)).not.toContain("c2");
    expect(asked.tool_choice).toBe("none");

    const [item] = output as [Item];
    expect(output).toHaveLength(1);
    expect(item.type).toBe("compaction");
    // Not "c2" as well: the ID of the key and what is sealed are random text, in which two letters occur by chance.
    const sealed = item.encrypted_content.split(".").at(-1) ?? "";
    for (const text of [item.encrypted_content, Buffer.from(sealed, "base64url").toString("latin1")]) {
      expect(text).not.toContain("cobalt");
    }
    const result = { type: "function_call_output", call_id: "c2", output: "7" };
    const next = [...output, result, { role: "user", content: "Which word?" }];

    const places: [string, unknown, RegExp][] = [
      ["stub/m", chatReply({ model: "m", text: "cobalt" }), /"role":"developer","content":"Be brief\."/],
      ["native/m", native, /"role":"user","content":"Summary[^"]*cobalt/],
      [
        "claude/m",
        { type: "message", id: "msg", role: "assistant", model: "m", content: [], stop_reason: "end_turn", usage: {} },
        /"type":"tool_use","id":"c2"/,
      ],
    ];
    for (const [model, reply, expected] of places) {
      stub.respondWith(jsonReply(reply));
      const response = await post("", { model, input: next, store: false });
      expect(response.status, model).toBe(200);
      const sent = String(stub.requests.at(-1)?.body);
      expect(sent).toMatch(expected);
      expect(sent).toContain("They chose the code word cobalt.");
      expect(sent).not.toContain(item.encrypted_content);
    }
  });

  it("declares functions that were called without a declaration, which some APIs require", async () => {
    stub.respondWith(answer("Summary."));
    const call = { type: "function_call", call_id: "c1", name: "look_up", arguments: "{}" };
    await compact({ model: "stub/m", input: [call, { type: "function_call_output", call_id: "c1", output: "42" }] });
    expect(lastBody().tools).toEqual([
      { type: "function", function: { name: "look_up", parameters: { type: "object", properties: {} } } },
    ]);
  });

  it("relays to an upstream that has the route", async () => {
    const own = {
      id: "resp_1",
      object: "response.compaction",
      created_at: 1,
      output: [{ type: "compaction", id: "cmp_1", encrypted_content: "theirs" }],
      usage: native.usage,
    };
    stub.respondWith(jsonReply(own));
    const body = { model: "native/m", input: [...CONVERSATION], prompt_cache_key: "k" };
    expect(await compact(body)).toEqual(own);
    expect(stub.requests[0]?.path).toBe("/v1/responses/compact");
    expect(JSON.parse(String(stub.requests[0]?.body))).toEqual({ ...body, model: "m" });
    await poll(newestRow).toMatchObject({ lane: "relay", status: 200, dialect: "openai-responses" });
  });

  it.each(["native/m", "both"])("asks %s for a summary where the route is missing", async (model) => {
    stub.respondWith((request, response) =>
      request.path.endsWith("/compact")
        ? jsonReply({ error: { message: "Unknown path" } }, { status: 404 })(request, response)
        : jsonReply(native)(request, response),
    );
    const { output } = await compact({ model, input: [...CONVERSATION] });
    expect(output[0]?.encrypted_content).toMatch(/^plc1\./);
    expect(stub.requests.map(({ path }) => path)).toEqual(["/v1/responses/compact", "/v1/responses"]);
  });

  it("continues a stored response that is compacted by its id", async () => {
    const first = await client.responses.create({ model: "sandbox/echo", input: "The code word is ember." });
    stub.respondWith(answer("Ember."));
    const { output } = await compact({ model: "stub/m", previous_response_id: first.id });
    expect(lastBody().messages[0]?.content).toBe("The code word is ember.");
    const second = await client.responses.create({ model: "sandbox/echo", input: output as never });
    stub.respondWith(answer("Still ember."));
    await post("", { model: "stub/m", previous_response_id: second.id, input: "Go on" });
    expect(lastBody().messages[0]?.content).toContain("Ember.");
  });

  it("refuses a summary that was cut, and names fields that a summary cannot follow", async () => {
    const cut = chatReply({ model: "m", text: "They" }) as { choices: { finish_reason: string }[] };
    cut.choices = cut.choices.map((choice) => ({ ...choice, finish_reason: "length" }));
    stub.respondWith(jsonReply(cut));
    await expectError(await post("/compact", { model: "stub/m", input: "Hi" }), {
      error: 502,
      code: "compaction_incomplete",
    });
    stub.respondWith(answer("Hi."));
    const response = await post("/compact", { model: "stub/m", input: "Hi", temperature: 0.1 });
    expect(response.headers.get("x-gateway-dropped")).toContain("temperature");
  });

  it("refuses content that it did not encrypt, and bodies that name no model", async () => {
    const { output } = await compact({ model: "sandbox/guide", input: "Hi" });
    const { encrypted_content: content, ...item } = output[0] as Item;
    const changed = { ...item, encrypted_content: `${content.slice(0, -4)}AAAA` };
    const refused = await post("", {
      model: "stub/m",
      input: [changed, { role: "user", content: "Hi" }],
      store: false,
    });
    await expectError(refused, { error: 400, param: "input[0].encrypted_content" });
    await expectError(await post("/compact", { input: "Hi" }), { error: 400, param: "model" });
    await expectError(await post("/compact", { model: "sandbox/guide" }), { error: 400, param: "input" });
    await expectError(await post("/compact", { model: "sandbox/none", input: "Hi" }), { error: 404 });
    expect(stub.requests).toEqual([]);
  });
});
