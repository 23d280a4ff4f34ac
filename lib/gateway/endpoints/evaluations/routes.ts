/** `/api/evaluations`: rows × columns that the gateway runs, with checks of each cell. */
import { defineEndpoint, type Endpoint } from "#lib/gateway/request/endpoint.ts";
import type { EvaluationServices } from "./evaluation-service.ts";
import * as handlers from "./handlers.ts";
import * as operations from "./openapi.ts";
import * as reading from "./openapi-reading.ts";
import { comparisonQuery, createQuery, exportQuery, listQuery, rowsQuery } from "./schema.ts";

const ALL = "/api/evaluations";
const ONE = `${ALL}/{evaluation_id}`;
const CELL = `${ONE}/cells/{row}/{column}`;

/** Reads fill no log. */
const read = { method: "GET", scope: "inference", logged: false } as const;
const write = { scope: "inference" } as const;

export const evaluationEndpoints: readonly Endpoint<EvaluationServices>[] = [
  defineEndpoint({
    ...read,
    path: ALL,
    query: listQuery,
    operation: reading.listEvaluations,
    handle: handlers.list,
  }),
  defineEndpoint({
    ...write,
    method: "POST",
    path: ALL,
    query: createQuery,
    operation: operations.createEvaluation,
    handle: handlers.create,
  }),
  defineEndpoint({
    ...write,
    method: "POST",
    path: `${ALL}/estimate`,
    operation: operations.estimateEvaluation,
    handle: handlers.estimatePrice,
  }),
  defineEndpoint({
    ...write,
    method: "POST",
    path: `${ALL}/import`,
    operation: operations.importEvaluation,
    handle: handlers.importFile,
  }),
  defineEndpoint({ ...read, path: ONE, operation: reading.readEvaluation, handle: handlers.read }),
  defineEndpoint({
    ...write,
    method: "PATCH",
    path: ONE,
    operation: operations.updateEvaluation,
    handle: handlers.update,
  }),
  defineEndpoint({
    ...write,
    method: "DELETE",
    path: ONE,
    operation: operations.deleteEvaluation,
    handle: handlers.remove,
  }),
  defineEndpoint({
    ...read,
    path: `${ONE}/rows`,
    query: rowsQuery,
    operation: reading.listEvaluationRows,
    handle: handlers.listRows,
  }),
  defineEndpoint({
    ...read,
    path: `${ONE}/comparison`,
    query: comparisonQuery,
    operation: reading.compareEvaluationColumns,
    handle: handlers.compare,
  }),
  defineEndpoint({
    ...write,
    method: "POST",
    path: `${ONE}/retry`,
    operation: operations.retryEvaluation,
    handle: handlers.retry,
  }),
  defineEndpoint({
    ...read,
    path: `${ONE}/export`,
    query: exportQuery,
    operation: reading.exportEvaluation,
    handle: handlers.exportFile,
  }),
  defineEndpoint({ ...read, path: CELL, operation: reading.readEvaluationCell, handle: handlers.readCell }),
  defineEndpoint({
    ...write,
    method: "PATCH",
    path: CELL,
    operation: operations.rateEvaluationCell,
    handle: handlers.rateCell,
  }),
];
