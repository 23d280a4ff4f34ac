import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, type TestContext, test } from "vitest";
import { writeVideoSample } from "#app/(playground)/videos/_model/code-samples.ts";
import type { VideoRequest } from "#lib/playground/videos/video-request.ts";
import { type StubUpstream, startStubUpstream } from "#tests/support/stub-upstream.ts";

const run = promisify(execFile);
const KEY = "0123456789abcdefghijklmnopqrstuv";
const id = `video_${KEY}`;
const plain: VideoRequest = {
  model: "video-model-a",
  prompt: `The "boat's" $5 sail, \\ and a\nnew line`,
  values: { size: "1280x720", seconds: "4" },
  route: "videos",
  cut: false,
};
const operation: VideoRequest = { ...plain, route: "operations", values: { ...plain.values, seed: 7 } };
const reference = { sha256: "a", name: "My cat's picture.png", mediaType: "image/png", size: 3, width: 1, height: 1 };

let stub: StubUpstream;
let origin: string;
let folder: string;
let polls = 0;
beforeAll(async () => {
  stub = await startStubUpstream(({ method, path }, response) => {
    const send = (body: object) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (path.includes("/content") || path.includes(":download")) {
      response.writeHead(200, { "content-type": "video/mp4" });
      response.end("the video");
      return;
    }
    // Under way at first, so that a sample that does not wait comes away with nothing.
    const done = method === "GET" && polls++ > 0;
    if (path.includes("operations") || path.includes("predict")) {
      const videoUri = `${origin}/v1beta/files/abc:download?alt=media`;
      const result = { videoUri, generateVideoResponse: { generatedSamples: [{ video: { uri: videoUri } }] } };
      send({ name: `operations/${KEY}`, done, ...(done ? { response: result } : {}) });
      return;
    }
    send({ id, object: "video", status: done ? "completed" : "pending", progress: done ? 100 : 0 });
  });
  origin = stub.url.replace("/v1", "");
  folder = mkdtempSync(join(tmpdir(), "parlance-samples-"));
  writeFileSync(join(folder, "My-cat-s-picture.png"), "abc");
});
beforeEach(() => {
  polls = 0;
  stub.requests.length = 0;
  rmSync(join(folder, "video.mp4"), { force: true });
});
afterAll(async () => {
  await stub.close();
  rmSync(folder, { recursive: true });
});

const runIn = (command: string, words: string[]) =>
  run(command, words, { cwd: folder, env: { ...process.env, PARLANCE_API_KEY: "sk-test" } });
const runShell = (request: VideoRequest) =>
  // Nobody waits for two seconds here.
  runIn("sh", ["-c", writeVideoSample("curl", { request, origin }).replace("sleep 2", "sleep 0.05")]);
const downloaded = () => readFileSync(join(folder, "video.mp4"), "utf8");
const created = () => stub.requests.find(({ method }) => method === "POST");

describe("the curl sample, run by a shell", () => {
  test("creates, polls and downloads, with any characters in the prompt", async () => {
    await runShell(plain);
    expect(created()?.path).toBe("/v1/videos");
    expect(created()?.headers.authorization).toBe("Bearer sk-test");
    const { model, prompt, values } = plain;
    expect(JSON.parse(String(created()?.body))).toEqual({ model, prompt, ...values });
    expect(downloaded()).toBe("the video");
  });

  test("sends the first frame in a form", async () => {
    await runShell({ ...plain, reference });
    const form = await new Response(new Uint8Array(created()?.body ?? []), {
      headers: { "content-type": String(created()?.headers["content-type"]) },
    }).formData();
    expect(form.get("prompt")).toBe(plain.prompt);
    expect(form.get("input_reference")).toBeInstanceOf(File);
    expect(downloaded()).toBe("the video");
  });

  test("remixes", async () => {
    await runShell({ ...plain, remixOf: id, prompt: "at night" });
    expect(created()?.path).toBe(`/v1/videos/${id}/remix`);
    expect(JSON.parse(String(created()?.body))).toEqual({ prompt: "at night" });
    expect(downloaded()).toBe("the video");
  });

  test("uses an operation, with the first frame in base64", async () => {
    await runShell({ ...operation, reference });
    expect(created()?.path).toBe("/v1beta/models/video-model-a:predictLongRunning");
    expect(JSON.parse(String(created()?.body))).toEqual({
      instances: [{ prompt: plain.prompt, image: { mimeType: "image/png", bytesBase64Encoded: "YWJj" } }],
      parameters: { aspectRatio: "16:9", resolution: "720p", durationSeconds: 4, seed: 7 },
    });
    expect(downloaded()).toBe("the video");
  });

  test("stops at a refusal and prints the status", async () => {
    const refusing = await startStubUpstream((_request, response) => {
      response.writeHead(400).end('{"error":400}');
    });
    const sample = writeVideoSample("curl", { request: plain, origin: refusing.url.replace("/v1", "") });
    await expect(runIn("sh", ["-c", sample])).rejects.toThrow("see task.json");
    await refusing.close();
  });
});

describe("the JavaScript sample, run by Node", () => {
  const sdk = import.meta.resolve("openai");
  test.each([
    ["a video", plain, "/v1/videos"],
    ["a video that begins with an image", { ...plain, reference }, "/v1/videos"],
    ["a remix", { ...plain, remixOf: id }, `/v1/videos/${id}/remix`],
    ["an operation", operation, "/v1beta/models/video-model-a:predictLongRunning"],
  ] satisfies [string, VideoRequest, string][])("%s", async (_kind, request, path) => {
    const file = join(folder, "sample.mjs");
    const sample = writeVideoSample("javascript", { request, origin });
    writeFileSync(file, sample.replace('"openai"', JSON.stringify(sdk)).replace("resolve, 2000", "resolve, 50"));
    await runIn(process.execPath, [file]);
    expect(created()?.path).toBe(path);
    expect(downloaded()).toBe("the video");
  });
});

describe("the Python sample", () => {
  const write = (request: VideoRequest) => writeVideoSample("python", { request, origin });
  const runPython = async (words: string[], context: TestContext) => {
    try {
      await runIn("python3", words);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") context.skip("no python3 here");
      throw error;
    }
  };

  test("of OpenAI's SDK compiles", async (context) => {
    const samples = [plain, { ...plain, reference }, { ...plain, remixOf: id }].map(write);
    expect(samples[0]).toContain("create_and_poll");
    await runPython(["-c", "import ast,sys\nfor s in sys.argv[1:]: ast.parse(s)", ...samples], context);
  });

  test("of an operation creates, waits and downloads", async (context) => {
    await runPython(["-c", write({ ...operation, reference }).replace("sleep(2)", "sleep(0.05)")], context);
    expect(JSON.parse(String(created()?.body)).instances).toEqual([
      { prompt: plain.prompt, image: { mimeType: "image/png", bytesBase64Encoded: "YWJj" } },
    ]);
    expect(downloaded()).toBe("the video");
  });
});
