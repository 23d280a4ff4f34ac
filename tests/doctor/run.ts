/** Runs the doctor in this process against a server of a test. */
import type { DoctorReport } from "#lib/contract/doctor.ts";
import type { ApiFormat } from "#lib/contract/provider-presets.ts";
import { findTargets } from "#lib/doctor/find-targets.ts";
import { planRun } from "#lib/doctor/plan-run.ts";
import { runDoctor } from "#lib/doctor/run-doctor.ts";
import { toDoctorSettings } from "#lib/doctor/settings.ts";

export async function diagnose({
  url,
  formats = ["openai-chat"],
  apiKey,
  model,
  timeoutMs = 20_000,
  signal = new AbortController().signal,
}: {
  url: string;
  formats?: ApiFormat[];
  apiKey?: string;
  model?: string;
  timeoutMs?: number;
  signal?: AbortSignal;
}): Promise<DoctorReport> {
  const settings = toDoctorSettings({ baseUrl: url, apiKey, headers: {}, timeoutMs });
  const options = { settings, formats, model, maxOutputTokens: 256, timeoutMs, signal };
  const targets = await findTargets(options);
  if (typeof targets === "string") throw new Error(targets);
  const plan = await planRun(targets, settings);
  const entry = { id: "tried", apiKeyEnv: apiKey ? "TRIED_KEY" : undefined };
  return runDoctor({ targets, plan, options, entry, onCheck: () => undefined });
}

/** Returns the message of each check that has the status, by its name. */
export function messagesOf({ checks }: DoctorReport, status: string): Record<string, string | null> {
  return Object.fromEntries(
    checks.filter((check) => check.status === status).map(({ name, message }) => [name, message]),
  );
}
