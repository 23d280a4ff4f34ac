/** `parlance record`: writes a cassette, from a recorded request of the log or from a call that it makes. */
import { readFile, writeFile } from "node:fs/promises";
import { text as readStream } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { toCommandLine } from "#lib/config/command-line.ts";
import { getProcessEnvironment, readVariable } from "#lib/config/environment.ts";
import { loadSettings } from "#lib/config/load-settings.ts";
import type { RequestRecord } from "#lib/contract/request-record.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { SECRET_PATTERNS } from "#lib/http/secret-patterns.ts";
import type { CapturedRecord } from "#lib/records/captured-record.ts";
import { packRecord } from "#lib/records/pack-record.ts";
import { unpackRecord } from "#lib/records/record-packer.ts";
import { openStore } from "#lib/store/open-store.ts";
import { redactHeaders } from "#lib/upstreams/redact-headers.ts";
import { createRedactor } from "#lib/upstreams/redactor.ts";
import { type Command, readHeader, runCommand, UsageError } from "./commands/command.ts";

const USAGE = `one of
  ${toCommandLine("record <request-id> [file.json]")}
  ${toCommandLine("record <url> [file.json] --body <request.json|-> [--key-env NAME] [--header 'name: value']…")}
  Writes a recorded request of the log, or a call that it makes, as a cassette. --force replaces a file.`;

const OPTIONS = {
  body: { type: "string" },
  "key-env": { type: "string" },
  header: { type: "string", multiple: true },
  force: { type: "boolean" },
} as const;

/** Dialects by the ends of their paths. */
const PATHS: readonly [RegExp, keyof typeof dialects][] = [
  [/\/chat\/completions$/, "openai-chat"],
  [/\/responses$/, "openai-responses"],
  [/\/messages$/, "anthropic-messages"],
  [/:(?:stream)?generateContent$/i, "google-generate"],
];

export const record: Command = {
  name: "record",
  usage: USAGE,
  async run(args) {
    const { values, positionals } = readArguments(args);
    const [source, file, ...rest] = positionals;
    if (!source || rest.length > 0) throw new UsageError("it needs a request's id or a URL, and at most one file");
    const isCall = /^https?:\/\//.test(source);
    if (!isCall && (values.body ?? values.header ?? values["key-env"])) {
      throw new UsageError("--body, --header and --key-env are for a URL");
    }
    const cassette = isCall ? await recordCall(source, values) : await readLogged(source);
    const path = file ?? `${cassette.id}.json`;
    const flag = values.force ? "w" : "wx";
    await writeFile(path, `${JSON.stringify(cassette, null, 1)}\n`, { flag, mode: 0o600 }).catch((error) => {
      throw error.code === "EEXIST" ? new Error(`${path} exists; --force replaces it`) : error;
    });
    console.log(path);
  },
};

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}`);
  }
}

async function readLogged(id: string): Promise<RequestRecord> {
  const store = await openStore(loadSettings());
  try {
    const row = await store.requestRecords.find({ id });
    if (!row) throw new Error(`the log has no bodies of ${id}: they were not recorded, or were removed`);
    return await unpackRecord(row.payload);
  } finally {
    await store.close();
  }
}

type CallOptions = { body?: string; "key-env"?: string; header?: string[] };

async function recordCall(url: string, { body: file, header = [], ...options }: CallOptions): Promise<RequestRecord> {
  const { pathname, search } = new URL(url);
  const dialect = PATHS.find(([path]) => path.test(pathname))?.[1];
  if (!dialect) throw new UsageError(`${pathname} is no route of a text model, such as /v1/chat/completions`);
  if (file === undefined)
    throw new UsageError("a call needs a --body: a file with the request, or - for standard input");
  const body = file === "-" ? await readStream(process.stdin) : await readFile(file, "utf8");
  const { model = null, stream = /:streamGenerateContent$/i.test(pathname) } = JSON.parse(body);
  const variable = options["key-env"];
  const key = variable === undefined ? undefined : readVariable(getProcessEnvironment(), variable);
  if (variable !== undefined && key === undefined) throw new UsageError(`--key-env: ${variable} is not set`);
  const headers: Record<string, string> = {
    "content-type": "application/json",
    ...dialects[dialect].writeUpstreamHeaders(key),
    ...Object.fromEntries(header.map(readHeader)),
  };
  const startedAt = performance.now();
  const time = Date.now();
  const elapsed = () => Math.round((performance.now() - startedAt) * 10) / 10;
  const response = await fetch(url, { method: "POST", headers, body });
  const chunks: [number, Uint8Array][] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push([elapsed(), chunk]);
    bytes += chunk.length;
  }
  const captured: CapturedRecord = {
    ...{ object: "request_record", version: 1, id: response.headers.get("x-request-id") ?? `call-${time}`, time },
    ...{ dialect, model: typeof model === "string" ? model : null, stream: stream === true },
    request: {
      ...{ method: "POST", url: pathname + search.replace(/([?&]key=)[^&]*/, "$1"), headers: redactHeaders(headers) },
      body: { chunks: [[0, Buffer.from(body)]], bytes: Buffer.byteLength(body), isTooLong: false },
    },
    response: {
      status: response.status,
      headers: redactHeaders(Object.fromEntries(response.headers)),
      complete: true,
      body: { chunks, bytes, isTooLong: false },
    },
    attempts: [],
  };
  const secrets = [key ?? "", ...header.map((line) => readHeader(line)[1])].filter(({ length }) => length >= 8);
  return unpackRecord(
    packRecord({ record: captured, secrets: createRedactor(secrets).pattern(), patterns: SECRET_PATTERNS }),
  );
}

if (import.meta.main) process.exitCode = await runCommand(record, process.argv.slice(2));
