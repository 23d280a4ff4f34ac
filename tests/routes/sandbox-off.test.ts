/** A gateway whose config file switches the sandbox off: its models are in no list, and answer nothing. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectError } from "../support/expect-error.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ mount, config: { sandbox: { enabled: false } } });
  });
  afterAll(() => gateway?.close());

  it("lists no models, and has no default", async () => {
    const response = await fetch(`${gateway.url}/v1/models`, { headers: AUTHORIZED });
    expect(await response.json()).toEqual({
      object: "list",
      data: [],
      models: [],
      has_more: false,
      first_id: null,
      last_id: null,
    });
  });

  it.each(["default", "sandbox", "sandbox/guide", "image-model-a"])("has no model %s", async (model) => {
    const body = { model, messages: [{ role: "user", content: "Hello" }] };
    await expectError(await gateway.chat(body), {
      status: 404,
      message: /^No (?:alias or )?provider /,
      type: "not_found_error",
      param: "model",
      code: "model_not_found",
    });
  });
});
