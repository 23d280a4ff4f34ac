/** `npm run keys`: makes, lists and revokes API keys, also while the server runs. */
import { parseArgs, styleText } from "node:util";
import { formatServerUrl } from "#lib/config/format-server-url.ts";
import { loadSettings, type Settings } from "#lib/config/load-settings.ts";
import { KEY_SCOPES, keyName, keyScope } from "#lib/store/key-fields.ts";
import { openStore } from "#lib/store/open-store.ts";
import { parseExpiry } from "#lib/store/parse-expiry.ts";
import type { KeyRecord, KeyScope, Store } from "#lib/store/store.ts";

const USAGE = `expected one of
  npm run keys -- create --name "CI" [--scope metrics|inference|publish|admin]… [--expires 30d|2027-01-01]
  npm run keys -- list
  npm run keys -- revoke <id-or-prefix>`;

class UsageError extends Error {}

type Command = (store: Store, settings: Settings) => Promise<void>;

try {
  const command = readCommand(process.argv.slice(2));
  const settings = loadSettings();
  const store = await openStore(settings);
  try {
    await command(store, settings);
  } finally {
    await store.close();
  }
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`keys: ${message}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

function readCommand(args: string[]): Command {
  const { values, positionals } = readArguments(args);
  const [name, ...rest] = positionals;
  const [subject] = rest;
  if (name !== "create" && Object.keys(values).length > 0) throw new UsageError(`only create takes options; ${USAGE}`);
  if (name === "create" && rest.length === 0) return readCreate(values);
  if (name === "list" && rest.length === 0) return list;
  if (name === "revoke" && subject && rest.length === 1) return (store) => revoke(store, subject);
  throw new UsageError(`${name ? `"${positionals.join(" ")}" is no command` : "no command was given"}; ${USAGE}`);
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
    throw new UsageError(`${error instanceof Error ? error.message : error}; ${USAGE}`);
  }
}

function readCreate(values: { name?: string; scope?: string[]; expires?: string }): Command {
  if (!values.name?.trim()) {
    throw new UsageError(`create needs a --name, by which you will know the key again; ${USAGE}`);
  }
  const name = keyName.safeParse(values.name);
  if (!name.success) throw new UsageError(`--name ${name.error.issues[0]?.message}; ${USAGE}`);
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
    console.log('There are no keys yet. Make one: npm run keys -- create --name "CI"');
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
  if (!record) throw new Error(`no key has the id or begins with "${idOrPrefix}"; npm run keys -- list shows them all`);
  console.log(`Key "${record.name}" (${record.id}, ${record.prefix}…) is revoked.`);
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
