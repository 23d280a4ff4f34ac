/** Reads the file of an evaluation, with the files that a Promptfoo config names by `file://`. */
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { type EvaluationDefinition, evaluationDefinition } from "#lib/contract/evaluation-definition.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { readImport } from "#lib/evaluations/formats/read-import.ts";
import { validate } from "#lib/http/validate.ts";

type Read = { definition: EvaluationDefinition; ignored: string[] };

/** @throws Error, or GatewayError that names the field, for a file that is no evaluation */
export async function readEvaluationFile(file: string): Promise<Read> {
  const text = await readFile(file, "utf8").catch((error) => {
    throw error.code === "ENOENT" ? new Error(`${file} does not exist`) : error;
  });
  const folder = dirname(resolve(file));
  const config: unknown = /\.ya?ml$/.test(file) ? parse(text, { maxAliasCount: 100 }) : undefined;
  const isPromptfoo = isRecord(config) && (config.prompts !== undefined || config.providers !== undefined);
  const ignored: string[] = [];
  let source = text;
  let rows: EvaluationDefinition["rows"] | undefined;
  if (isPromptfoo) {
    const { tests, prompts, ...rest } = config;
    const loaded: Record<string, unknown> = { ...rest, prompts: await readPrompts(prompts, folder) };
    if (typeof tests === "string") {
      const read = await readTests(tests, folder);
      if ("rows" in read) rows = read.rows;
      else loaded.tests = read.tests;
      ignored.push(...("ignored" in read ? read.ignored : []));
    } else loaded.tests = tests;
    source = JSON.stringify(loaded);
  } else if (isRecord(config)) source = JSON.stringify(config);
  const imported = await readImport(source);
  const { definition } = imported;
  const name = definition.name ?? file;
  const whole = { ...definition, name: name.slice(0, 200), ...(rows ? { rows } : {}) };
  return { definition: validate(evaluationDefinition, whole), ignored: [...imported.ignored, ...ignored] };
}

const FILE = "file://";

function toPath(name: string, folder: string): string {
  if (name.startsWith("file:///")) return fileURLToPath(name);
  return resolve(folder, name.startsWith(FILE) ? name.slice(FILE.length) : name);
}

/** Returns prompts with the text of their files; code stays, and is ignored later. */
async function readPrompts(prompts: unknown, folder: string): Promise<unknown[]> {
  const list = Array.isArray(prompts) ? prompts : [prompts];
  return Promise.all(
    list.map(async (prompt) => {
      if (typeof prompt !== "string" || !prompt.startsWith(FILE) || /\.(?:js|ts|mjs|py)(?::|$)/.test(prompt)) {
        return prompt;
      }
      const raw = await readFile(toPath(prompt, folder), "utf8");
      return { raw, label: prompt.slice(FILE.length) };
    }),
  );
}

type Tests = { tests: unknown } | (Pick<Read, "ignored"> & { rows: EvaluationDefinition["rows"] });

async function readTests(name: string, folder: string): Promise<Tests> {
  const text = await readFile(toPath(name, folder), "utf8");
  if (/\.ya?ml$/.test(name)) return { tests: parse(text, { maxAliasCount: 100 }) };
  if (name.endsWith(".json")) return { tests: JSON.parse(text) };
  const { definition, ignored } = await readImport(text, name.endsWith(".csv") ? "csv" : undefined);
  return { rows: definition.rows, ignored };
}
