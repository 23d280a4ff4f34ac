/**
 * Reads exports of OpenAI's Evals API as a definition: an eval object (`data_source_config`, `testing_criteria`), its
 * runs with their data source, and lines of data with `item` (platform.openai.com/docs/api-reference/evals).
 */
import {
  EVALUATION_BOUNDS,
  type EvaluationCheck,
  type EvaluationColumn,
  type EvaluationRow,
} from "#lib/contract/evaluation-definition.ts";
import { errors } from "#lib/http/errors.ts";
import {
  getArray,
  getNumber,
  getRecord,
  getString,
  Ignored,
  type Imported,
  requireFewRows,
  toText,
} from "./imported.ts";
import { readParameters, toMessages } from "./read-promptfoo.ts";

type Found = { evals: Record<string, unknown>[]; runs: Record<string, unknown>[]; items: Record<string, unknown>[] };

/** Returns undefined for values that are no export of Evals. @param values JSON of a file, or its lines */
export function readOpenAiEval(values: readonly unknown[]): Imported | undefined {
  const found: Found = { evals: [], runs: [], items: [] };
  for (const value of values) collect(value, found);
  const [first] = found.evals;
  if (!first && found.runs.length === 0 && found.items.length === 0) return undefined;
  const ignored = new Ignored();
  if (found.evals.length > 1) ignored.add(`${found.evals.length - 1} more evals`);
  const columns = found.runs.flatMap((run) => readRun(run, ignored));
  const model = columns[0]?.model ?? "default";
  const checks = getArray(first?.testing_criteria).flatMap((grader) => readGrader(grader, { ignored, model }));
  const rows = [...found.items, ...found.runs.flatMap(listItems)].map(toRow);
  requireFewRows(rows.length);
  if (rows.length === 0) {
    throw errors.evaluationImportFailed({
      format: "an OpenAI eval",
      problem: "it has no data; add the lines with `item` of its data source to the file",
    });
  }
  return {
    definition: {
      name: getString(first?.name) ?? getString(found.runs[0]?.name) ?? "OpenAI eval",
      columns: dropEqual(columns).slice(0, EVALUATION_BOUNDS.columns),
      checks: checks.slice(0, EVALUATION_BOUNDS.checks),
      rows: dropEqual(rows),
    },
    ignored: ignored.list(),
  };
}

function collect(value: unknown, found: Found): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
    return;
  }
  const record = getRecord(value);
  if (!record) return;
  if (record.testing_criteria !== undefined || record.object === "eval") found.evals.push(record);
  else if (record.object === "eval.run" || getRecord(record.data_source)) found.runs.push(record);
  else if (getRecord(record.item) || record.ideal !== undefined) found.items.push(record);
  else if (getRecord(record.datasource_item)) found.items.push({ item: record.datasource_item });
  // An export may be one object with all of them, or a list object.
  for (const name of ["eval", "evals", "runs", "data", "items", "output_items"]) {
    if (record[name] !== undefined && record.data_source === undefined) collect(record[name], found);
  }
}

function listItems({ data_source: source }: Record<string, unknown>): Record<string, unknown>[] {
  return getArray(getRecord(getRecord(source)?.source)?.content).flatMap((line): Record<string, unknown>[] => {
    const record = getRecord(line);
    return record ? [record] : [];
  });
}

/** Lines of Evals have `item`, those of the older framework `input` and `ideal`. */
function toRow(line: Record<string, unknown>): EvaluationRow {
  const item = getRecord(line.item);
  if (item)
    return { values: Object.fromEntries(Object.entries(item).map(([name, value]) => [`item.${name}`, toText(value)])) };
  const input = getArray(line.input).map((message) => getString(message) ?? toText(getRecord(message)?.content));
  return { values: { input: input.join("\n"), ideal: toText(getArray(line.ideal)[0]) } };
}

function dropEqual<Item>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function readRun(run: Record<string, unknown>, ignored: Ignored): EvaluationColumn[] {
  const source = getRecord(run.data_source);
  const model = getString(source?.model) ?? getString(run.model);
  const input = getRecord(source?.input_messages);
  const messages = toMessages(getArray(input?.template));
  if (!source || !model || !messages) {
    if (source && source.type !== "jsonl") ignored.add(`data source ${toText(source.type)} without a template`);
    return [];
  }
  const parameters = readParameters(getRecord(source.sampling_params) ?? {}, ignored);
  return [
    {
      model,
      api: source.type === "responses" ? "openai-responses" : "openai-chat",
      name: (getString(run.name) ?? model).slice(0, 200),
      ...messages,
      ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    },
  ];
}

const SAMPLE = /\{\{\s*sample\.output_text\s*\}\}/g;

function readGrader(value: unknown, { ignored, model }: { ignored: Ignored; model: string }): EvaluationCheck[] {
  const grader = getRecord(value) ?? {};
  const name = getString(grader.name)?.slice(0, 200);
  const named = name ? { name } : {};
  const reference = toText(grader.reference);
  switch (grader.type) {
    case "string_check": {
      const isLike = grader.operation === "like" || grader.operation === "ilike";
      const ignoresCase = grader.operation === "ilike" ? { ignore_case: true } : {};
      const negate = grader.operation === "ne" ? { negate: true } : {};
      if (isLike && reference === "") break;
      return [{ type: isLike ? "contains" : "equals", value: reference, ...ignoresCase, ...negate, ...named }];
    }
    case "text_similarity": {
      const threshold = getNumber(grader.pass_threshold);
      if (grader.evaluation_metric !== "cosine" || threshold === undefined) {
        ignored.add(`text similarity by ${toText(grader.evaluation_metric)}`);
        return [];
      }
      return [{ type: "similarity", value: reference, model: EMBEDDINGS, threshold, ...named }];
    }
    case "score_model":
    case "label_model": {
      const rubric = readRubric(grader);
      if (rubric === "") break;
      const threshold = readThreshold(grader, ignored);
      return [{ type: "judge", model: getString(grader.model) ?? model, rubric, ...threshold, ...named }];
    }
    default:
  }
  ignored.add(`grader ${toText(grader.type) || "without a type"}${name ? ` "${name}"` : ""}`);
  return [];
}

const EMBEDDINGS = "text-embedding-3-large";

/** The judge gets the output by itself: its place in the template is a word for it. */
function readRubric(grader: Record<string, unknown>): string {
  const messages = getArray(grader.input).flatMap((message) => {
    const record = getRecord(message);
    return getArray(record?.content).map((part) => getString(part) ?? toText(getRecord(part)?.text));
  });
  const text = messages.join("\n\n").replace(SAMPLE, "the output above").trim();
  const passing = getArray(grader.passing_labels).map(toText);
  if (grader.type !== "label_model" || passing.length === 0) return text;
  const labels = getArray(grader.labels).map(toText);
  return `${text}\n\nChoose one of the labels ${labels.join(", ")}. It passes with ${passing.join(" or ")}.`;
}

/** Scores of judges here are from 0 to 1. */
function readThreshold(grader: Record<string, unknown>, ignored: Ignored): { threshold?: number } {
  const threshold = getNumber(grader.pass_threshold);
  if (threshold === undefined || grader.type !== "score_model") return {};
  const [low = 0, high = 1] = getArray(grader.range).map(Number);
  if (low !== 0 || high !== 1) ignored.add(`scores from ${low} to ${high} are asked for as 0 to 1`);
  const share = high > low ? (threshold - low) / (high - low) : threshold;
  return { threshold: Math.min(1, Math.max(0, share)) };
}
