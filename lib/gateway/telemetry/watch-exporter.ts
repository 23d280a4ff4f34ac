/** Warnings in the log that an export fails, at most one a minute for each kind of data. */
import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { TELEMETRY_LIMITS } from "../limits.ts";

type Exporter<Data> = { export(data: Data, onResult: (result: ExportResult) => void): void };

/**
 * Replaces the exporter's `export`, and returns the exporter.
 * @param of.name of the data, for the log
 */
export function watchExporter<Data, Watched extends Exporter<Data>>(
  exporter: Watched & Exporter<Data>,
  { name, url, warn }: { name: string; url: string; warn: (line: string) => void },
): Watched {
  const send = exporter.export.bind(exporter);
  let failures = 0;
  let warnedAt = -Infinity;
  exporter.export = (data, onResult) => {
    send(data, (result) => {
      onResult(result);
      if (result.code === ExportResultCode.SUCCESS) return;
      failures++;
      if (performance.now() - warnedAt < TELEMETRY_LIMITS.warningMs) return;
      warnedAt = performance.now();
      warn(
        `The ${name} could not be exported to ${describeUrl(url)} (${describe(result.error)}); failures: ${failures}.`,
      );
      failures = 0;
    });
  };
  return exporter;
}

/** Without user, password and query. */
function describeUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function describe(error: (Error & { code?: unknown }) | undefined): string {
  if (!error) return "no reason given";
  const reason = error.message || String(error.code ?? error.name);
  return typeof error.code === "number" ? `HTTP status ${error.code}` : (reason.split("\n", 1)[0]?.slice(0, 200) ?? "");
}
