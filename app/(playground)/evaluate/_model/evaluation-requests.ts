/** Requests of the page to `/api/evaluations`. */
import type { Evaluation, EvaluationEstimate, EvaluationImport } from "#lib/contract/evaluation.ts";
import type { EvaluationDefinition } from "#lib/contract/evaluation-definition.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";

/** Place of a cell, counted from 0. */
export type Place = { row: number; column: number };

const ROOT = "/api/evaluations";

/** @throws RequestFailed */
export async function readJson<Reply>(path: string, signal?: AbortSignal): Promise<Reply> {
  return (await requireGood(await callGateway(ROOT + path, signal ? { signal } : {}))).json();
}

async function send<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
  const response = await callGateway(ROOT + path, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  await requireGood(response);
  return response.status === 204 ? (undefined as Reply) : response.json();
}

export const importText = (text: string) => send<EvaluationImport>("POST", "/import", { text });
export const importLog = (log: { limit: number; model?: string }) => send<EvaluationImport>("POST", "/import", { log });
export const estimatePrice = (definition: EvaluationDefinition) =>
  send<EvaluationEstimate>("POST", "/estimate", definition);
export const createEvaluation = (definition: EvaluationDefinition) => send<Evaluation>("POST", "", definition);
export const updateEvaluation = (id: string, body: { state?: "running" | "paused"; name?: string }) =>
  send<Evaluation>("PATCH", `/${id}`, body);
export const retryCells = (id: string, cells: "errors" | "failed" | "all" | Place) =>
  send<Evaluation>("POST", `/${id}/retry`, { cells });
export const deleteEvaluation = (id: string) => send<void>("DELETE", `/${id}`);
export const rateCell = (id: string, { row, column }: Place, body: object) =>
  send<unknown>("PATCH", `/${id}/cells/${row}/${column}`, body);
