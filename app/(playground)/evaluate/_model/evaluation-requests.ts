/** Requests of the page to `/api/evaluations`. */
import type { Evaluation, EvaluationEstimate, EvaluationImport } from "#lib/contract/evaluation.ts";
import type { EvaluationDefinition } from "#lib/contract/evaluation-definition.ts";
import { callJson } from "#lib/playground/gateway/call-json.ts";

/** Place of a cell, counted from 0. */
export type Place = { row: number; column: number };

const ROOT = "/api/evaluations";

/** @throws RequestFailed */
export const readJson = <Reply>(path: string, signal?: AbortSignal) => callJson<Reply>("GET", ROOT + path, { signal });

const send = <Reply>(method: "POST" | "PATCH" | "DELETE", path: string, body?: unknown) =>
  callJson<Reply>(method, ROOT + path, { body });

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
