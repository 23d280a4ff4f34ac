/** `parlance doctor`: tries a server that claims compatibility, and proposes its config entry. */
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { toCommandLine } from "#lib/config/command-line.ts";
import { getProcessEnvironment, readVariable } from "#lib/config/environment.ts";
import { findBaseUrlProblem } from "#lib/config/find-base-url-problem.ts";
import { TEXT_DIALECTS } from "#lib/config/upstream-entry.ts";
import { API_FORMAT_NAMES } from "#lib/contract/api-format-names.ts";
import type { DoctorCheck, DoctorReport } from "#lib/contract/doctor.ts";
import { close, type DoctorOptions, findTargets } from "#lib/doctor/find-targets.ts";
import { planRun } from "#lib/doctor/plan-run.ts";
import { nameEntry } from "#lib/doctor/propose-entries.ts";
import { runDoctor } from "#lib/doctor/run-doctor.ts";
import { toDoctorSettings } from "#lib/doctor/settings.ts";
import { STATUS_MARKS, writeMarkdown, writePlan, writeSummary, writeWire } from "#lib/doctor/write-markdown.ts";
import { cleanBaseUrl } from "#lib/upstreams/clean-base-url.ts";
import { type Command, readHeader, runCommand, UsageError } from "./commands/command.ts";

const USAGE = `${toCommandLine("doctor <base URL> [options]")}
  Tries a server in each text API, and proposes its config entry. Exit status: 0 when nothing failed, otherwise 1.
  --key-env NAME         environment variable with the API key; --key KEY gives the key itself
  --header 'name: value' header of every request; may be given several times
  --model NAME           model to try; a small one of the server's list by default
  --embedding-model NAME model for embeddings
  --format NAME          ${TEXT_DIALECTS.join(", ")}; may be given several times, all by default
  --max-tokens N         limit on output tokens of most requests, 512 by default
  --timeout SECONDS      limit on each request, 60 by default
  --json FILE            saves the report as JSON; --markdown FILE saves it as Markdown
  --yes                  starts without asking`;

const OPTIONS = {
  key: { type: "string" },
  "key-env": { type: "string" },
  header: { type: "string", multiple: true },
  model: { type: "string" },
  "embedding-model": { type: "string" },
  format: { type: "string", multiple: true },
  "max-tokens": { type: "string", default: "512" },
  timeout: { type: "string", default: "60" },
  json: { type: "string" },
  markdown: { type: "string" },
  yes: { type: "boolean", short: "y" },
} as const;

/** Characters of a failure's wire on the terminal; the saved reports have more. */
const SHOWN_WIRE = 1_500;

export const doctor: Command = {
  name: "doctor",
  usage: USAGE,
  async run(args) {
    const { values, positionals } = readArguments(args);
    const cancel = new AbortController();
    const options = toOptions(positionals, values, cancel.signal);
    const onSignal = () => cancel.abort();
    process.once("SIGINT", onSignal);
    try {
      // A report that cannot be saved is known before anything is spent.
      for (const file of [values.json, values.markdown]) if (file) await writeFile(file, "", { flag: "a" });
      const targets = await findTargets(options);
      if (typeof targets === "string") throw new Error(targets);
      const plan = await planRun(targets, options.settings);
      console.log(writePlan(plan));
      if (!(values.yes || (await confirm(cancel.signal)))) {
        for (const target of targets) close(target);
        throw new Error("not started");
      }
      const id = nameEntry(options.settings.baseUrl);
      const variable = `${id.toUpperCase().replaceAll("-", "_")}_API_KEY`;
      const apiKeyEnv = values["key-env"] ?? (values.key === undefined ? undefined : variable);
      const printer = createPrinter();
      const report = await runDoctor({ targets, plan, options, entry: { id, apiKeyEnv }, onCheck: printer.print });
      printer.end();
      await finish(report, values);
    } finally {
      process.off("SIGINT", onSignal);
    }
  },
};

type Values = ReturnType<typeof readArguments>["values"];

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}`);
  }
}

function toOptions([given, ...rest]: string[], values: Values, signal: AbortSignal): DoctorOptions {
  if (!given || rest.length > 0) throw new UsageError("it needs one base URL");
  const baseUrl = cleanBaseUrl(given);
  const problem = findBaseUrlProblem(baseUrl);
  if (problem) throw new UsageError(`the base URL must be ${problem}`);
  if (values.key !== undefined && values["key-env"] !== undefined) throw new UsageError("either --key or --key-env");
  const variable = values["key-env"];
  const apiKey = variable === undefined ? values.key : readVariable(getProcessEnvironment(), variable);
  if (variable !== undefined && apiKey === undefined) throw new UsageError(`--key-env: ${variable} is not set`);
  const formats = TEXT_DIALECTS.filter((format) => values.format === undefined || values.format.includes(format));
  const unknown = values.format?.find((format) => !(TEXT_DIALECTS as readonly string[]).includes(format));
  if (unknown !== undefined)
    throw new UsageError(`--format must be one of ${TEXT_DIALECTS.join(", ")}; got ${unknown}`);
  const timeoutMs = readNumber(values, "timeout", 3_600) * 1_000;
  const headers = Object.fromEntries((values.header ?? []).map(readHeader));
  return {
    ...{ settings: toDoctorSettings({ baseUrl, apiKey, headers, timeoutMs }), formats, timeoutMs, signal },
    ...{ model: values.model, embeddingModel: values["embedding-model"] },
    maxOutputTokens: readNumber(values, "max-tokens", 100_000),
  };
}

function readNumber(values: Values, name: "timeout" | "max-tokens", most: number): number {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new UsageError(`--${name} must be a whole number from 1 to ${most}; got ${values[name]}`);
}

async function confirm(signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError("nobody can be asked here: add --yes to start");
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  prompt.on("SIGINT", () => prompt.close());
  try {
    return /^y(?:es)?$/i.test((await prompt.question("Start? [y/N] ", { signal })).trim());
  } catch {
    return false;
  } finally {
    prompt.close();
  }
}

function createPrinter(): { print: (check: DoctorCheck) => void; end: () => void } {
  let shown: string | undefined;
  let skipped: { count: number; message: string | null } | undefined;
  const end = () => {
    if (skipped) console.log(`  ${STATUS_MARKS["not run"]} ${skipped.count} checks not run: ${skipped.message}`);
    skipped = undefined;
  };
  const print = ({ api_format, name, status, message, ms, wire }: DoctorCheck) => {
    if (status === "not run" && shown === api_format) {
      skipped = { count: (skipped?.count ?? 0) + 1, message };
      return;
    }
    end();
    if (shown !== api_format) console.log(`\n${API_FORMAT_NAMES[api_format]}`);
    shown = api_format;
    const note = status === "passed" ? `  ${ms.toLocaleString("en")} ms` : `  ${status}: ${message}`;
    console.log(`  ${STATUS_MARKS[status]} ${name}${note}`);
    if (!wire) return;
    const text = writeWire(wire);
    const cut = text.length > SHOWN_WIRE ? `${text.slice(0, SHOWN_WIRE)}\n…` : text;
    console.log(cut.replace(/^/gm, "      | "));
  };
  return { print, end };
}

/** @throws Error unless everything that is offered passed */
async function finish(report: DoctorReport, { json, markdown }: Values): Promise<void> {
  const { counts, upstreams, notes } = report;
  console.log(`\n${writeSummary(report)}`);
  if (upstreams) console.log(`\nEntry for the config file:\n${JSON.stringify({ upstreams }, null, 2)}`);
  for (const note of notes) console.log(`- ${note}`);
  if (json) await writeFile(json, `${JSON.stringify(report, null, 1)}\n`);
  if (markdown) await writeFile(markdown, writeMarkdown(report));
  if (report.ok) return;
  throw new Error(counts["not run"] > 0 && counts.failed === 0 ? "not all of it ran" : `${counts.failed} failed`);
}

if (import.meta.main) process.exitCode = await runCommand(doctor, process.argv.slice(2));
