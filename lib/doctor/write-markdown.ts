/** Writes a report as Markdown: what passed, the proposed config, and the wire of each failure. */
import { API_FORMAT_NAMES } from "#lib/contract/api-format-names.ts";
import type { DoctorCheck, DoctorPlan, DoctorReport, DoctorStatus, DoctorWire } from "#lib/contract/doctor.ts";

export const STATUS_MARKS: Record<DoctorStatus, string> = {
  passed: "✓",
  failed: "✗",
  "not offered": "–",
  "not run": "·",
};

export function writeMarkdown(report: DoctorReport): string {
  const { plan, checks, upstreams, notes, created_at } = report;
  const failures = checks.filter(({ wire }) => wire !== null);
  return [
    `# Compatibility of ${plan.base_url}`,
    `Model \`${plan.model}\`, ${new Date(created_at).toISOString()}. ${writeSummary(report)}`,
    writeTable(checks, plan),
    ...writeReasons(checks),
    ...(upstreams ? ["## Config entry", fence(JSON.stringify({ upstreams }, null, 2), "json")] : []),
    ...(notes.length > 0 ? ["## Notes", notes.map((note) => `- ${note}`).join("\n")] : []),
    ...(failures.length > 0 ? ["## Failures", ...failures.flatMap(writeFailure)] : []),
    "",
  ].join("\n\n");
}

export function writeSummary({ counts, used }: DoctorReport): string {
  const parts = [
    `${counts.passed} passed`,
    `${counts.failed} failed`,
    `${counts["not offered"]} not offered`,
    ...(counts["not run"] > 0 ? [`${counts["not run"]} not run`] : []),
  ];
  const tokens = `${format(used.input_tokens)} input and ${format(used.output_tokens)} output tokens reported`;
  return `${parts.join(", ")}; ${tokens}${used.cost === null ? "" : `, $${used.cost.toFixed(4)}`}.`;
}

/** Describes what a run takes at most, before it starts. */
export function writePlan({ requests, input_tokens, output_tokens, cost, model, base_url }: DoctorPlan): string {
  const price = cost === null ? "the price is unknown" : `at most $${cost.toFixed(4)}`;
  return `${format(requests)} requests to ${base_url}, model ${model}: about ${format(input_tokens)} input and at most ${format(output_tokens)} output tokens, ${price}.`;
}

/** Describes a request and its response for people. */
export function writeWire(wire: DoctorWire): string {
  const head = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [
    `${wire.method} ${wire.url}`,
    ...head(wire.request_headers),
    ...(wire.request_body === null ? [] : ["", wire.request_body]),
    "",
    ...(wire.status === null ? ["(no response)"] : [`${wire.status}`, ...head(wire.response_headers)]),
    ...(wire.response_body === "" ? [] : ["", wire.response_body]),
  ].join("\n");
}

function writeTable(checks: readonly DoctorCheck[], { api_formats }: DoctorPlan): string {
  const names = [...new Set(checks.map(({ name }) => name))];
  const mark = (name: string, api: string) => {
    const check = checks.find((one) => one.name === name && one.api_format === api);
    return check ? STATUS_MARKS[check.status] : "";
  };
  const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    row(["Check", ...api_formats.map((api) => API_FORMAT_NAMES[api])]),
    row(["---", ...api_formats.map(() => ":-:")]),
    ...names.map((name) => row([name, ...api_formats.map((api) => mark(name, api))])),
  ].join("\n");
}

function writeReasons(checks: readonly DoctorCheck[]): string[] {
  const lines = checks.flatMap(({ api_format, name, status, message }) =>
    message && status !== "not run" ? `- ${API_FORMAT_NAMES[api_format]}, ${name}: ${status}. ${message}` : [],
  );
  const skipped = [...new Set(checks.flatMap(({ status, message }) => (status === "not run" && message) || []))];
  const all = [...lines, ...skipped.map((message) => `- Not run: ${message}`)];
  return all.length > 0 ? ["## Reasons", all.join("\n")] : [];
}

function writeFailure({ api_format, name, message, wire }: DoctorCheck): string[] {
  if (!wire) return [];
  return [`### ${API_FORMAT_NAMES[api_format]}: ${name}`, message ?? "", fence(writeWire(wire), "text")];
}

/** A longer fence than any in the text. */
function fence(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}\n${text}\n${marks}`;
}

function format(count: number): string {
  return count.toLocaleString("en");
}
