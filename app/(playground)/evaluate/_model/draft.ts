/** Draft of an evaluation: what the form holds, as text, and its definition. */
import type { EvaluationImport } from "#lib/contract/evaluation.ts";
import type {
  EvaluationCheck,
  EvaluationColumn,
  EvaluationDefinition,
  EvaluationRow,
} from "#lib/contract/evaluation-definition.ts";

export type DraftColumn = {
  key: number;
  model: string;
  api: NonNullable<EvaluationColumn["api"]>;
  system: string;
  prompt: string;
  temperature: string;
  maxTokens: string;
  /** Fields that the form does not show, of an imported column. */
  rest: Partial<EvaluationColumn>;
};

export type DraftCheck = { key: number; check: EvaluationCheck };

export type Draft = {
  name: string;
  rows: EvaluationRow[];
  columns: DraftColumn[];
  checks: DraftCheck[];
  concurrency: string;
};

let keys = 0;
export function newKey(): number {
  keys += 1;
  return keys;
}

export function createColumn(fields: Partial<DraftColumn> = {}): DraftColumn {
  const texts = { model: "", system: "", prompt: "", temperature: "", maxTokens: "" };
  return { api: "openai-chat", ...texts, rest: {}, ...fields, key: newKey() };
}

export function createDraft(model: string): Draft {
  return { name: "", rows: [], columns: [createColumn({ model })], checks: [], concurrency: "8" };
}

/** An example that runs on every gateway. */
export function createExample(): Draft {
  const prompt = "Repeat: the capital of {{country}} is {{capital}}.";
  const capitals = { France: "Paris", Japan: "Tokyo", Peru: "Lima", Kenya: "Nairobi", Norway: "Oslo" };
  return {
    name: "Capitals",
    rows: Object.entries(capitals).map(([country, capital]) => ({ values: { country, capital } })),
    columns: [
      createColumn({ model: "sandbox/echo", prompt }),
      createColumn({ model: "sandbox/guide", prompt: "What is the capital of {{country}}?" }),
    ],
    checks: [{ key: newKey(), check: { type: "contains", value: "{{capital}}", ignore_case: true } }],
    concurrency: "8",
  };
}

/** Puts what a file has in the place of what the draft has. */
export function withImport(draft: Draft, { definition }: EvaluationImport): Draft {
  const { name, columns, checks, rows, concurrency } = definition;
  return {
    name: draft.name || (name ?? ""),
    rows,
    columns: columns.length > 0 ? columns.map(toDraftColumn) : draft.columns,
    checks: checks && checks.length > 0 ? checks.map((check) => ({ key: newKey(), check })) : draft.checks,
    concurrency: concurrency === undefined ? draft.concurrency : String(concurrency),
  };
}

function toDraftColumn({ model, api, system, prompt, parameters, ...rest }: EvaluationColumn): DraftColumn {
  const { temperature, max_tokens: maxTokens, ...others } = parameters ?? {};
  const hasOthers = Object.keys(others).length > 0;
  return createColumn({
    model,
    api: api ?? "openai-chat",
    system: system ?? "",
    prompt: prompt ?? "",
    temperature: temperature === undefined ? "" : String(temperature),
    maxTokens: maxTokens === undefined ? "" : String(maxTokens),
    rest: { ...rest, ...(hasOthers ? { parameters: others } : {}) },
  });
}

export function toDefinition({ name, rows, columns, checks, concurrency }: Draft): EvaluationDefinition {
  const number = Number(concurrency);
  return {
    name: name.trim() || "Evaluation",
    rows,
    columns: columns.map(toColumn),
    checks: checks.map(({ check }) => check),
    ...(Number.isInteger(number) && number > 0 ? { concurrency: number } : {}),
  };
}

function toColumn({ model, api, system, prompt, temperature, maxTokens, rest }: DraftColumn): EvaluationColumn {
  const parameters = {
    ...rest.parameters,
    ...(temperature.trim() === "" ? {} : { temperature: Number(temperature) }),
    ...(maxTokens.trim() === "" ? {} : { max_tokens: Number(maxTokens) }),
  };
  return {
    ...rest,
    model: model.trim(),
    api,
    ...(system === "" ? {} : { system }),
    ...(rest.messages ? {} : { prompt }),
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
  } as EvaluationColumn;
}

/** False for a column that nobody has written in yet. */
export function isWritten({ system, prompt, rest }: DraftColumn): boolean {
  return system !== "" || prompt !== "" || rest.messages !== undefined;
}

export function listFields(rows: readonly EvaluationRow[]): string[] {
  return [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
}

/** Returns the first thing that is missing before the evaluation can run; undefined when nothing is. */
export function findMissing({ rows, columns }: Draft): string | undefined {
  if (rows.length === 0) return "Add rows first.";
  const index = columns.findIndex(({ model }) => model.trim() === "");
  if (index >= 0) return `Choose a model for column ${index + 1}.`;
  const empty = columns.findIndex(({ prompt, rest }) => prompt === "" && !rest.messages);
  return empty >= 0 ? `Write a prompt for column ${empty + 1}.` : undefined;
}
