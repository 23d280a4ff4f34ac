/** `/api/prompts` on both mounts: create, versions, conflicts, labels, sharing, rendering. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PromptVersion, StoredPrompt, StoredPromptList } from "#lib/contract/stored-prompt.ts";
import { createKey } from "../support/create-key.ts";
import { expectError } from "../support/expect-error.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";

const definition = {
  model: "sandbox/echo",
  instructions: "Speak of {{ city }}.",
  messages: [{ role: "user", content: "Name {{count}} sights." }],
  variables: [{ name: "count", type: "number", default: 3 }],
};

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  let blue: Record<string, string>;
  let blueToo: Record<string, string>;
  let alone: Record<string, string>;
  beforeAll(async () => {
    gateway = await startGateway({
      mount,
      config: { keys: { groups: { blue: {} } }, quotas: { prompts: { count: 20 } } },
    });
    const keyOf = async (fields: object) => ({
      ...AUTHORIZED,
      authorization: `Bearer ${(await createKey(gateway, fields)).secret}`,
    });
    blue = await keyOf({ name: "Blue", group: "blue" });
    blueToo = await keyOf({ name: "Blue too", group: "blue" });
    alone = await keyOf({ name: "Alone" });
  });
  afterAll(() => gateway?.close());

  const call = (method: string, path: string, body?: unknown, headers = blue) =>
    fetch(`${gateway.url}/api/prompts${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const json = async <Reply>(response: Promise<Response>, status = 200): Promise<Reply> => {
    const settled = await response;
    expect(settled.status, await settled.clone().text()).toBe(status);
    return settled.json();
  };
  const create = (name: string, fields: object = {}, headers = blue) =>
    json<StoredPrompt>(call("POST", "", { name, definition, ...fields }, headers), 201);

  it("stores a prompt with a variable for each placeholder, and versions with notes", async () => {
    const prompt = await create("guide/sights", { description: "Sights of a city", note: "First" });
    expect(prompt).toMatchObject({
      ...{
        name: "guide/sights",
        description: "Sights of a city",
        visibility: "private",
        latest_version: 1,
        labels: {},
      },
      ...{ editable: true, owned: true, owner: { name: "Blue" } },
    });
    const first = await json<PromptVersion>(call("GET", `/${prompt.id}/versions/latest`));
    expect(first.definition.variables).toEqual([
      { name: "count", type: "number", default: 3 },
      { name: "city", type: "text" },
    ]);
    const changed = { ...definition, instructions: "Speak of {{city}} briefly." };
    const second = await json<PromptVersion>(
      call("POST", `/${prompt.id}/versions`, { base_version: 1, note: "Briefly", definition: changed }),
      201,
    );
    expect(second).toMatchObject({ version: 2, note: "Briefly", author: { name: "Blue" } });
    const { data } = await json<{ data: unknown[] }>(call("GET", `/${prompt.id}/versions`));
    expect(data).toMatchObject([
      { version: 2, note: "Briefly" },
      { version: 1, note: "First" },
    ]);
    expect((await json<PromptVersion>(call("GET", `/${prompt.id}/versions/1`))).definition).toEqual(first.definition);
  });

  it("a save on an old version is a 409, and loses nothing", async () => {
    const { id } = await create("conflict");
    const save = (note: string) => call("POST", `/${id}/versions`, { base_version: 1, note, definition });
    const responses = await Promise.all([save("mine"), save("theirs")]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const refused = responses.find(({ status }) => status === 409) as Response;
    await expectError(refused, {
      ...{ status: 409, type: "conflict_error", param: "base_version" },
      message: /the latest version is 2: someone else has saved/,
    });
    await json(call("POST", `/${id}/versions`, { base_version: 2, definition }), 201);
  });

  it("labels name a version, and calls without one get production", async () => {
    const { id } = await create("labels");
    await json(call("POST", `/${id}/versions`, { base_version: 1, definition }), 201);
    const labelled = await json<StoredPrompt>(call("PUT", `/${id}/labels/production`, { version: 1 }));
    expect(labelled.labels).toEqual({ production: 1 });
    const render = async (version?: string) =>
      (
        await json<{ prompt: { version: number } }>(
          call("POST", `/${id}/render`, { version, variables: { city: "Rome" } }),
        )
      ).prompt.version;
    expect([await render(), await render("production"), await render("latest"), await render("2")]).toEqual([
      1, 1, 2, 2,
    ]);
    await expectError(await call("PUT", `/${id}/labels/production`, { version: 9 }), {
      ...{ status: 404, type: "not_found_error" },
      message: /has no version or label "9"/,
    });
    await expectError(await call("PUT", `/${id}/labels/latest`, { version: 1 }), {
      ...{ status: 400, type: "invalid_request_error", param: "label" },
      message: /must be a letter/,
    });
    expect((await json<StoredPrompt>(call("DELETE", `/${id}/labels/production`))).labels).toEqual({});
    expect(await render()).toBe(2);
  });

  it("shares with a group, which may edit, and with everyone only by an admin", async () => {
    const { id } = await create("team", { visibility: "team" });
    const names = async (headers: Record<string, string>) =>
      (await json<StoredPromptList>(call("GET", "?search=team", undefined, headers))).data.map(({ name }) => name);
    expect([await names(blueToo), await names(alone)]).toEqual([["team"], []]);
    await json(call("POST", `/${id}/versions`, { base_version: 1, definition }, blueToo), 201);
    const theirs = await json<StoredPrompt>(call("GET", `/${id}`, undefined, blueToo));
    expect(theirs).toMatchObject({ editable: true, owned: false, latest_version: 2, owner: { name: "Blue" } });
    const refusal = { status: 403, type: "permission_error", message: /belongs to someone else/ };
    await expectError(await call("DELETE", `/${id}`, undefined, blueToo), refusal);
    await expectError(await call("PATCH", `/${id}`, { name: "x" }, blueToo), refusal);
    await expectError(await call("GET", `/${id}`, undefined, alone), {
      ...{ status: 404, type: "not_found_error" },
      message: /No prompt that this key may use/,
    });
    await expectError(await call("POST", "", { name: "t", definition, visibility: "team" }, alone), {
      ...{ status: 400, type: "invalid_request_error", param: "visibility" },
      message: /is in no group/,
    });
    await expectError(await call("PATCH", `/${id}`, { visibility: "everyone" }), {
      ...{ status: 403, type: "permission_error", param: "visibility" },
      message: /needs a key with the scope `admin`/,
    });
    await json(call("PATCH", `/${id}`, { visibility: "everyone" }, AUTHORIZED));
    expect(await json<StoredPrompt>(call("GET", `/${id}`, undefined, alone))).toMatchObject({
      editable: false,
      owned: false,
    });
    await expectError(await call("POST", `/${id}/versions`, { base_version: 2, definition }, alone), refusal);
    await json(call("DELETE", `/${id}`));
    expect(await names(blue)).toEqual([]);
  });

  it("keeps an id that the prompt had elsewhere", async () => {
    const id = "pmpt_690a0ba61d8081938d3cf5a7d8a1a4e90d7a2d2a3c1c7d2f";
    expect((await create("imported", { id })).id).toBe(id);
    await expectError(await call("POST", "", { id, name: "again", definition }), {
      ...{ status: 409, type: "conflict_error", param: "id" },
      message: /already have a prompt with the ID/,
    });
    expect((await create("imported", { id }, alone)).id).toBe(id);
  });

  it("writes a prompt as a request of each API", async () => {
    const { id } = await create("rendered", {
      definition: {
        ...definition,
        temperature: 0.5,
        tools: [{ type: "function", name: "look", parameters: { type: "object" } }],
      },
    });
    const render = async (api: string) =>
      (await json<{ body: unknown }>(call("POST", `/${id}/render`, { api, variables: { city: "Rome", count: 2 } })))
        .body;
    const asked = "Name 2 sights.";
    const told = "Speak of Rome.";
    expect(await render("openai-responses")).toMatchObject({
      instructions: told,
      input: [{ role: "user", content: asked }],
    });
    expect(await render("openai-chat")).toMatchObject({
      messages: [{ content: told }, { role: "user", content: asked }],
      tools: [{ function: { name: "look" } }],
      temperature: 0.5,
    });
    expect(await render("anthropic-messages")).toMatchObject({
      system: told,
      messages: [{ role: "user", content: asked }],
      tools: [{ name: "look" }],
    });
    expect(await render("google-generate")).toMatchObject({
      systemInstruction: { parts: [{ text: told }] },
      contents: [{ role: "user", parts: [{ text: asked }] }],
      generationConfig: { temperature: 0.5 },
    });
  });

  it.each([
    [{ name: "", definition }, "name", /must be 1 to 100 letters/],
    [{ name: "a b", definition }, "name", /must be 1 to 100 letters/],
    [{ name: "n", definition: {} }, "definition", /must have instructions|`instructions` or `messages`/],
    [
      { name: "n", definition: { ...definition, temperature: 3 } },
      "definition.temperature",
      /must be at most 2|between/,
    ],
    [{ name: "n", definition: { ...definition, input: "x" } }, "definition.input", /not a known|unknown|recogni/i],
    [
      { name: "n", definition: { ...definition, variables: [{ name: "a-b" }] } },
      "definition.variables[0].name",
      /letter/,
    ],
    [
      { name: "n", definition: { ...definition, variables: [{ name: "a", type: "choice" }] } },
      "definition.variables[0].choices",
      /must be set/,
    ],
    [
      { name: "n", definition: { ...definition, variables: [{ name: "a" }, { name: "a" }] } },
      "definition.variables",
      /distinct names/,
    ],
    [
      { name: "n", definition: { ...definition, variables: [{ name: "count", type: "number", default: "many" }] } },
      "definition.variables[0].default",
      /must be a number/,
    ],
    [
      { name: "n", definition: { ...definition, variables: [{ name: "city", type: "file" }] } },
      "definition.instructions",
      /file variable "city"/,
    ],
    [{ name: "n", definition: { ...definition, tool_choice: "required" } }, "tool_choice", /requires `tools`/],
    [{ name: "n", definition, visibility: "world" }, "visibility", /must be one of/],
    [{ id: "x", name: "n", definition }, "id", /pmpt_/],
  ])("refuses an invalid prompt: %#", async (body, param, message) => {
    await expectError(await call("POST", "", body), { status: 400, type: "invalid_request_error", param, message });
  });

  it("a name is unique for its owner, and the quota bounds prompts", async () => {
    await create("twice");
    await expectError(await call("POST", "", { name: "twice", definition }), {
      ...{ status: 409, type: "conflict_error", param: "name" },
      message: /already have a prompt with the name "twice"/,
    });
    await create("twice", {}, alone);
    let status = 201;
    for (let index = 0; index < 25 && status === 201; index++) {
      status = (await call("POST", "", { name: `many${index}`, definition }, blueToo)).status;
    }
    expect(status).toBe(507);
  });
});
