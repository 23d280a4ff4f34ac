import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { abridgeJson } from "#lib/http/abridge-json.ts";

const LONG = 70_000;
const image = (length: number) => `data:image/png;base64,${"QUJD".repeat(Math.ceil(length / 4))}`;
const abridge = (text: string) => abridgeJson(Buffer.from(text));

describe("an abridged body", () => {
  it("keeps short strings and the beginnings of long ones", () => {
    const body = {
      model: "m",
      messages: [{ content: [{ url: image(LONG) }, { text: 'a "quoted" \\ text' }] }],
      seed: 1,
    };
    const abridged = abridge(JSON.stringify(body));
    const value = JSON.parse(abridged?.skeleton.toString() ?? "");
    expect(abridged?.skeleton.length).toBeLessThan(2_000);
    expect(value).toEqual({
      ...body,
      messages: [{ content: [{ url: expect.any(String) }, body.messages[0]?.content[1]] }],
    });
    expect(image(LONG).startsWith(value.messages[0].content[0].url)).toBe(true);
  });

  it("keeps base64 well-formed: the length stays the same modulo 4", () => {
    for (const length of [LONG, LONG + 1, LONG + 2, LONG + 3]) {
      const data = "A".repeat(length);
      const { skeleton } = abridge(JSON.stringify({ data })) ?? {};
      expect(JSON.parse(String(skeleton)).data.length % 4).toBe(length % 4);
    }
  });

  it("maps offsets before and after the cuts", () => {
    const text = `{"model":"first","a":"${"x".repeat(LONG)}","b":"${"é".repeat(LONG)}","last":"here"}`;
    const bytes = Buffer.from(text);
    const abridged = abridgeJson(bytes);
    if (!abridged) throw new Error("It was not abridged.");
    for (const word of ['"first"', '"here"', '"last"']) {
      expect(abridged.toOriginal(abridged.skeleton.indexOf(word))).toBe(bytes.indexOf(word));
    }
  });

  it.each([
    ["has no long string", JSON.stringify({ a: "x".repeat(1_000) })],
    ["has long strings with escapes only", JSON.stringify({ a: "line\n".repeat(LONG) })],
    ["has a control character in a long string", `{"a":"${"x".repeat(LONG)}\u0001${"x".repeat(100)}"}`],
    ["has a string that does not end", `{"a":"${"x".repeat(LONG)}`],
    ["is no JSON at all", "x".repeat(LONG)],
  ])("is unchanged when it %s", (_what, text) => {
    expect(abridge(text)).toBeUndefined();
  });

  it("searches each string for escapes only up to its end", () => {
    const body = (between: string) =>
      Buffer.from(`[${Array.from({ length: 400 }, () => `"${"A".repeat(LONG)}",${between}`).join("")}0]`);
    const fastest = (bytes: Buffer) =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const begun = performance.now();
          abridgeJson(bytes);
          return performance.now() - begun;
        }),
      );
    expect(fastest(body(""))).toBeLessThan(5 * fastest(body('"\\n",')));
  });

  it.each([
    ["as images", { a: image(LONG), b: [image(LONG + 1), "short", { c: `ä€😀${"x".repeat(LONG)}` }], d: image(LONG) }],
    ["as a name", { ["n".repeat(LONG)]: 1, b: image(LONG) }],
    ["behind fields in another order than the parser's", { b: image(LONG), 2: "x".repeat(LONG), 1: "y".repeat(LONG) }],
  ])("is parsed whole, with long strings %s", async (_name, body) => {
    expect(await abridge(JSON.stringify(body))?.parseWhole()).toEqual(body);
  });

  it("is parsed whole with a repeated field and one named __proto__", async () => {
    const text = `{"a":"${image(LONG)}","a" : "${"z".repeat(LONG)}","__proto__":"${"p".repeat(LONG)}"}`;
    expect(await abridge(text)?.parseWhole()).toEqual(JSON.parse(text));
    expect(Object.keys((await abridge(text)?.parseWhole()) as object)).toEqual(["a", "__proto__"]);
  });

  it("parses to the same value as the whole body but for the cut strings", () => {
    const cut = (value: unknown): unknown => {
      if (typeof value === "string") return value.slice(0, 200);
      if (Array.isArray(value)) return value.map(cut);
      return typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner)]))
        : value;
    };
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), fc.integer({ min: LONG, max: LONG + 8 }), (other, key, length) => {
        const body = { [key]: other, long: "ä€".repeat(length / 4), other };
        const { skeleton } = abridge(JSON.stringify(body)) ?? {};
        expect(cut(JSON.parse(String(skeleton)))).toEqual(cut(JSON.parse(JSON.stringify(body))));
      }),
    );
  });
});
