/** Runs one probe: a call, its response as the dialect reads it, and the checks of that. */
import type { Probe, Verdict } from "./probe.ts";
import { readReply, readStream } from "./read-response.ts";
import { conclude, judgeFailure, type Outcome, post, prepareCall, type Target } from "./target.ts";

export async function runProbe(target: Target, probe: Probe): Promise<Outcome[]> {
  const { stream, checks, field, isRequired = false } = probe;
  const { path, body, dropped } = prepareProbe(target, probe);
  if (field !== undefined && dropped.includes(field)) {
    const message = `The API has no field for it (\`${field}\` in Chat Completions).`;
    return checks.map(({ name }) => ({ name, status: "not offered", message, ms: 0, wire: null }));
  }
  const response = await post(target, { path, body, stream });
  const failures = checks.flatMap(({ name }) => judgeFailure(target, response, name, { isRequired }) ?? []);
  if (failures.length > 0) return failures;
  const source = { ...target, response };
  const reading = stream ? readStream(source) : readReply(source);
  if (typeof reading === "string") {
    const unread = target.upstream.redact(reading);
    return checks.map(({ name }) => conclude(response, name, "failed", unread));
  }
  const { inputTokens = 0, outputTokens = 0 } = reading.reply.usage ?? {};
  return checks.map(({ name, judge }, index) => {
    const { status, message } = toStatus(judge(reading));
    const outcome = conclude(response, name, status, message && target.upstream.redact(message));
    return index === 0 ? { ...outcome, usage: { inputTokens, outputTokens } } : outcome;
  });
}

function toStatus(verdict: Verdict): Pick<Outcome, "status" | "message"> {
  if (verdict === undefined) return { status: "passed", message: null };
  if (typeof verdict === "string") return { status: "failed", message: verdict };
  return { status: "not offered", message: verdict.notOffered };
}

export function prepareProbe(target: Pick<Target, "dialect" | "model" | "maxOutputTokens">, probe: Probe) {
  const { ask, stream, maxOutputTokens = target.maxOutputTokens } = probe;
  return prepareCall({ ...target, maxOutputTokens }, ask, stream);
}
