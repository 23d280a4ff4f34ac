/** `POST /api/prompts/import` on both mounts, with files as the tools document them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PromptVersion, StoredPrompt } from "#lib/contract/stored-prompt.ts";
import { createKey } from "../support/create-key.ts";
import { expectError } from "../support/expect-error.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";

type Imported = { created: StoredPrompt[]; skipped: { name: string; reason: string; detail: string | null }[] };

const PROMPTFOO = `
description: Support answers
prompts:
  - 'Translate to {{language}}: {{text}}'
  - label: Polite reply
    raw: |-
      [{"role": "system", "content": "Be polite to {{customer}}."}, {"role": "user", "content": "{{question}}"}]
  - file://prompts/support.txt
  - '{% if premium %}Priority: {% endif %}{{issue}}'
  - 'Product: {{product | upper}}'
providers:
  - id: openai:gpt-5
    config: { temperature: 0.2, max_tokens: 300 }
tests:
  - vars: { language: French, text: Hello }
`;
const OPENAI = [
  {
    ...{ id: "pmpt_690a0ba61d80", name: "Support agent", model: "gpt-5.1", temperature: 0.3 },
    instructions: [
      { type: "message", role: "developer", content: [{ type: "input_text", text: "You support {{company}}." }] },
      { type: "message", role: "user", content: [{ type: "input_text", text: "{{issue}}" }] },
    ],
    tools: [{ type: "function", name: "look", parameters: { type: "object" } }],
    text: { format: { type: "text" }, verbosity: "low" },
  },
  { prompt: { id: "pmpt_0123", version: "2" }, instructions: "Be brief.", input: "Hello {{name}}" },
  { instructions: [{ role: "user", content: [{ type: "input_image", image_url: "https://example.com/a.png" }] }] },
];

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  let headers: Record<string, string>;
  beforeAll(async () => {
    gateway = await startGateway({ mount });
    headers = { ...AUTHORIZED, authorization: `Bearer ${(await createKey(gateway)).secret}` };
  });
  afterAll(() => gateway?.close());

  const send = (content: unknown) =>
    fetch(`${gateway.url}/api/prompts/import`, { method: "POST", headers, body: JSON.stringify({ content }) });
  const importAll = async (content: string): Promise<Imported> => {
    const response = await send(content);
    expect(response.status, await response.clone().text()).toBe(200);
    return response.json();
  };
  const read = async (id = ""): Promise<PromptVersion> =>
    (await fetch(`${gateway.url}/api/prompts/${id}/versions/1`, { headers })).json();

  it("imports a Promptfoo configuration, and names what it cannot", async () => {
    const { created, skipped } = await importAll(PROMPTFOO);
    expect(created.map(({ name }) => name)).toEqual(["promptfoo-1", "Polite-reply"]);
    expect(skipped.map(({ name, reason }) => [name, reason])).toEqual([
      ["promptfoo-3", "file"],
      ["promptfoo-4", "template"],
      ["promptfoo-5", "template"],
    ]);
    expect(created[0]).toMatchObject({ description: "Support answers", visibility: "private", owned: true });
    expect((await read(created[0]?.id)).definition).toMatchObject({
      ...{ temperature: 0.2, max_output_tokens: 300 },
      messages: [{ role: "user", content: "Translate to {{language}}: {{text}}" }],
      variables: [{ name: "language" }, { name: "text" }],
    });
    expect((await read(created[1]?.id)).definition.messages).toEqual([
      { role: "system", content: "Be polite to {{customer}}." },
      { role: "user", content: "{{question}}" },
    ]);
    const again = await importAll(PROMPTFOO);
    expect(again.created).toEqual([]);
    expect(again.skipped.map(({ reason }) => reason)).toContain("name_taken");
  });

  it("imports OpenAI's prompts with their ids, so that calls of them go on working", async () => {
    const { created, skipped } = await importAll(JSON.stringify({ object: "list", data: OPENAI }));
    expect(created.map(({ id, name }) => [id, name])).toEqual([
      ["pmpt_690a0ba61d80", "Support-agent"],
      ["pmpt_0123", "pmpt_0123"],
    ]);
    expect(skipped).toEqual([{ name: "openai-3", reason: "content", detail: null }]);
    expect((await read("pmpt_690a0ba61d80")).definition).toMatchObject({
      ...{ model: "gpt-5.1", temperature: 0.3, tools: [{ name: "look" }], text: { verbosity: "low" } },
      messages: [
        { role: "developer", content: "You support {{company}}." },
        { role: "user", content: "{{issue}}" },
      ],
    });
    const called = await fetch(`${gateway.url}/v1/responses`, {
      ...{ method: "POST", headers },
      body: JSON.stringify({ model: "sandbox/echo", prompt: { id: "pmpt_0123", variables: { name: "Ann" } } }),
    });
    expect([called.status, await called.text()]).toEqual([200, expect.stringContaining("Hello Ann")]);
  });

  it("says which field of a prompt is invalid, and stores the others", async () => {
    const prompts = [
      { name: "hot", input: "Hi", temperature: 9 },
      { name: "fine", input: "Hi" },
    ];
    const { created, skipped } = await importAll(JSON.stringify(prompts));
    expect(created.map(({ name }) => name)).toEqual(["fine"]);
    expect(skipped).toEqual([{ name: "hot", reason: "invalid", detail: expect.stringContaining("`temperature`") }]);
  });

  it.each([["just text"], ["{"], ["[]"], ["{}"], ["- 1"], ["&a [*a]"]])("refuses %s", async (content) => {
    await expectError(await send(content), {
      ...{ status: 400, type: "invalid_request_error", param: "content" },
      message: /must be a Promptfoo configuration/,
    });
  });

  it("bounds the prompts of a file", async () => {
    const content = JSON.stringify({ prompts: Array.from({ length: 201 }, (_, index) => `Prompt ${index}`) });
    await expectError(await send(content), {
      ...{ status: 400, type: "invalid_request_error", param: "content" },
      message: /at most 200 prompts; got 201/,
    });
  });
});
