/** Vectors of numbers become base64, wherever the bytes are cut; everything else passes unchanged. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFloats, writeFloats } from "#lib/dialects/float-base64.ts";
import { createVectorEncoder } from "#lib/dialects/openai-embeddings/encode-vectors.ts";

function encode(text: string, cuts: readonly number[] = []): string {
  const bytes = Buffer.from(text);
  const encoder = createVectorEncoder();
  const places = [
    0,
    ...[...cuts].sort((one, other) => one - other).map((cut) => cut % (bytes.length + 1)),
    bytes.length,
  ];
  places.sort((one, other) => one - other);
  const pieces = places.slice(1).map((end, index) => encoder.push(bytes.subarray(places[index], end)));
  return Buffer.concat([...pieces, encoder.end()]).toString();
}

/** JSON has no negative zero. */
const float = fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

describe("vectors of a relayed reply", () => {
  it("become base64 with the same values, for any cut of the bytes", () => {
    const reply = fc.record({
      vectors: fc.array(fc.array(float, { minLength: 1, maxLength: 20 }), { maxLength: 5 }),
      text: fc.string({ unit: "binary" }),
      space: fc.constantFrom(undefined, 1, "\t"),
      cuts: fc.array(fc.nat(), { maxLength: 30 }),
    });
    fc.assert(
      fc.property(reply, ({ vectors, text, space, cuts }) => {
        const shape = (embeddings: unknown[]) => ({
          object: "list",
          note: `${text} "embedding": [1, 2]`,
          data: embeddings.map((embedding, index) => ({ object: "embedding", embedding, index })),
          usage: { prompt_tokens: 1 },
        });
        const encoded = JSON.parse(encode(JSON.stringify(shape(vectors), null, space), cuts));
        expect(encoded).toEqual(shape(vectors.map((vector) => writeFloats(vector))));
        const read = encoded.data.map(({ embedding }: { embedding: string }) => [...(readFloats(embedding) ?? [])]);
        expect(read).toEqual(vectors.map((vector) => [...Float32Array.from(vector)]));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["base64 already", '{"embedding":"AAAA"}'],
    ["nothing", ""],
    ["an empty vector", '{"embedding":[]}'],
    ["vectors of tokens", '{"embedding":[[1,2],[3]]}'],
    ["text in a vector", '{"embedding":["a"]}'],
    ["an object", '{"embedding":{"values":[1]}}'],
    ["a cut vector", '{"embedding":[1,2'],
    ["a name at the end", '{"embedding"'],
    ["a name that is a value", '{"object":"embedding","x":[1,2]}'],
    ["no JSON", "<p>embedding: [1]"],
  ])("pass unchanged: %s", (_name, text) => {
    for (let cut = 0; cut <= text.length; cut++) expect(encode(text, [cut])).toBe(text);
  });

  it("of more than four megabytes pass unchanged, in bounded memory", () => {
    const encoder = createVectorEncoder();
    const chunk = Buffer.from("1,".repeat(50_000));
    let size = encoder.push(Buffer.from('{"embedding":[')).length;
    for (let sent = 0; sent < 60; sent++) size += encoder.push(chunk).length;
    size += encoder.push(Buffer.from("1]}")).length + encoder.end().length;
    expect(size).toBe(14 + 60 * chunk.length + 3);
  });
});
