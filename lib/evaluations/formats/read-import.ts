/** Reads a file of another tool, or rows, as a definition. */

import { parseCsv } from "#lib/contract/csv.ts";
import type { EvaluationImport } from "#lib/contract/evaluation.ts";
import { type EvaluationRow, evaluationDefinition } from "#lib/contract/evaluation-definition.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";
import { getRecord, Ignored, type Imported, requireFewRows, toValues } from "./imported.ts";
import { readAssertion, readExpected } from "./promptfoo-checks.ts";
import { readOpenAiEval } from "./read-openai-eval.ts";
import { readPromptfoo } from "./read-promptfoo.ts";

type Format = Exclude<EvaluationImport["format"], "log">;

/** @throws GatewayError 400 for a text that cannot be read, 413 for too many rows */
export async function readImport(text: string, format?: Format): Promise<EvaluationImport> {
  const trimmed = text.trim();
  const isJson = trimmed.startsWith("{") || trimmed.startsWith("[");
  if (format === "csv") return finish("csv", readCsv(text));
  if (format === "promptfoo") return finish("promptfoo", readPromptfoo(requireRecord(await parseYaml(text))));
  const lines = isJson ? parseJsonOrLines(trimmed, format) : undefined;
  if (lines) return readJson(lines, format);
  if (format !== undefined) throw errors.evaluationImportFailed({ format: TITLES[format], problem: "it is not JSON" });
  if (/^(?:prompts|providers|targets|tests|description|defaultTest)\s*:/m.test(trimmed)) {
    return finish("promptfoo", readPromptfoo(requireRecord(await parseYaml(text))));
  }
  return finish("csv", readCsv(text));
}

const TITLES: Record<Format, string> = {
  promptfoo: "Promptfoo YAML",
  openai_eval: "an OpenAI eval",
  csv: "CSV",
  jsonl: "JSONL",
  json: "JSON",
};

function finish(format: Format, { definition, ignored }: Imported): EvaluationImport {
  return { object: "evaluation_import", format, definition, ignored };
}

type Parsed = { values: unknown[]; isLines: boolean };

function readJson({ values, isLines }: Parsed, format: Format | undefined): EvaluationImport {
  const [first] = values;
  const config = isLines ? undefined : getRecord(first);
  if (config && Array.isArray(config.columns) && Array.isArray(config.rows)) {
    const { name = "Evaluation", columns, checks, rows, concurrency } = config;
    const own = { name, columns, rows, ...(checks ? { checks } : {}), ...(concurrency ? { concurrency } : {}) };
    return finish("json", { definition: validate(evaluationDefinition, own), ignored: [] });
  }
  if (format === undefined && config && (config.prompts !== undefined || config.providers !== undefined)) {
    return finish("promptfoo", readPromptfoo(config));
  }
  const openAi = format === undefined || format === "openai_eval" ? readOpenAiEval(values) : undefined;
  if (openAi) return finish("openai_eval", openAi);
  if (format === "openai_eval") {
    throw errors.evaluationImportFailed({
      format: TITLES.openai_eval,
      problem: "it has no `testing_criteria`, `data_source` or lines with `item`",
    });
  }
  const list = !isLines && Array.isArray(first) ? first : values;
  requireFewRows(list.length);
  const rows = list.map((value): EvaluationRow => ({ values: toValues(getRecord(value) ?? { input: value }) }));
  return finish(isLines ? "jsonl" : "json", { definition: { columns: [], rows }, ignored: [] });
}

/** @throws GatewayError 400 that names the line */
function parseJsonOrLines(text: string, format: Format | undefined): Parsed | undefined {
  if (format !== "jsonl") {
    try {
      return { values: [JSON.parse(text)], isLines: false };
    } catch {
      // Lines of JSON are no JSON together.
    }
  }
  const values: unknown[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      values.push(JSON.parse(line));
    } catch {
      if (format === undefined && index === 0) return undefined;
      throw errors.evaluationImportFailed({ format: "JSONL", problem: `line ${index + 1} is not JSON` });
    }
  }
  return { values, isLines: true };
}

function readCsv(text: string): Imported {
  const [header, ...lines] = parseCsv(text);
  if (!header || lines.length === 0) {
    throw errors.evaluationImportFailed({ format: "CSV", problem: "it needs a line of names and at least one row" });
  }
  requireFewRows(lines.length);
  const names = header.map((name, index) => name.trim() || `column ${index + 1}`);
  const ignored = new Ignored();
  const rows = lines.map((cells): EvaluationRow => {
    const values: Record<string, string> = {};
    const assertions: Record<string, unknown>[] = [];
    for (const [index, name] of names.entries()) {
      const cell = cells[index] ?? "";
      const expected = /^__expected\d*$/.test(name) ? readExpected(cell) : undefined;
      if (expected) assertions.push(expected);
      else if (/^__/.test(name)) {
        if (!/^__expected/.test(name)) ignored.add(`column ${name}`);
      } else values[name] = cell;
    }
    const checks = assertions.flatMap((one) =>
      readAssertion(one, { ignored, judge: "default", embeddings: undefined }),
    );
    return { values, ...(checks.length > 0 ? { checks } : {}) };
  });
  return { definition: { columns: [], rows }, ignored: ignored.list() };
}

/** @throws GatewayError 400 that names the place */
async function parseYaml(text: string): Promise<unknown> {
  const { parse, YAMLParseError } = await import("yaml");
  try {
    // Aliases are bounded: nested ones could stand for billions of values.
    return parse(text, { maxAliasCount: 100 });
  } catch (error) {
    const problem =
      error instanceof YAMLParseError ? (error.message.split("\n")[0] ?? "").replace(/[.:]$/, "") : "it is not YAML";
    throw errors.evaluationImportFailed({ format: TITLES.promptfoo, problem });
  }
}

function requireRecord(value: unknown): Record<string, unknown> {
  const record = getRecord(value);
  if (!record) throw errors.evaluationImportFailed({ format: TITLES.promptfoo, problem: "it is no object" });
  return record;
}
