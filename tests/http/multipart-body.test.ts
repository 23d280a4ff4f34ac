import { expect, it } from "vitest";
import { writeMultipart } from "#lib/http/multipart-body.ts";

async function* bytesOf(...chunks: string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

it("is a form that a standard parser reads, of the declared length", async () => {
  const { headers, content } = writeMultipart([
    { name: "prompt", value: "Ein Bär\r\nmit Hut" },
    { name: "image[]", filename: 'a "b".png', mediaType: "image/png", size: 6, chunks: () => bytesOf("abc", "def") },
    { name: "image[]", filename: "b.png", mediaType: "image/png", size: 0, chunks: () => bytesOf() },
  ]);
  for (const _try of [1, 2]) {
    const body = Buffer.concat(await Array.fromAsync(content()));
    expect(body.length).toBe(Number(headers["content-length"]));
    const form = await new Response(body, { headers: { "content-type": headers["content-type"] } }).formData();
    expect(form.get("prompt")).toBe("Ein Bär\r\nmit Hut");
    const [first, second] = form.getAll("image[]") as File[];
    expect([first?.name, first?.type, await first?.text()]).toEqual(['a "b".png', "image/png", "abcdef"]);
    expect(second?.size).toBe(0);
  }
});
