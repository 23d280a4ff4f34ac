/** Runs all probes against a server, one after the other, and reports what it found. */
import type { DoctorCheck, DoctorPlan, DoctorReport, DoctorStatus } from "#lib/contract/doctor.ts";
import { close, type DoctorOptions, type FoundTarget } from "./find-targets.ts";
import { CALL_PROBES, priceTokens } from "./plan-run.ts";
import { proposeEntries } from "./propose-entries.ts";
import { runProbe } from "./run-probe.ts";
import { SERVER_PROBES } from "./server-probes.ts";
import { type Outcome, openUpstream, type Target } from "./target.ts";

/** Requests in a row without any response after which a server is given up. */
const MOST_SILENT = 3;
const ABSENT = /\bmodel\b/i;

type Usage = { inputTokens: number; outputTokens: number };

export async function runDoctor({
  targets,
  plan,
  options: { settings, signal },
  entry,
  onCheck,
}: {
  targets: readonly FoundTarget[];
  plan: DoctorPlan;
  options: DoctorOptions;
  /** Names of the proposed entry, and of the variable with its key. */
  entry: { id: string; apiKeyEnv: string | undefined };
  onCheck: (check: DoctorCheck) => void;
}): Promise<DoctorReport> {
  const checks: DoctorCheck[] = [];
  const used: Usage = { inputTokens: 0, outputTokens: 0 };
  const baseUrls = new Map<string, string>();
  for (const target of targets) {
    const format = target.dialect.id;
    const add = ({ usage, isSilent: _, ...outcome }: Outcome) => {
      const check = { api_format: format, ...outcome };
      used.inputTokens += usage?.inputTokens ?? 0;
      used.outputTokens += usage?.outputTokens ?? 0;
      checks.push(check);
      onCheck(check);
    };
    baseUrls.set(format, await runTarget(target, settings, { add, isOnly: targets.length === 1 }));
  }
  const counts: Record<DoctorStatus, number> = { passed: 0, failed: 0, "not offered": 0, "not run": 0 };
  for (const { status } of checks) counts[status]++;
  const headers = Object.keys(settings.headers);
  const { upstreams, notes } = proposeEntries({ checks, baseUrls, model: plan.model, headers, ...entry });
  const tokens = { input: used.inputTokens, output: used.outputTokens };
  const cost = await priceTokens({ baseUrl: plan.base_url, prices: settings.prices, model: plan.model }, tokens);
  return {
    ...{ object: "doctor_report", version: 1, created_at: Date.now(), plan },
    ok: counts.failed === 0 && counts.passed > 0 && !signal.aborted,
    counts,
    used: { input_tokens: tokens.input, output_tokens: tokens.output, cost },
    ...{ checks, upstreams, notes },
  };
}

/** @returns the base URL at which the API was found */
async function runTarget(
  found: FoundTarget,
  settings: DoctorOptions["settings"],
  { add, isOnly }: { add: (outcome: Outcome) => void; isOnly: boolean },
): Promise<string> {
  const [required, ...rest] = CALL_PROBES;
  const steps = [
    ...rest.map((probe) => ({
      names: probe.checks.map(({ name }) => name),
      run: (target: Target) => runProbe(target, probe),
    })),
    ...SERVER_PROBES,
  ];
  let target: Target = found;
  let baseUrl = found.upstream.baseUrl;
  add(found.modelList);
  const skip = (from: number, message: string) => {
    const names = steps.slice(from).flatMap((step) => step.names);
    for (const name of names) add({ name, status: "not run", message, ms: 0, wire: null });
  };
  try {
    const { outcomes, at } = await findApi(found, settings, (candidate) =>
      required ? runProbe(candidate, required) : Promise.resolve([]),
    );
    target = at;
    baseUrl = at.upstream.baseUrl;
    const isAbsent = outcomes.every(isMissing);
    if (isAbsent && !isOnly && outcomes[0]) {
      add({ ...outcomes[0], name: "The API", status: "not offered", wire: null });
      return baseUrl;
    }
    for (const outcome of outcomes) add(outcome);
    if (isAbsent) {
      skip(0, "The server does not have this API.");
      return baseUrl;
    }
    if (outcomes.some(({ isSilent }) => isSilent) && found.modelList.isSilent) {
      skip(0, "The server cannot be reached.");
      return baseUrl;
    }
    if (outcomes.some(({ message }) => /^Status 40[13]:/.test(message ?? ""))) {
      skip(0, "The key was refused.");
      return baseUrl;
    }
    let [silent, broken] = [0, outcomes[0]?.status === "failed" ? 1 : 0];
    for (const [index, step] of steps.entries()) {
      const results = await step.run(target);
      for (const outcome of results) add(outcome);
      silent = results.some(({ isSilent }) => isSilent) ? silent + 1 : 0;
      if (target.signal.aborted) {
        skip(index + 1, "The run was cancelled.");
        break;
      }
      if (silent >= MOST_SILENT) {
        skip(index + 1, "The server no longer responds.");
        break;
      }
      if (index === 0 && results[0]?.status === "failed") broken++;
      if (index === 0 && broken === 2) {
        skip(1, "Neither text nor streams work.");
        break;
      }
    }
    return baseUrl;
  } finally {
    close(target);
    if (target !== found) close(found);
  }
}

/** True for a path that the server does not have, as opposed to a model that it does not have. */
function isMissing({ status, message }: Outcome): boolean {
  if (status !== "failed" || !message) return false;
  return (/^Status (?:404|405|501):/.test(message) && !ABSENT.test(message)) || /an HTML page/.test(message);
}

/** Tries the first probe at each candidate until the server has the API there. */
async function findApi(
  found: FoundTarget,
  settings: DoctorOptions["settings"],
  run: (target: Target) => Promise<Outcome[]>,
): Promise<{ outcomes: Outcome[]; at: Target }> {
  const first = { outcomes: await run(found), at: found };
  if (!first.outcomes.every(isMissing)) return first;
  for (const baseUrl of found.candidates.slice(1)) {
    const upstream = openUpstream({ ...settings, baseUrl, dialects: [found.dialect.id], media: [] });
    const at = { ...found, upstream };
    const outcomes = await run(at);
    if (!outcomes.every(isMissing)) return { outcomes, at };
    close(at);
  }
  return first;
}
