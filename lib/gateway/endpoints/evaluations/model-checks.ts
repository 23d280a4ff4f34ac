/** Checks that call a model: a judge, and the similarity of embeddings. */
import { z } from "zod";
import type { EvaluationCheck } from "#lib/contract/evaluation-definition.ts";
import type { Checked, Outcome } from "#lib/evaluations/check-output.ts";
import { createModelRequest, type ModelRequest } from "#lib/evaluations/column-request.ts";
import { compareVectors, createJudgeCall, readVerdict } from "#lib/evaluations/judge.ts";
import { readOutput } from "#lib/evaluations/read-output.ts";
import { fillTemplate } from "#lib/evaluations/template.ts";
import { type CallEnvironment, callWithRetries } from "./call-with-retries.ts";

export type MadeCheck = { outcome: Outcome; cost: number };
type Check<Type extends EvaluationCheck["type"]> = Extract<EvaluationCheck, { type: Type }>;

/** @param prompt the last message that the judged model got */
export async function judgeOutput(
  check: Check<"judge">,
  { text, toolCalls, values }: Checked,
  { prompt, run }: { prompt: string; run: CallEnvironment },
): Promise<MadeCheck> {
  const calls = toolCalls.map((call) => `${call.name}(${call.arguments})`);
  const output = [text, ...calls].filter(Boolean).join("\n");
  const rubric = fillTemplate(check.rubric, values);
  const request = createModelRequest(createJudgeCall({ model: check.model, rubric, prompt, output }), {});
  const outcome = await callWithRetries(check.model, request, run);
  if ("error" in outcome) return failed(outcome.error.message);
  const cost = outcome.called.cost ?? 0;
  try {
    return { outcome: readVerdict(readOutput(outcome.called.json, request.dialect).text, check.threshold), cost };
  } catch {
    return { ...failed("The judge gave no verdict."), cost };
  }
}

const reply = z.object({ data: z.array(z.object({ embedding: z.array(z.number()) })).length(2) });

export async function compareByEmbeddings(
  check: Check<"similarity">,
  { text, values }: Checked,
  run: CallEnvironment,
): Promise<MadeCheck> {
  if (text.trim() === "") return { outcome: { passed: false, reason: "The output is empty." }, cost: 0 };
  const request: ModelRequest = {
    dialect: "openai-chat",
    path: "/v1/embeddings",
    headers: {},
    body: { model: check.model, input: [text, fillTemplate(check.value, values)], encoding_format: "float" },
  };
  const outcome = await callWithRetries(check.model, request, run);
  if ("error" in outcome) return failed(outcome.error.message);
  const cost = outcome.called.cost ?? 0;
  const vectors = reply.safeParse(outcome.called.json).data?.data;
  const score = vectors?.[0] && vectors[1] && compareVectors(vectors[0].embedding, vectors[1].embedding);
  if (score === undefined) return { ...failed("The embeddings cannot be compared."), cost };
  const passed = score >= check.threshold;
  const reason = passed ? {} : { reason: `The similarity is ${score.toFixed(3)}, below ${check.threshold}.` };
  return { outcome: { passed, score, ...reason }, cost };
}

const failed = (reason: string): MadeCheck => ({ outcome: { passed: null, reason }, cost: 0 });
