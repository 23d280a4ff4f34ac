/** Figures of an evaluation in words. */
import type { EvaluationComparison, EvaluationEntry, Rate } from "#lib/contract/evaluation.ts";
import { formatCost } from "#lib/playground/models/cost.ts";

const percent = (share: number) => `${(share * 100).toFixed(share === 0 || share === 1 ? 0 : 1)}%`;

export const formatRate = (rate: Rate | null) => (rate === null ? "—" : percent(rate.rate));

/** Formats a confidence interval, such as "61–92%". */
export function formatInterval({ low, high }: Rate): string {
  return `${Math.round(low * 100)}–${Math.round(high * 100)}%`;
}

export function formatUsd(amount: number | null): string {
  return amount === null ? "—" : formatCost({ amount, about: false });
}

export function describeState({ state, stopped, done, rows, columns }: EvaluationEntry): string {
  if (state === "completed") return "Completed";
  const share = `${done} of ${rows * columns}`;
  if (state === "running") return `Running, ${share}`;
  return stopped ? `Stopped, ${share}` : `Paused, ${share}`;
}

/** Says what a comparison shows, in one sentence. */
export function describeComparison({
  better,
  worse,
  p_value: p,
  both_passed,
  both_failed,
}: EvaluationComparison): string {
  const rows = better + worse + both_passed + both_failed;
  if (rows === 0) return "No row has a verdict in both columns yet.";
  if (better + worse === 0) return `Both columns agree on all ${rows} rows.`;
  const chance = p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`;
  const meaning = p < 0.05 ? "The difference is unlikely to be chance" : "The difference may be chance";
  return `${better} rows better, ${worse} worse, ${both_passed + both_failed} the same. ${meaning} (${chance}, McNemar).`;
}
