/** Images in answers pass through; nothing of them stays. */
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mounts } from "#tests/support/gateway.ts";
import type { StubHandler } from "#tests/support/stub-upstream.ts";
import { type Field, startField } from "./field.ts";
import { geminiReply } from "./upstream-streams.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const MEGABYTE = 1024 * 1024;
const IMAGE_MEGABYTES = 1;
const WARM_UP = 40;
const ANSWERS = 200;

const image = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo".padEnd(IMAGE_MEGABYTES * MEGABYTE, "A") } };
const reply = Buffer.from(JSON.stringify(geminiReply([image])));
const event = Buffer.from(`data: ${reply.toString()}\n\n`);

const answerWithImage: StubHandler = ({ path }, response) => {
  const streamed = path.includes("streamGenerateContent");
  response.writeHead(200, { "content-type": streamed ? "text/event-stream" : "application/json" });
  response.end(streamed ? event : reply);
};

describe.each(mounts)("on the %s mount", { timeout: 120_000 }, (mount) => {
  let field: Field;
  beforeAll(async () => {
    field = await startField({ mount });
    field.stub.respondWith(answerWithImage);
  });
  afterAll(() => field.close());

  /** One response in each lane, streamed and whole. */
  async function round(): Promise<void> {
    for (const client of ["google-generate", "openai-chat"] as const) {
      for (const stream of [false, true]) {
        const response = await field.ask({ client, to: "google-generate", stream });
        expect(response.status).toBe(200);
        let size = 0;
        for await (const chunk of response.body ?? []) size += chunk.length;
        expect(size).toBeGreaterThan(IMAGE_MEGABYTES * MEGABYTE);
      }
    }
    field.stub.requests.length = 0;
  }

  async function rounds(answers: number): Promise<void> {
    for (let count = 0; count < answers; count += 4) await round();
  }

  /** Returns the memory of the gateway's process, in MB; on the Node mount that is this process. */
  function memoryUsed(): number {
    if (field.gateway.pid !== process.pid) {
      const status = readFileSync(`/proc/${field.gateway.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    }
    collectGarbage();
    collectGarbage();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    return (heapUsed + Math.max(external, arrayBuffers)) / MEGABYTE;
  }

  it("BerriAI/litellm#18367, BerriAI/litellm#12685: 200 images through Gemini answers leave no trace", async (context) => {
    if (field.gateway.pid !== process.pid && process.platform !== "linux") context.skip("no /proc here");
    await rounds(WARM_UP);
    const before = memoryUsed();
    await rounds(ANSWERS);
    const grown = memoryUsed() - before;
    expect(grown, "megabytes, of more than 200 that went through").toBeLessThan((ANSWERS * IMAGE_MEGABYTES) / 2);
  });
});
