import { describe, expect, it } from "vitest";
import { canPreflight, loadPreflight } from "#lib/playground/trace/load-preflight.ts";
import type { Trace } from "#lib/playground/trace/trace.ts";

const traceOf = (line: string, headers: Trace["requestHeaders"] = []): Trace => ({
  head: line,
  request: '{"model":"fast"}',
  requestHeaders: headers,
  events: [],
  droppedCount: 0,
});

describe("a preflight of a recorded request", () => {
  it.each([
    ["POST /v1/chat/completions", true],
    ["POST /v1/responses", true],
    ["POST /v1/messages", true],
    ["POST /v1beta/models/m:streamGenerateContent?alt=sse", true],
    ["POST /v1/images/generations", true],
    ["POST /v1/images/edits", false],
    ["POST /v1/videos", true],
    ["GET /v1/videos", false],
    ["GET /v1/responses/resp_1", false],
  ])("exists for %s: %s", (line, expected) => {
    expect(canPreflight(traceOf(line))).toBe(expected);
  });

  it("sends the request with the headers that decide, and never resumes or plays it", async () => {
    const sent: [unknown, RequestInit | undefined][] = [];
    const send: typeof fetch = async (path, init) => {
      sent.push([path, init]);
      return new Response('{"object":"preflight"}');
    };
    const headers: Trace["requestHeaders"] = [
      ["Provider-Version", "2023-06-01"],
      ["x-gateway-resumable", "true"],
      ["x-gateway-on-loss", "refuse"],
    ];
    expect(await loadPreflight(traceOf("POST /v1/messages", headers), send)).toEqual({ object: "preflight" });
    expect(sent).toEqual([
      [
        "/v1/messages",
        {
          method: "POST",
          credentials: "same-origin",
          headers: {
            "content-type": "application/json",
            "Provider-Version": "2023-06-01",
            "x-gateway-on-loss": "refuse",
            "x-gateway-dry-run": "true",
          },
          body: '{"model":"fast"}',
        },
      ],
    ]);
  });

  it("fails with the message of the gateway", async () => {
    const send: typeof fetch = async () => new Response('{"error":404,"message":"No such model."}', { status: 404 });
    await expect(loadPreflight(traceOf("POST /v1/responses"), send)).rejects.toThrow("No such model.");
  });
});
