/** Handlers of `/api/evaluations`. */
import type { EvaluationList, EvaluationRows } from "#lib/contract/evaluation.ts";
import { judgeAll } from "#lib/evaluations/check-output.ts";
import { readImport } from "#lib/evaluations/formats/read-import.ts";
import { createEmptyResponse, createJsonResponse, JSON_TYPE } from "#lib/gateway/bodies/json-response.ts";
import { getOwner, type RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { findPublicOrigin } from "#lib/gateway/request/find-public-origin.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";
import type { CellPlace, EvaluationCellRecord, EvaluationHead } from "#lib/store/evaluations/evaluation-record.ts";
import { readDefinition, readDetail, toStoredVerdict, writeMarks } from "./cell-detail.ts";
import { readDefinitionBody } from "./check-definition.ts";
import { estimate } from "./estimate.ts";
import { EVALUATION_LIMITS } from "./evaluation-limits.ts";
import type { EvaluationServices } from "./evaluation-service.ts";
import { writeCsv, writeJson, writePromptfooYaml } from "./export.ts";
import { readLogRows } from "./read-log-rows.ts";
import * as schema from "./schema.ts";
import { compareColumns, filterRows } from "./summarize.ts";
import { toCell, toCellEntry, toEntry, toEvaluation } from "./views.ts";

type Context<Query = unknown> = RequestContext<EvaluationServices, Query>;

export async function list({ services, principal, query }: Context<schema.ListQuery>): Promise<EndpointResponse> {
  const { keyId, seesAll } = getOwner(principal);
  const { limit, cursor } = query;
  // One more than asked for shows whether another page follows.
  const found = await services.store.evaluations.list({
    keyId: seesAll ? undefined : keyId,
    limit: limit + 1,
    after: schema.readCursor(cursor),
  });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const reply: EvaluationList = {
    object: "list",
    data: page.map(toEntry),
    has_more: last !== undefined,
    next_cursor: last ? schema.writeCursor(last) : null,
  };
  return createJsonResponse(reply);
}

export async function create(context: Context<schema.CreateQuery>): Promise<EndpointResponse> {
  const { request, services, principal, query } = context;
  const { value } = await readJson(request, EVALUATION_LIMITS.bodyBytes);
  const definition = readDefinitionBody(value);
  const created = await services.evaluations.create(definition, {
    keyId: principal.keyId,
    start: query.start !== "false",
  });
  return createJsonResponse(await describe(created, services), {}, 201);
}

export async function estimatePrice({ request, services, principal }: Context): Promise<EndpointResponse> {
  const { value } = await readJson(request, EVALUATION_LIMITS.bodyBytes);
  const definition = readDefinitionBody(value);
  const { send } = services.evaluations;
  return createJsonResponse(await estimate(definition, { principal, send, services, signal: request.client.signal }));
}

export async function importFile({ request, services, principal }: Context): Promise<EndpointResponse> {
  const { value } = await readJson(request, EVALUATION_LIMITS.bodyBytes);
  const body = validate(schema.importBody, value);
  if ("text" in body) return createJsonResponse(await readImport(body.text, body.format));
  return createJsonResponse(await readLogRows(body.log, { store: services.store, principal }));
}

export async function read(context: Context): Promise<EndpointResponse> {
  return createJsonResponse(await describe(await find(context), context.services));
}

export async function update(context: Context): Promise<EndpointResponse> {
  const { request, services } = context;
  const evaluation = await find(context);
  const { value } = await readJson(request, BODY_BYTES);
  const { state, ...changes } = validate(schema.updateBody, value);
  await change(evaluation, services, {
    ...changes,
    ...(state === undefined || evaluation.state === "completed" ? {} : { state, stopped: null }),
  });
  if (state === "running") services.evaluations.wake();
  return read(context);
}

const BODY_BYTES = 65_536;

type Changes = Parameters<EvaluationServices["store"]["evaluations"]["update"]>[1];

async function change({ id, updatedAt }: EvaluationHead, { store }: EvaluationServices, changes: Changes) {
  // Readers know a version by this time.
  const at = Math.max(Date.now(), updatedAt + 1);
  if (!(await store.evaluations.update(id, { ...changes, updatedAt: at }))) throw errors.evaluationNotFound();
}

export async function remove(context: Context): Promise<EndpointResponse> {
  const { id } = await find(context);
  await context.services.store.evaluations.remove(id);
  return createEmptyResponse();
}

export async function retry(context: Context): Promise<EndpointResponse> {
  const { request, services } = context;
  const evaluation = await find(context);
  const { value } = await readJson(request, BODY_BYTES);
  const { cells } = validate(schema.retryBody, value);
  if (evaluation.state === "running") throw errors.evaluationRunning();
  await services.store.evaluations.removeCells(evaluation.id, cells);
  await change(evaluation, services, { state: "running", stopped: null, endedAt: null });
  services.evaluations.wake();
  return read(context);
}

export async function listRows(context: Context<schema.RowsQuery>): Promise<EndpointResponse> {
  const { services, query } = context;
  const evaluation = await find(context);
  const { offset, limit, filter, a, b } = query;
  const results = filter === "all" ? [] : await services.evaluations.listResults(evaluation);
  const matching = filterRows(evaluation.rowCount, results, { filter, a, b });
  const page = matching.slice(offset, offset + limit);
  const [rows, cells] = await Promise.all([
    services.evaluations.readRows(evaluation),
    services.store.evaluations.listCells(evaluation.id, page),
  ]);
  const byRow = Map.groupBy(cells, ({ rowIndex }) => rowIndex);
  const reply: EvaluationRows = {
    object: "list",
    total: matching.length,
    offset,
    data: page.map((row) => ({
      row,
      values: cutValues(rows[row]?.values ?? {}),
      cells: Array.from({ length: evaluation.columnCount }, (_, column) => {
        const cell = byRow.get(row)?.find(({ columnIndex }) => columnIndex === column);
        return cell ? toCellEntry(cell) : null;
      }),
    })),
  };
  return createJsonResponse(reply);
}

/** Characters of a value in the list; a cell has the whole. */
const SHOWN = 300;

function cutValues(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.slice(0, SHOWN)]));
}

export async function compare(context: Context<schema.ComparisonQuery>): Promise<EndpointResponse> {
  const { services, query } = context;
  const evaluation = await find(context);
  const { columnCount: columns } = evaluation;
  for (const param of ["a", "b"] as const) {
    if (query[param] >= columns) throw errors.evaluationColumnNotFound({ param, columns });
  }
  return createJsonResponse(compareColumns(await services.evaluations.listResults(evaluation), query));
}

export async function exportFile(context: Context<schema.ExportQuery>): Promise<EndpointResponse> {
  const { request, services, query } = context;
  const evaluation = await find(context);
  const source = {
    evaluation,
    rows: await services.evaluations.readRows(evaluation),
    store: services.store.evaluations,
  };
  const { format } = query;
  const ending = format === "promptfoo" ? "yaml" : format;
  const types = { json: JSON_TYPE, csv: "text/csv; charset=utf-8", promptfoo: "application/yaml; charset=utf-8" };
  return {
    status: 200,
    headers: {
      "content-type": types[format],
      "content-disposition": `attachment; filename="evaluation.${ending}"`,
    },
    body:
      format === "promptfoo"
        ? await writePromptfooYaml(source, findPublicOrigin(request))
        : format === "csv"
          ? writeCsv(source)
          : writeJson(source),
  };
}

export async function readCell(context: Context): Promise<EndpointResponse> {
  const evaluation = await find(context);
  const { services } = context;
  const cell = await findCell(context, evaluation);
  const rows = await services.evaluations.readRows(evaluation);
  return createJsonResponse(toCell(cell, rows[cell.rowIndex]?.values ?? {}));
}

export async function rateCell(context: Context): Promise<EndpointResponse> {
  const { request, services } = context;
  const evaluation = await find(context);
  const { value } = await readJson(request, BODY_BYTES);
  const { thumb, note } = validate(schema.cellBody, value);
  const cell = await findCell(context, evaluation);
  const rated = thumb === undefined ? cell.thumb : thumb === null ? null : Number(thumb === "up");
  const detail = readDetail(cell);
  const { checks } = readDefinition(evaluation);
  const results = detail.checks.map((result) => {
    if (result.type !== "human") return result;
    const { reason: _, ...rest } = result;
    return rated === null
      ? { ...rest, passed: null, reason: "Nobody has rated it yet." }
      : { ...rest, passed: rated === 1 };
  });
  await services.store.evaluations.updateCell(evaluation.id, toPlace(cell), {
    thumb: rated,
    note: note === undefined ? cell.note : note,
    detail: JSON.stringify({ ...detail, checks: results }),
    marks: writeMarks(results, checks.length),
    passed: cell.state === "error" ? null : toStoredVerdict(judgeAll(results)),
  });
  await change(evaluation, services, {});
  return readCell(context);
}

function find({ params, services, principal }: Context): Promise<EvaluationHead> {
  return services.evaluations.find(params.evaluation_id, getOwner(principal));
}

/** @throws GatewayError 404 */
async function findCell({ params, services }: Context, { id }: EvaluationHead): Promise<EvaluationCellRecord> {
  const [row, column] = [Number(params.row), Number(params.column)];
  const isPlace = Number.isSafeInteger(row) && Number.isSafeInteger(column);
  const cell = isPlace ? await services.store.evaluations.findCell(id, { row, column }) : undefined;
  if (!cell) throw errors.evaluationCellNotFound({ row: isPlace ? row : 0, column: isPlace ? column : 0 });
  return cell;
}

const toPlace = ({ rowIndex, columnIndex }: EvaluationCellRecord): CellPlace => ({
  row: rowIndex,
  column: columnIndex,
});

async function describe(evaluation: EvaluationHead, { evaluations }: EvaluationServices) {
  return toEvaluation(evaluation, await evaluations.summarize(evaluation));
}
