/** The doctor against our own gateway, whose sandbox must pass all that each API offers. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { upstreamEntry } from "#lib/config/upstream-entry.ts";
import type { ApiFormat } from "#lib/contract/provider-presets.ts";
import { ADMIN_KEY, startGateway, type TestGateway } from "../support/gateway.ts";
import { diagnose, messagesOf } from "./run.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ mount: "node" });
});
afterAll(() => gateway?.close());

/** Checks for which an API has no field. */
const ABSENT: [ApiFormat, string[]][] = [
  ["openai-chat", []],
  ["openai-responses", ["Stop sequence", "Two choices", "Embeddings", "Base64 embeddings"]],
  ["anthropic-messages", ["Two choices", "Log probabilities", "Embeddings", "Base64 embeddings"]],
  ["google-generate", ["One tool call at a time", "Base64 embeddings"]],
  [
    "google-interactions",
    ["One tool call at a time", "Two choices", "Log probabilities", "Embeddings", "Base64 embeddings"],
  ],
];

it.each(ABSENT)(
  "passes everything that %s offers",
  async (format, absent) => {
    const report = await diagnose({ url: gateway.url, formats: [format], apiKey: ADMIN_KEY, model: "sandbox/guide" });
    expect(messagesOf(report, "failed")).toEqual({});
    expect(Object.keys(messagesOf(report, "not offered"))).toEqual(absent);
    expect(report.counts).toEqual({
      passed: 30 - absent.length,
      failed: 0,
      "not offered": absent.length,
      "not run": 0,
    });
    expect(report.ok).toBe(true);
    const version = format.startsWith("google-") ? "v1beta" : "v1";
    expect(report.upstreams).toEqual({
      tried: { baseUrl: `${gateway.url}/${version}`, apiKeyEnv: "TRIED_KEY", dialects: [format] },
    });
    for (const entry of Object.values(report.upstreams ?? {}))
      expect(upstreamEntry.safeParse(entry).success).toBe(true);
    expect(report.used.output_tokens).toBeGreaterThan(300);
    expect(report.used.output_tokens).toBeLessThan(report.plan.output_tokens);
    expect(JSON.stringify(report)).not.toContain(ADMIN_KEY);
  },
  60_000,
);

it("finds the other APIs beside the one whose base URL it was given", async () => {
  const formats: ApiFormat[] = ["openai-chat", "google-generate"];
  const report = await diagnose({ url: `${gateway.url}/v1`, formats, apiKey: ADMIN_KEY, model: "sandbox/echo" });
  expect(Object.values(report.upstreams ?? {})).toMatchObject([
    { baseUrl: `${gateway.url}/v1`, dialects: ["openai-chat"] },
    { baseUrl: `${gateway.url}/v1beta`, dialects: ["google-generate"] },
  ]);
  // Echo calls no tools and looks at no pictures.
  expect(messagesOf(report, "failed")).toMatchObject({
    "Tool call": "The response has 0 tool calls; expected 1 or more.",
    Image: "The text does not name the colour of the picture, which is red.",
    "JSON schema": "The text is no JSON, although a schema was given.",
  });
  expect(report.ok).toBe(false);
  expect(report.notes).toContainEqual(expect.stringMatching(/^Clients of Gemini will miss "Tool call"/));
}, 60_000);
