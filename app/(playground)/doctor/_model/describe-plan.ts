import type { DoctorPlan, DoctorReport, DoctorWire } from "#lib/contract/doctor.ts";

const count = (number: number) => number.toLocaleString("en");

/** Describes what a run takes at most. */
export function describePlan({ requests, input_tokens, output_tokens, cost, model }: DoctorPlan): string {
  const price = cost === null ? "The price is unknown." : `At most $${cost.toFixed(4)}.`;
  return `${count(requests)} requests to ${model}, about ${count(input_tokens)} input and at most ${count(output_tokens)} output tokens. ${price}`;
}

export function describeResult({ counts, used }: DoctorReport): string {
  const cost = used.cost === null ? "" : `, $${used.cost.toFixed(4)}`;
  const rest = counts["not run"] > 0 ? `, ${counts["not run"]} not run` : "";
  return `${counts.passed} passed, ${counts.failed} failed, ${counts["not offered"]} not offered${rest}. ${count(used.input_tokens)} input and ${count(used.output_tokens)} output tokens${cost}.`;
}

/** Writes a request and its response as text. */
export function writeWire(wire: DoctorWire): string {
  const list = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = wire.status === null ? ["(no response)"] : [String(wire.status), ...list(wire.response_headers)];
  return [
    [`${wire.method} ${wire.url}`, ...list(wire.request_headers)].join("\n"),
    wire.request_body,
    status.join("\n"),
    wire.response_body,
  ]
    .filter(Boolean)
    .join("\n\n");
}
