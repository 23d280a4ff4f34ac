import { describe, expect, it } from "vitest";
import { openAiResponses } from "#lib/dialects/openai-responses/index.ts";
import { expandInput, listReferencedIds, readInputItems } from "#lib/dialects/openai-responses/read-input-items.ts";

const parse = (fields: Record<string, unknown>) => openAiResponses.parseRequest({ model: "m", ...fields });

describe("the items of an input", () => {
  it("a text is a message", () => {
    expect(readInputItems(parse({ input: "hi" }))).toEqual([
      {
        id: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
        type: "message",
        role: "user",
        status: "completed",
        content: [{ type: "input_text", text: "hi" }],
      },
    ]);
  });

  it("every item has an id of its own, and keeps the one it has", () => {
    const items = readInputItems(
      parse({
        input: [
          { role: "assistant", content: "a" },
          { id: "fc_1", type: "function_call", call_id: "c", name: "f", arguments: "{}" },
          { type: "function_call_output", call_id: "c", output: "x" },
          { type: "made_up_next_year" },
        ],
      }),
    );
    expect(items).toMatchObject([
      { id: expect.stringMatching(/^msg_/), content: [{ type: "output_text", text: "a", annotations: [] }] },
      { id: "fc_1" },
      { id: expect.stringMatching(/^fco_/), output: "x" },
      { id: expect.stringMatching(/^item_/) },
    ]);
    expect(new Set(items.map((item) => ("id" in item ? item.id : "")))).toHaveProperty("size", 4);
  });

  it("a response's flat element is ignored beside its message, and a message without one", () => {
    const flat = { type: "output_text", text: "a", id: "ot_1" };
    expect(readInputItems(parse({ input: [{ role: "assistant", content: "a" }, flat] }))).toHaveLength(1);
    expect(readInputItems(parse({ input: [flat] }))).toMatchObject([{ type: "message", role: "assistant" }]);
  });
});

describe("an expanded input", () => {
  const stored = { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: "a" }] };
  const resolveItem = (id: string) => (id === "msg_1" ? stored : undefined);
  const request = parse({
    previous_response_id: "resp_1",
    input: [{ id: "msg_1" }, { type: "item_reference", id: "msg_1" }, { role: "user", content: "and?" }],
  });

  it("replaces each reference by its item, after the previous items", () => {
    expect(listReferencedIds(request)).toEqual(["msg_1", "msg_1"]);
    const previous = { type: "message", role: "user", content: "hi" };
    const whole = expandInput(request, { resolveItem, previousItems: [previous] });
    expect(whole.input).toEqual([previous, stored, stored, { type: "message", role: "user", content: "and?" }]);
    expect(whole.previous_response_id).toBeUndefined();
    expect(openAiResponses.readRequest(whole).messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  });

  it("keeps a text, and puts it after the previous items", () => {
    expect(expandInput(parse({ input: "hi" }), { resolveItem }).input).toBe("hi");
    const whole = expandInput(parse({ input: "hi" }), { resolveItem, previousItems: [stored] });
    expect(whole.input).toEqual([stored, { type: "message", role: "user", content: "hi" }]);
  });

  it("names the unknown reference, and what to do", () => {
    const unknown = parse({ input: [{ role: "user", content: "hi" }, { id: "rs_9" }] });
    expect(() => expandInput(unknown, { resolveItem })).toThrow(
      expect.objectContaining({ status: 400, param: "input[1].id", message: expect.stringContaining("store: false") }),
    );
  });
});
