import type { TraceHeader } from "#lib/playground/trace/trace.ts";

/** Writes a request or status line with headers in HTTP syntax. */
export const writeHeaders = (line: string, headers: readonly TraceHeader[]): string =>
  [line, ...headers.map(([name, value]) => `${name}: ${value}`)].join("\n");
