/** A run of the doctor as events: its plan, each check, and the report. */
import type { DoctorCheck } from "#lib/contract/doctor.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { close, type DoctorOptions, type FoundTarget } from "#lib/doctor/find-targets.ts";
import { DOCTOR_LIMITS } from "#lib/doctor/limits.ts";
import { planRun } from "#lib/doctor/plan-run.ts";
import { nameEntry } from "#lib/doctor/propose-entries.ts";
import { runDoctor } from "#lib/doctor/run-doctor.ts";
import { writeMarkdown } from "#lib/doctor/write-markdown.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";

let running = 0;

/** @throws GatewayError 429 while as many runs as are allowed go on */
export async function* streamRun({
  options,
  targets,
  hasKey,
}: {
  options: DoctorOptions;
  targets: readonly FoundTarget[];
  hasKey: boolean;
}): AsyncGenerator<string, undefined, undefined> {
  if (running >= DOCTOR_LIMITS.runs) {
    for (const target of targets) close(target);
    throw errors.doctorIsBusy({ limit: DOCTOR_LIMITS.runs });
  }
  running++;
  try {
    const plan = await planRun(targets, options.settings);
    yield writeEvent("plan", plan);
    const found: DoctorCheck[] = [];
    let wake = () => {};
    const id = nameEntry(options.settings.baseUrl);
    const apiKeyEnv = hasKey ? `${id.toUpperCase().replaceAll("-", "_")}_API_KEY` : undefined;
    let isDone = false;
    const onCheck = (check: DoctorCheck) => {
      found.push(check);
      wake();
    };
    // It never rejects while the client is there: each request's failure is a check.
    const run = runDoctor({ targets, plan, options, entry: { id, apiKeyEnv }, onCheck }).finally(() => {
      isDone = true;
      wake();
    });
    while (!isDone || found.length > 0) {
      if (found.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const checks = found.splice(0);
      if (checks.length > 0) yield checks.map((check) => writeEvent("check", check)).join("");
    }
    const report = await run;
    yield writeEvent("report", { report, markdown: writeMarkdown(report) });
  } finally {
    running--;
  }
}

export function writeRunError(error: GatewayError): string {
  return `event: error\n${dialects["openai-chat"].writeStreamError(error)}`;
}

function writeEvent(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
