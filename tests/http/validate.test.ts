import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { validate } from "#lib/http/validate.ts";

const part = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("image"), url: z.string() }),
]);
const schema = z.strictObject({
  model: z.string().min(1),
  messages: z
    .array(z.object({ role: z.enum(["user", "system"]), content: z.union([z.string(), z.array(part).min(1)]) }))
    .min(1),
  temperature: z.number().min(0).max(2).nullish(),
  top_k: z.int().min(0).optional(),
  n: z.union([z.literal("all"), z.int().min(1).max(10)]).optional(),
  stop: z.array(z.string()).max(4).optional(),
  user: z.string().max(8).optional(),
  tag: z.string().min(2).max(4).optional(),
  choice: z.union([z.enum(["none", "auto"]), z.object({ name: z.string() })]).optional(),
  name: z.string().regex(/^\w+$/, fieldRules.identifier(64)).optional(),
  pairs: z.record(z.string().max(4), z.string()).optional(),
});
const BASE = { model: "m", messages: [{ role: "user", content: "Hi" }] };

function refusalOf(value: unknown): Pick<GatewayError, "message" | "param" | "code"> {
  try {
    validate(schema, value);
  } catch (error) {
    return error as GatewayError;
  }
  throw new Error("The value is valid.");
}

describe("the error of a wrong value", () => {
  it.each<[string, unknown, string, string | undefined]>([
    ["a body that is no object", [], "The request body must be an object; got an array of 0.", undefined],
    ["a missing field", { model: "m" }, "Missing required parameter: `messages`.", "messages"],
    ["an unknown field", { ...BASE, temprature: 1 }, "Unknown parameter: `temprature`.", "temprature"],
    ["another type", { ...BASE, model: 5 }, "`model` must be a string; got 5.", "model"],
    ["null", { ...BASE, stop: null }, "`stop` must be an array; got null.", "stop"],
    ["an empty text", { ...BASE, model: "" }, "`model` must not be empty.", "model"],
    ["an empty array", { ...BASE, messages: [] }, "`messages` must contain at least one item.", "messages"],
    [
      "a number over its range",
      { ...BASE, temperature: 9 },
      "`temperature` must be between 0 and 2; got 9.",
      "temperature",
    ],
    ["a number under a range in a union", { ...BASE, n: 0 }, "`n` must be between 1 and 10; got 0.", "n"],
    ["a number under its only bound", { ...BASE, top_k: -1 }, "`top_k` must be at least 0; got -1.", "top_k"],
    ["a fraction", { ...BASE, top_k: 1.5 }, "`top_k` must be an integer; got 1.5.", "top_k"],
    [
      "too many items",
      { ...BASE, stop: ["a", "b", "c", "d", "e"] },
      "`stop` must contain at most 4 items; got 5.",
      "stop",
    ],
    [
      "a text that is too long",
      { ...BASE, user: "x".repeat(9) },
      "`user` must contain at most 8 characters; got 9.",
      "user",
    ],
    ["a text of another length", { ...BASE, tag: "x" }, "`tag` must contain 2 to 4 characters; got 1.", "tag"],
    [
      "another value",
      { ...BASE, messages: [{ role: "robot", content: "Hi" }] },
      '`messages[0].role` must be one of "user", "system"; got "robot".',
      "messages[0].role",
    ],
    [
      "a value of no branch",
      { ...BASE, choice: "maybe" },
      '`choice` must be one of "none", "auto" or an object; got "maybe".',
      "choice",
    ],
    [
      "an unknown part",
      { ...BASE, messages: [{ role: "user", content: [{ type: "film" }] }] },
      '`messages[0].content[0].type` must be one of "text", "image"; got "film".',
      "messages[0].content[0].type",
    ],
    [
      "a missing field of a part",
      { ...BASE, messages: [{ role: "user", content: [{ type: "text" }] }] },
      "Missing required parameter: `messages[0].content[0].text`.",
      "messages[0].content[0].text",
    ],
    [
      "a rule of the schema",
      { ...BASE, name: "a b" },
      '`name` must have 1 to 64 letters, digits, `_` or `-`; got "a b".',
      "name",
    ],
    [
      "a name that is too long",
      { ...BASE, pairs: { longer: "x" } },
      "`pairs.longer` has an invalid name: it must contain at most 4 characters.",
      "pairs.longer",
    ],
    [
      "a text in place of a number, which is not repeated",
      { ...BASE, temperature: "my secret" },
      "`temperature` must be a number; got a string of 9 characters.",
      "temperature",
    ],
  ])("%s", (_name, value, message, param) => {
    expect(refusalOf(value)).toMatchObject({ message, param });
  });
});
