/** Vectors of the sandbox: stable, of unit length, and near each other for texts about the same. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { embedTexts } from "#lib/sandbox/embeddings/embed-texts.ts";

const never = new AbortController().signal;
const embed = async (texts: (string | number[])[], dimensions?: number) => {
  const inputs = texts.map((content, index) => ({ content, path: `input[${index}]` }));
  const { vectors } = await embedTexts({ inputs, dropped: [], ...(dimensions ? { dimensions } : {}) }, never);
  return vectors as Float32Array[];
};
const similarity = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, index) => sum + value * (other[index] as number), 0);

describe("vectors of the sandbox", () => {
  it("are of unit length, whatever the text and the dimensions", async () => {
    const texts = ["", "a", "…", "\u0000", "日本語の文章です", "👩‍👩‍👧", "x".repeat(10_000), " "].slice(1);
    for (const dimensions of [1, 2, 3, 64, 1_024, 4_096]) {
      for (const vector of await embed([...texts, [1, 2, 3], [0]], dimensions)) {
        expect(vector).toHaveLength(dimensions);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
      }
    }
  });

  it("are the same in every version: clients store them", async () => {
    const [vector] = await embed(["Keys can be rotated without a gap."], 8);
    expect([...(vector as Float32Array)].map((value) => Number(value.toFixed(4)))).toMatchInlineSnapshot(`
      [
        0.5586,
        -0.3761,
        -0.5184,
        0.076,
        0.0001,
        -0.4973,
        -0.152,
        -0.0402,
      ]
    `);
  });

  it.each([
    ["a plural", "rotate the key", "rotating keys", "paint a lighthouse"],
    ["a misspelling", "how do I rotate a key", "how do I rotaet a kye", "how do I paint a picture"],
    ["another case", "STREAMING EVENTS", "streaming events", "stored files"],
    ["Japanese", "鍵を交換する方法", "鍵の交換", "画像を描く"],
  ])("bring %s nearer than another subject", async (_name, text, near, far) => {
    const [one, other, third] = (await embed([text, near, far])) as [Float32Array, Float32Array, Float32Array];
    expect(similarity(one, other)).toBeGreaterThan(similarity(one, third) + 0.1);
  });

  it("find the section of a guide that answers a question", async () => {
    const guides = ["keys", "routes", "images", "streaming", "files", "deploy", "usage"].map((name) => {
      const file = name === "files" ? "images-and-files" : name;
      return {
        name,
        text: readFileSync(new URL(`../../../docs/guide/${file}.md`, import.meta.url), "utf8").slice(0, 4_000),
      };
    });
    const questions: [string, string][] = [
      ["How do I create an API key with a budget?", "keys"],
      ["What happens when the first model of a route fails?", "routes"],
      ["How can I edit an image with a mask?", "images"],
      ["Which events does a stream have?", "streaming"],
      ["How do I upload a file?", "files"],
      ["Run it in a container with Docker", "deploy"],
      ["What did each model cost last month?", "usage"],
    ];
    const vectors = await embed([...guides.map(({ text }) => text), ...questions.map(([text]) => text)]);
    const found = questions.map(([question], index) => {
      const asked = vectors[guides.length + index] as Float32Array;
      const ranked = guides
        .map(({ name }, place) => ({ name, score: similarity(asked, vectors[place] as Float32Array) }))
        .sort((one, other) => other.score - one.score);
      return [question, ranked[0]?.name];
    });
    const right = found.filter(([, name], index) => name === questions[index]?.[1]);
    expect(right.length, JSON.stringify(found)).toBeGreaterThanOrEqual(6);
  });
});
