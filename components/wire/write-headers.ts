import type { WireHeader } from "#lib/playground/trace/wire-record.ts";

/** A head as HTTP writes it. */
export const writeHeaders = (line: string, headers: readonly WireHeader[]): string =>
  [line, ...headers.map(([name, value]) => `${name}: ${value}`)].join("\n");
