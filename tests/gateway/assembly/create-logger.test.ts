/** Lines of the process's log, as JSON and as text. */
import { expect, it } from "vitest";
import { createLogger } from "#lib/gateway/assembly/create-logger.ts";

function open(settings: Parameters<typeof createLogger>[0], isTTY = false) {
  const lines: string[] = [];
  const output = { isTTY, write: (line: string) => lines.push(line) };
  return {
    lines,
    ...createLogger(settings, {
      redact: (text) => text.replaceAll('sec"ret', "[redacted]").replaceAll('sec\\"ret', "[redacted]"),
      output,
    }),
  };
}

it("writes JSON where nobody watches, with the fields and without secrets", () => {
  const { log, lines } = open({ level: "info", format: undefined });
  log('failed with sec"ret\nat x', { request_id: "req_1", trace_id: undefined, code: 'sec"ret' });
  log("hidden", { level: "debug" });
  expect(lines).toHaveLength(1);
  const { time, ...line } = JSON.parse(lines[0] as string);
  expect(line).toEqual({
    level: "error",
    request_id: "req_1",
    code: "[redacted]",
    msg: "failed with [redacted]\nat x",
  });
  expect(new Date(time).getTime()).toBeGreaterThan(Date.now() - 60_000);
});

it.each([
  { format: undefined, isTTY: true },
  { format: "text", isTTY: false },
] as const)("writes text for %o", ({ format, isTTY }) => {
  const { log, lines } = open({ level: "debug", format }, isTTY);
  log("GET /x 404", { level: "warn", status: 404, request_id: "req_1" });
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} WARN {2}GET \/x 404 {2}request_id=req_1\n$/);
});

it("writes JSON on a terminal that asks for it", () => {
  const { log, lines } = open({ level: "info", format: "json" }, true);
  log("x");
  expect(JSON.parse(lines[0] as string).msg).toBe("x");
});
