import fc from "fast-check";
import { expect, it } from "vitest";
import { writeJson } from "#lib/http/write-json.ts";

const written = async (value: unknown) => Buffer.concat(await writeJson(value)).toString();

it("writes the same as JSON.stringify", () =>
  fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.string(), async (other, text) => {
      const long = `"${text}\\\n`.repeat(70_000);
      const value = { long, other, list: [text, long, undefined, { [text]: long }], nothing: undefined };
      expect(await written(value)).toBe(JSON.stringify(value));
    }),
    { numRuns: 10 },
  ));

it.each(["é", "😀", "a\ud83d"])("cuts no character of a text of many megabytes: %j", async (character) => {
  const value = ["a", ""].map((before) => before + character.repeat(1_200_000));
  const bytes = Buffer.concat(await writeJson(value));
  expect(bytes.equals(Buffer.from(JSON.stringify(value)))).toBe(true);
});
