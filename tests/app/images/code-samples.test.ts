import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeSample } from "#app/(playground)/images/_model/code-samples.ts";
import { getImageFileName } from "#lib/playground/images/image-file-name.ts";
import type { ImageRequest } from "#lib/playground/images/image-job.ts";
import { createMask } from "#lib/playground/images/mask-state.ts";
import { type StubUpstream, startStubUpstream } from "#tests/support/stub-upstream.ts";

const run = promisify(execFile);
const generate: ImageRequest = {
  model: "image-model-a",
  prompt: `The cat's "window" at $5, \\ and a\nnew line`,
  values: { n: 2, quality: "low", background: "transparent" },
  sources: [],
};
const edit: ImageRequest = {
  model: "image-model-a",
  prompt: "@file; type=text/plain",
  values: { size: "1024x1024" },
  sources: [{ sha256: "a", name: "My cat's picture.jpeg", mediaType: "image/jpeg", size: 3, width: 1, height: 1 }],
  mask: createMask(1, 1),
};
const PIXEL = Buffer.from("pixel").toString("base64");

let stub: StubUpstream;
let origin: string;
let folder: string;
beforeAll(async () => {
  stub = await startStubUpstream((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ created: 1, data: [{ b64_json: PIXEL }] }));
  });
  origin = stub.url.replace("/v1", "");
  folder = mkdtempSync(join(tmpdir(), "parlance-samples-"));
  for (const name of ["My-cat-s-picture.jpg", "mask.png"]) writeFileSync(join(folder, name), "abc");
});
afterAll(async () => {
  await stub.close();
  rmSync(folder, { recursive: true });
});

const runIn = (command: string, words: string[]) =>
  run(command, words, { cwd: folder, env: { ...process.env, PARLANCE_API_KEY: "sk-test" } });

describe("the curl sample, run by a shell", () => {
  test("sends exactly the request, with any characters in the prompt", async () => {
    await runIn("sh", ["-c", writeSample("curl", { request: generate, origin })]);
    const sent = stub.requests.at(-1);
    expect(sent?.path).toBe("/v1/images/generations");
    expect(sent?.headers.authorization).toBe("Bearer sk-test");
    expect(JSON.parse(sent?.body.toString() ?? "")).toEqual({
      model: generate.model,
      prompt: generate.prompt,
      ...generate.values,
    });
  });

  test("sends files as a form, and never reads a file named by the prompt", async () => {
    await runIn("sh", ["-c", writeSample("curl", { request: edit, origin })]);
    const sent = stub.requests.at(-1);
    const form = await new Response(new Uint8Array(sent?.body ?? []), {
      headers: { "content-type": String(sent?.headers["content-type"]) },
    }).formData();
    expect(sent?.path).toBe("/v1/images/edits");
    expect(form.get("prompt")).toBe(edit.prompt);
    expect([...form.keys()]).toEqual(["model", "prompt", "size", "image[]", "mask"]);
  });
});

describe("the JavaScript sample, run by Node with the official SDK", () => {
  test.each([
    ["generate", generate],
    ["edit", edit],
  ])("%s", async (kind, request) => {
    const file = join(folder, `${kind}.mjs`);
    const sdk = new URL("../../../node_modules/openai/index.mjs", import.meta.url).href;
    writeFileSync(file, writeSample("javascript", { request, origin }).replace('"openai"', JSON.stringify(sdk)));
    await runIn(process.execPath, [file]);
    const sent = stub.requests.at(-1);
    expect(sent?.path).toBe(`/v1/images/${kind === "edit" ? "edits" : "generations"}`);
    expect(sent?.body.toString()).toContain(kind === "edit" ? 'name="mask"' : '"quality":"low"');
  });
});

test("compiles the Python sample, which requests what the model supports", async (context) => {
  const addresses = writeSample("python", { request: { ...generate, model: "image-model-b", values: {} }, origin });
  expect(addresses).toContain("print(image.url)");
  const streamed = writeSample("python", { request: { ...generate, values: { stream: true } }, origin });
  expect(streamed).toContain("stream=True");
  expect(streamed).toContain('event.type.endswith(".completed")');
  const samples = [addresses, streamed, writeSample("python", { request: edit, origin })];
  try {
    await run("python3", ["-c", "import ast,sys\nfor s in sys.argv[1:]: ast.parse(s)", ...samples]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") context.skip("no python3 here");
    throw error;
  }
});

test("gives file names the extension of their type and no shell characters", () => {
  expect(getImageFileName({ name: "My cat's picture.jpeg", mediaType: "image/jpeg" })).toBe("My-cat-s-picture.jpg");
  expect(getImageFileName({ name: "日本", mediaType: "image/webp" })).toBe("image.webp");
});
