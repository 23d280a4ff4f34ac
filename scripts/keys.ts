/** `parlance keys`: makes, lists and revokes API keys, also while the server runs. */
import { parseArgs, styleText } from "node:util";
import { toCommandLine } from "#lib/config/command-line.ts";
import { formatServerUrl } from "#lib/config/format-server-url.ts";
import { loadSettings, type Settings } from "#lib/config/load-settings.ts";
import { KEY_SCOPES, keyName, keyScope } from "#lib/store/key-fields.ts";
import { openStore } from "#lib/store/open-store.ts";
import { parseExpiry } from "#lib/store/parse-expiry.ts";
import type { KeyRecord, KeyScope, Store } from "#lib/store/store.ts";
import { type Command, runCommand, UsageError } from "./commands/command.ts";

const USAGE = `one of
  ${toCommandLine('keys create --name "CI" [--scope metrics|inference|publish|admin]… [--expires 30d|2027-01-01]')}
  ${toCommandLine("keys list")}
  ${toCommandLine("keys revoke <id-or-prefix>")}`;

type Action = (store: Store, settings: Settings) => Promise<void>;

export const keys: Command = {
  name: "keys",
  usage: USAGE,
  async run(args) {
    const action = readAction(args);
    const settings = loadSettings();
    const store = await openStore(settings);
    try {
      await action(store, settings);
    } finally {
      await store.close();
    }
  },
};

function readAction(args: string[]): Action {
  const { values, positionals } = readArguments(args);
  const [name, ...rest] = positionals;
  const [subject] = rest;
  if (name !== "create" && Object.keys(values).length > 0) throw new UsageError(`only create takes options`);
  if (name === "create" && rest.length === 0) return readCreate(values);
  if (name === "list" && rest.length === 0) return list;
  if (name === "revoke" && subject && rest.length === 1) return (store) => revoke(store, subject);
  throw new UsageError(`${name ? `"${positionals.join(" ")}" is no command` : "no command was given"}`);
}

function readArguments(args: string[]) {
  const options = {
    name: { type: "string" },
    scope: { type: "string", multiple: true },
    expires: { type: "string" },
  } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}`);
  }
}

function readCreate(values: { name?: string; scope?: string[]; expires?: string }): Action {
  if (!values.name?.trim()) {
    throw new UsageError(`create needs a --name, by which you will know the key again`);
  }
  const name = keyName.safeParse(values.name);
  if (!name.success) throw new UsageError(`--name ${name.error.issues[0]?.message}`);
  const scopes = [...new Set(values.scope ?? ["inference"])];
  if (!scopes.every(isScope))
    throw new UsageError(`--scope ${scopes.join(" ")}: expected one of ${KEY_SCOPES.join(", ")}`);
  const expiresAt = values.expires === undefined ? null : parseExpiry(values.expires, Date.now());
  if (expiresAt === undefined) {
    throw new UsageError(
      `--expires ${values.expires}: expected a span such as 12h, 30d, 8w or 1y, or a future date such as 2027-01-01`,
    );
  }
  return (store, settings) => create(store, { name: name.data, scopes, expiresAt, settings });
}

function isScope(text: string): text is KeyScope {
  return keyScope.safeParse(text).success;
}

async function create(
  store: Store,
  { settings, ...options }: { name: string; scopes: KeyScope[]; expiresAt: number | null; settings: Settings },
): Promise<void> {
  const { record, secret } = await store.keys.create({ ...options, policy: settings.keys.defaults });
  await audit(store, "key.create", record);
  const address = formatServerUrl({ host: settings.host, port: settings.port || 3000 }, "127.0.0.1");
  console.log(`Key "${record.name}" (${record.id}), scopes ${record.scopes.join(", ")}, expires ${date(record.expiresAt)}.
Shown this once; only its hash is stored:

  ${styleText("bold", secret)}

Try it:

  curl ${address}/v1/chat/completions \\
    -H "authorization: Bearer ${secret}" \\
    -H "content-type: application/json" \\
    -d '{"model": "sandbox/guide", "messages": [{"role": "user", "content": "Hello"}]}'`);
}

async function list(store: Store): Promise<void> {
  const records = await store.keys.list();
  if (records.length === 0) {
    console.log(`There are no keys yet. Make one: ${toCommandLine('keys create --name "CI"')}`);
    return;
  }
  const head = ["ID", "NAME", "BEGINS", "SCOPES", "CREATED", "LAST USED", "EXPIRES", "STATE"];
  printTable([head, ...records.map((record) => toCells(record, Date.now()))]);
}

function toCells(record: KeyRecord, now: number): string[] {
  const { id, name, prefix, scopes, createdAt, lastUsedAt, expiresAt } = record;
  return [id, name, prefix, scopes.join(","), date(createdAt), date(lastUsedAt), date(expiresAt), toState(record, now)];
}

function toState({ revokedAt, expiresAt, disabledAt }: KeyRecord, now: number): string {
  if (revokedAt !== null) return `revoked ${date(revokedAt)}`;
  if (expiresAt !== null && expiresAt <= now) return "expired";
  return disabledAt === null ? "active" : "disabled";
}

async function revoke(store: Store, idOrPrefix: string): Promise<void> {
  const record = await store.keys.revoke(idOrPrefix);
  if (record) await audit(store, "key.revoke", record);
  if (!record)
    throw new Error(`no key has the id or begins with "${idOrPrefix}"; ${toCommandLine("keys list")} shows them all`);
  console.log(`Key "${record.name}" (${record.id}, ${record.prefix}…) is revoked.`);
}

/** Adds an entry to the audit log: whoever runs this command has the database. */
async function audit(
  store: Store,
  action: "key.create" | "key.revoke",
  { id, name, scopes }: KeyRecord,
): Promise<void> {
  const changes = action === "key.create" ? [{ field: "scopes", from: null, to: scopes }] : [];
  const actor = { actorId: "command-line", actorName: "Command line" };
  await store.audit.append({
    ...{ ...actor, action, changes, targetId: id, targetName: name },
    ...{ address: null, requestId: null },
  });
}

/** Columns as wide as their widest cell. */
function printTable(rows: string[][]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}

/** `2027-01-01 12:30`, UTC. */
function date(time: number | null): string {
  return time === null ? "never" : new Date(time).toISOString().slice(0, 16).replace("T", " ");
}

if (import.meta.main) process.exitCode = await runCommand(keys, process.argv.slice(2));
