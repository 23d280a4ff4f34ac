/** Reads a Promptfoo config (promptfoo.dev/docs/configuration/reference) as a definition. */
import type { EvaluationCheck, EvaluationColumn, EvaluationRow } from "#lib/contract/evaluation-definition.ts";
import { EVALUATION_BOUNDS } from "#lib/contract/evaluation-definition.ts";
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
import { readAssertion, readModelName } from "./promptfoo-checks.ts";

const KNOWN = new Set([
  "description",
  "prompts",
  "providers",
  "targets",
  "tests",
  "defaultTest",
  "evaluateOptions",
  "$schema",
]);

/** @throws GatewayError 400 for a config without prompts */
export function readPromptfoo(config: Record<string, unknown>): Imported {
  const ignored = new Ignored();
  for (const name of Object.keys(config)) if (!KNOWN.has(name)) ignored.add(`\`${name}\``);
  const prompts = getArray(config.prompts).flatMap((prompt) => readPrompt(prompt, ignored));
  if (prompts.length === 0) fail("it has no `prompts` with text; copy the text of files into it");
  const providers = getArray(config.providers ?? config.targets).flatMap((provider) => readProvider(provider, ignored));
  if (providers.length === 0) fail("it has no `providers` that name a model");
  const defaults = getRecord(config.defaultTest) ?? {};
  if (typeof config.defaultTest === "string") ignored.add(`defaultTest ${config.defaultTest}`);
  const options = getRecord(defaults.options);
  const judge = readModelName(options?.provider);
  const readAll = (assertions: unknown) =>
    getArray(assertions).flatMap((assertion) =>
      readAssertion(assertion, { ignored, judge: judge ?? providers[0]?.model, embeddings: EMBEDDINGS }),
    );
  const checks = readAll(defaults.assert);
  const rows = readTests(config.tests, { defaults: getRecord(defaults.vars) ?? {}, readAll, ignored });
  const concurrency = getNumber(getRecord(config.evaluateOptions)?.maxConcurrency);
  const columns = prompts.flatMap((prompt) =>
    providers.map(
      (provider): EvaluationColumn => ({
        ...provider,
        ...prompt.column,
        name: [prompts.length > 1 ? prompt.label : undefined, provider.name ?? provider.model]
          .filter(Boolean)
          .join(" · "),
      }),
    ),
  );
  if (columns.length > EVALUATION_BOUNDS.columns) {
    ignored.add(`${columns.length - EVALUATION_BOUNDS.columns} of ${columns.length} prompts × providers`);
  }
  return {
    definition: {
      name: getString(config.description) ?? "Promptfoo evaluation",
      columns: columns.slice(0, EVALUATION_BOUNDS.columns),
      checks: checks.slice(0, EVALUATION_BOUNDS.checks),
      rows,
      ...(concurrency
        ? { concurrency: Math.min(EVALUATION_BOUNDS.concurrency, Math.max(1, Math.round(concurrency))) }
        : {}),
    },
    ignored: ignored.list(),
  };
}

/** Model of `similar`, where the file names none. */
const EMBEDDINGS = "text-embedding-3-large";

function fail(problem: string): never {
  throw errors.evaluationImportFailed({ format: "Promptfoo YAML", problem });
}

type Prompt = { label: string; column: Pick<EvaluationColumn, "prompt" | "messages" | "system"> };

function readPrompt(prompt: unknown, ignored: Ignored): Prompt[] {
  const record = getRecord(prompt);
  const text = getString(prompt) ?? getString(record?.raw) ?? getString(record?.prompt);
  if (text === undefined || text.startsWith("file://")) {
    ignored.add(`prompt ${text ?? getString(record?.id) ?? "without text"}`);
    return [];
  }
  const label = getString(record?.label) ?? getString(record?.id) ?? text.slice(0, 40);
  return [{ label, column: readChat(text) ?? { prompt: text } }];
}

/** A prompt that is a JSON list of messages is a chat. */
function readChat(text: string): Pick<EvaluationColumn, "messages"> | undefined {
  if (!text.trimStart().startsWith("[")) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? toMessages(list) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns undefined for messages that have no text. */
export function toMessages(list: readonly unknown[]): Pick<EvaluationColumn, "messages"> | undefined {
  const messages = list.flatMap((item) => {
    const message = getRecord(item);
    const role = message?.role === "developer" ? "system" : message?.role;
    if (role !== "system" && role !== "user" && role !== "assistant") return [];
    const content = getArray(message?.content)
      .map((part) => getString(part) ?? toText(getRecord(part)?.text))
      .join("");
    return [{ role, content } as const];
  });
  return messages.length > 0 && messages.length === list.length ? { messages } : undefined;
}

type Provider = Pick<EvaluationColumn, "model" | "api" | "name" | "parameters" | "system">;

const FORMATS: Record<string, EvaluationColumn["api"]> = {
  anthropic: "anthropic-messages",
  google: "google-generate",
  vertex: "google-generate",
};

function readProvider(provider: unknown, ignored: Ignored): Provider[] {
  // `{ "openai:gpt-5": { config } }` is the short form.
  const record = getRecord(provider);
  const [short] = record && record.id === undefined ? Object.entries(record) : [];
  const id = getString(provider) ?? getString(record?.id) ?? short?.[0];
  const details = short ? getRecord(short[1]) : record;
  const model = readModelName(id);
  if (id === undefined || model === undefined) {
    ignored.add(`provider ${id ?? "without an id"}`);
    return [];
  }
  const [vendor = "", kind] = id.split(":");
  const api = kind === "responses" ? "openai-responses" : FORMATS[vendor];
  const config = getRecord(details?.config) ?? {};
  const label = getString(details?.label);
  const parameters = readParameters(config, ignored);
  return [
    {
      model,
      ...(api ? { api } : {}),
      ...(label ? { name: label.slice(0, 150) } : {}),
      ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    },
  ];
}

/** Settings of a provider that say where it is and not how the model responds. */
const PLACES = new Set(["apiKey", "apiKeyEnvar", "apiBaseUrl", "apiHost", "organization", "basePath"]);

export function readParameters(
  config: Record<string, unknown>,
  ignored: Ignored,
): NonNullable<EvaluationColumn["parameters"]> {
  const parameters: NonNullable<EvaluationColumn["parameters"]> = {};
  for (const [name, value] of Object.entries(config)) {
    const number = getNumber(value);
    if (name === "temperature" && number !== undefined) parameters.temperature = number;
    else if ((name === "top_p" || name === "topP") && number !== undefined) parameters.top_p = number;
    else if (MAX_TOKENS.has(name) && number !== undefined) parameters.max_tokens = number;
    else if (name === "seed" && number !== undefined) parameters.seed = number;
    else if (name === "stop" && Array.isArray(value)) parameters.stop = value.map(toText).filter(Boolean).slice(0, 8);
    else if (!PLACES.has(name) && value !== null) ignored.add(`\`${name}\` of a model`);
  }
  return parameters;
}

const MAX_TOKENS = new Set([
  "max_tokens",
  "max_completion_tokens",
  "max_completions_tokens",
  "max_output_tokens",
  "maxOutputTokens",
]);

type TestOptions = {
  defaults: Record<string, unknown>;
  readAll(assertions: unknown): EvaluationCheck[];
  ignored: Ignored;
};

function readTests(tests: unknown, { defaults, readAll, ignored }: TestOptions): EvaluationRow[] {
  const rows: EvaluationRow[] = [];
  for (const test of getArray(tests)) {
    const record = getRecord(test);
    if (!record) {
      ignored.add(`tests ${toText(test)}`);
      continue;
    }
    if (record.options !== undefined) ignored.add("`options` of tests");
    const checks = readAll(record.assert).slice(0, EVALUATION_BOUNDS.rowChecks);
    const vars = getRecord(record.vars);
    if (typeof record.vars === "string") ignored.add(`vars ${record.vars}`);
    for (const values of combine({ ...defaults, ...vars })) {
      rows.push({ values, ...(checks.length > 0 ? { checks } : {}) });
      requireFewRows(rows.length);
    }
  }
  if (rows.length === 0) rows.push({ values: combine(defaults)[0] ?? {} });
  return rows;
}

/** A list of values stands for a row of each, and several lists for all combinations. */
function combine(vars: Record<string, unknown>): EvaluationRow["values"][] {
  let rows: EvaluationRow["values"][] = [{}];
  for (const [name, value] of Object.entries(vars)) {
    const values = Array.isArray(value) ? value.map(toText) : [toText(value)];
    requireFewRows(rows.length * values.length);
    rows = rows.flatMap((row) => values.map((text) => ({ ...row, [name]: text })));
  }
  return rows;
}
