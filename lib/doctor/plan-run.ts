/** Plans a run: how many requests and tokens it takes at most, and what they cost. */

import type { UpstreamSettings } from "#lib/config/upstream-settings.ts";
import type { DoctorPlan } from "#lib/contract/doctor.ts";
import { openPrices } from "#lib/upstreams/add-facts.ts";
import type { FoundTarget } from "./find-targets.ts";
import { PARAMETER_PROBES } from "./parameter-probes.ts";
import type { Probe } from "./probe.ts";
import { prepareProbe } from "./run-probe.ts";
import { SERVER_PROBES } from "./server-probes.ts";
import { TEXT_PROBES } from "./text-probes.ts";
import { TOOL_PROBES } from "./tool-probes.ts";

export const CALL_PROBES: readonly Probe[] = [...TEXT_PROBES, ...TOOL_PROBES, ...PARAMETER_PROBES];

/** Bytes of a request's JSON that make a token, about. */
const BYTES_PER_TOKEN = 4;
const EMBEDDING_TOKENS = 20;

export async function planRun(
  targets: readonly FoundTarget[],
  { baseUrl, prices }: Pick<UpstreamSettings, "baseUrl" | "prices">,
): Promise<DoctorPlan> {
  let [requests, input, output] = [0, 0, 0];
  for (const target of targets) {
    for (const probe of CALL_PROBES) {
      const { body, dropped } = prepareProbe(target, probe);
      if (probe.field && dropped.includes(probe.field)) continue;
      requests++;
      input += Math.ceil(body.length / BYTES_PER_TOKEN);
      output += (probe.maxOutputTokens ?? target.maxOutputTokens) * (probe.ask.choices ?? 1);
    }
    for (const probe of SERVER_PROBES) {
      requests += probe.requests;
      input += probe.tokens.input;
      output += probe.tokens.output;
    }
  }
  const [first] = targets;
  const model = first?.model ?? "";
  return {
    base_url: baseUrl,
    model,
    api_formats: targets.map(({ dialect }) => dialect.id),
    requests,
    input_tokens: input + EMBEDDING_TOKENS,
    output_tokens: output,
    cost: await priceTokens({ baseUrl, prices, model }, { input, output }),
  };
}

/** Returns US dollars; null where the price is unknown. */
export async function priceTokens(
  { baseUrl, prices, model }: { baseUrl: string; prices: UpstreamSettings["prices"]; model: string },
  tokens: { input: number; output: number },
): Promise<number | null> {
  const found = (await openPrices({ id: "", baseUrl, prices }))(model);
  if (found?.input === undefined || found.output === undefined) return null;
  return (tokens.input * found.input + tokens.output * found.output) / 1_000_000;
}
