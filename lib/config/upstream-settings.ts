/** Upstreams of one process, from the environment and the config file, checked. */
import { dirname, isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ConfigFile } from "./config-file.ts";
import { type Environment, readVariable } from "./environment.ts";
import type { ModelPrices } from "./model-prices.ts";
import type { ModelRetirement } from "./model-retirement.ts";
import { readEnvironmentUpstreams } from "./read-environment-upstreams.ts";
import { findSecretsInHeaders, findSecretsInOptions, findSecretsInUrl } from "./secret-values.ts";
import { SettingsError } from "./settings-error.ts";
import {
  type BridgeEntry,
  type CassettesEntry,
  type IGNORED_FIELDS,
  MEDIA_DIALECTS,
  type ServerEntry,
} from "./upstream-entry.ts";

/** Timeouts in milliseconds; see upstream-entry.ts for the phase of each. */
export type Timeouts = { connectMs: number; firstByteMs: number; idleMs: number; totalMs: number };
export type Retries = { attempts: number; maxDelayMs: number };

/** Place where an upstream is configured. A later one replaces an earlier one of the same id. */
export type UpstreamSource = "stored" | "environment" | "file";

/** Upstream that was connected in the browser, with its key. */
export type StoredUpstream = { id: string; entry: ServerEntry; apiKey: string | undefined };

/** Settings that every kind of upstream has. */
type Shared = {
  id: string;
  source: UpstreamSource;
  timeouts: Timeouts;
  retries: Retries;
  /** Operator's prices, by the upstream's model name. */
  prices?: Record<string, ModelPrices>;
  /** Models that will be retired, by the upstream's model name. */
  retirements?: Record<string, ModelRetirement>;
};

/** Field that a server accepts and ignores. */
export type IgnoredField = (typeof IGNORED_FIELDS)[number];

/** One of several API keys of an upstream, with the environment variable that it comes from. */
export type UpstreamKey = { variable: string; value: string };

/** Server that speaks one of the dialects. */
export type UpstreamSettings = Shared & {
  /** Base URL without a trailing slash; paths such as `/chat/completions` are appended. */
  baseUrl: string;
  /** Credential, sent to this upstream's origin only; the first of several. */
  apiKey?: string;
  /** All credentials, which are used in turn; absent when there is one or none. */
  apiKeys?: UpstreamKey[];
  headers: Record<string, string>;
  dialects: string[];
  /** Dialects of the upstream's media routes. */
  media: string[];
  /** `relay` passes bytes through when the upstream speaks the client's dialect; `translate` never does. */
  lane: "relay" | "translate";
  /** `idempotent`: a start with an unknown outcome can be retried with the same `idempotency-key`. */
  videos: { idempotent: boolean };
  /**
   * `background`: it runs background responses of the Responses API itself, and stores them meanwhile. `webSocket`: it
   * takes requests over a WebSocket as well.
   */
  responses: { background: boolean; webSocket: boolean };
  /** Fields that the upstream accepts and ignores. */
  ignores?: readonly IgnoredField[];
  /** Models of the upstream; absent: read from its `/models`. */
  models?: string[];
};

/** Folder of recorded responses, whose names are its models. */
export type CassettesSettings = { id: string; folder: string };

type ServerSettings = Omit<UpstreamSettings, keyof Shared>;

/** Package that exports a provider of the AI SDK. */
export type BridgeSettings = Shared & {
  /** Name in the config file. */
  package: string;
  /** Argument of `import`: a package's name, or the URL of a file. */
  specifier: string;
  export?: string;
  /** Options for its `create…` function, including secrets; empty when the entry has none. */
  options: Record<string, unknown>;
  /** Secret values, which no message quotes. */
  secrets: string[];
  providerOptions?: Record<string, Record<string, unknown>>;
  models: string[];
  /** Models that create videos; none of them is in `models`. */
  videoModels: string[];
};

const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 10_000, firstByteMs: 300_000, idleMs: 120_000, totalMs: 1_800_000 };
const DEFAULT_RETRIES: Retries = { attempts: 2, maxDelayMs: 8_000 };

/** @param configPath path of the config file: paths of modules are relative to its folder */
export function readUpstreams(
  environment: Environment,
  { file, configPath, stored = [] }: { file: ConfigFile; configPath: string; stored?: readonly StoredUpstream[] },
): { upstreams: UpstreamSettings[]; bridges: BridgeSettings[]; cassettes: CassettesSettings[] } {
  const upstreams: UpstreamSettings[] = [];
  const bridges: BridgeSettings[] = [];
  const cassettes: CassettesSettings[] = [];
  const fromEnvironment = readEnvironmentUpstreams(environment);
  const entries: Record<string, ServerEntry | BridgeEntry | CassettesEntry> = { ...fromEnvironment, ...file.upstreams };
  const share = (id: string, source: UpstreamSource, entry: ServerEntry | BridgeEntry): Shared => ({
    id,
    source,
    timeouts: { ...DEFAULT_TIMEOUTS, ...file.timeouts, ...entry.timeouts },
    retries: { ...DEFAULT_RETRIES, ...file.retries, ...entry.retries },
    ...(entry.prices ? { prices: entry.prices } : {}),
    ...(entry.retirements ? { retirements: entry.retirements } : {}),
  });
  for (const [id, entry] of Object.entries(entries)) {
    if (id === "sandbox") {
      throw new SettingsError({
        field: "upstreams.sandbox",
        expected: "another name: sandbox is the built-in upstream",
      });
    }
    if (id === "replay") {
      throw new SettingsError({
        field: "upstreams.replay",
        expected: "another name: replay is the upstream of recorded responses",
      });
    }
    if ("type" in entry) {
      cassettes.push({ id, folder: resolve(/* turbopackIgnore: true */ dirname(configPath), entry.folder) });
      continue;
    }
    const shared = share(id, file.upstreams && Object.hasOwn(file.upstreams, id) ? "file" : "environment", entry);
    if ("package" in entry) bridges.push({ ...shared, ...readBridge(id, entry, { environment, configPath }) });
    else upstreams.push({ ...shared, ...readServer(id, entry, environment) });
  }
  for (const { id, entry, apiKey } of stored) {
    if (Object.hasOwn(entries, id)) continue;
    upstreams.push({ ...share(id, "stored", entry), ...toServerSettings(entry, apiKey) });
  }
  return { upstreams, bridges, cassettes };
}

function readServer(id: string, entry: ServerEntry, environment: Environment): ServerSettings {
  const { apiKeyEnv, apiKeyEnvs } = entry;
  if (apiKeyEnvs === undefined) {
    return toServerSettings(entry, apiKeyEnv && readKey(environment, `upstreams.${id}.apiKeyEnv`, apiKeyEnv));
  }
  const field = `upstreams.${id}.apiKeyEnvs`;
  if (apiKeyEnv !== undefined) throw new SettingsError({ field, expected: "either this field or apiKeyEnv" });
  const keys = apiKeyEnvs.map((variable, index) => ({
    variable,
    value: readKey(environment, `${field}[${index}]`, variable),
  }));
  const distinct = [...new Map(keys.map((key) => [key.value, key])).values()];
  const settings = toServerSettings(entry, distinct[0]?.value);
  return distinct.length > 1 ? { ...settings, apiKeys: distinct } : settings;
}

/** Server that documents its WebSocket, for entries that say nothing of it. */
const OPENAI = /^https:\/\/api\.openai\.com(?:[:/]|$)/i;

/** Returns an entry's settings, with defaults for what it leaves out. */
export function toServerSettings(entry: ServerEntry, apiKey: string | undefined): ServerSettings {
  return {
    baseUrl: entry.baseUrl.replace(/\/+$/, ""),
    ...(apiKey ? { apiKey } : {}),
    headers: lowerCaseNames(entry.headers ?? {}),
    dialects: entry.dialects?.filter((dialect) => !isMedia(dialect)) ?? ["openai-chat"],
    media: entry.dialects?.filter(isMedia) ?? [],
    lane: entry.lane ?? "relay",
    videos: { idempotent: entry.videos?.idempotent ?? false },
    responses: {
      background: entry.responses?.background ?? false,
      webSocket: entry.responses?.webSocket ?? OPENAI.test(entry.baseUrl),
    },
    ...(entry.ignores && entry.ignores.length > 0 ? { ignores: entry.ignores } : {}),
    ...(entry.models ? { models: entry.models } : {}),
  };
}

/** Returns the secrets of an upstream, which no message may quote: its key, and the values of its headers. */
export function collectUpstreamSecrets({
  apiKey,
  apiKeys = [],
  headers,
}: Pick<UpstreamSettings, "apiKey" | "apiKeys" | "headers">): string[] {
  const keys = apiKeys.map(({ value }) => value);
  return [...(apiKey && !keys.includes(apiKey) ? [apiKey] : []), ...keys, ...findSecretsInHeaders(headers)];
}

function isMedia(dialect: string): boolean {
  return (MEDIA_DIALECTS as readonly string[]).includes(dialect);
}

function readBridge(
  id: string,
  entry: BridgeEntry,
  { environment, configPath }: { environment: Environment; configPath: string },
): Omit<BridgeSettings, keyof Shared> {
  const fromVariables: Record<string, string> = {};
  if (entry.apiKeyEnv) fromVariables.apiKey = readKey(environment, `upstreams.${id}.apiKeyEnv`, entry.apiKeyEnv);
  for (const [option, variable] of Object.entries(entry.optionsEnv ?? {})) {
    fromVariables[option] = readSet(environment, `upstreams.${id}.optionsEnv.${option}`, variable);
  }
  return {
    package: entry.package,
    specifier: toSpecifier(entry.package, configPath),
    ...(entry.export ? { export: entry.export } : {}),
    options: { ...entry.options, ...fromVariables },
    secrets: [
      ...Object.values(fromVariables),
      ...findSecretsInHeaders(entry.options?.headers),
      ...findSecretsInUrl(entry.options?.baseURL),
      ...findSecretsInOptions(entry.options),
    ],
    ...(entry.providerOptions ? { providerOptions: entry.providerOptions } : {}),
    models: entry.models ?? [],
    videoModels: entry.videoModels ?? [],
  };
}

/** Bare names are packages; names that begin like a path are paths. */
function toSpecifier(name: string, configPath: string): string {
  if (!/^\.{1,2}[\\/]/.test(name) && !isAbsolute(name)) return name;
  return pathToFileURL(resolve(/* turbopackIgnore: true */ dirname(configPath), name)).href;
}

function readKey(environment: Environment, field: string, variable: string): string {
  const value = readSet(environment, field, variable);
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new SettingsError({ field: variable, expected: "printable ASCII (its value is not shown)" });
  }
  return value;
}

function readSet(environment: Environment, field: string, variable: string): string {
  const value = readVariable(environment, variable);
  if (value !== undefined) return value;
  // A common mistake is the key itself in place of its variable's name.
  const isName = /^[A-Z_][A-Z0-9_]*$/.test(variable);
  const expected = "the name of an environment variable that is set";
  throw isName
    ? new SettingsError({ field, value: variable, expected })
    : new SettingsError({ field, expected: `${expected} (what it is now is not shown)` });
}

function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
