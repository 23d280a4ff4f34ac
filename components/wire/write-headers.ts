import type { WireHeader } from "#lib/playground/trace/wire-record.ts";

/** Writes a request or status line with headers in HTTP syntax. */
export const writeHeaders = (line: string, headers: readonly WireHeader[]): string =>
  [line, ...headers.map(([name, value]) => `${name}: ${value}`)].join("\n");
