/** All settings of one process, from the environment and the config file, checked at startup. */
import { resolve } from "node:path";
import type { BodyPolicy } from "#lib/contract/request-record.ts";
import { type AlertSettings, readAlerts } from "./alert-settings.ts";
import { type ConfigFile, readConfigFile } from "./config-file.ts";
import { computeDefaultBodyMemory } from "./default-body-memory.ts";
import { type Environment, getProcessEnvironment, readVariable } from "./environment.ts";
import { type HookSettings, readHooks } from "./hook-settings.ts";
import { type KeyRules, readKeyRules } from "./key-rules.ts";
import { type LogSettings, readLogSettings } from "./log-settings.ts";
import * as mcp from "./mcp-settings.ts";
import { type RouteSettings, readRoutes } from "./model-routes.ts";
import { type OidcSettings, readOidc } from "./oidc-settings.ts";
import { type Quotas, readQuotas } from "./quotas.ts";
import { findConfigPath } from "./read-config-text.ts";
import { readS3Settings, type S3Settings } from "./s3-settings.ts";
import { deduplicateSecrets, findSecretsInEnvironment } from "./secret-values.ts";
import { SettingsError } from "./settings-error.ts";
import { listTelemetrySecrets, readTelemetry, type TelemetrySettings } from "./telemetry-settings.ts";
import {
  type BridgeSettings,
  type CassettesSettings,
  collectUpstreamSecrets,
  readUpstreams,
  type StoredUpstream,
  type UpstreamSettings,
} from "./upstream-settings.ts";

/** Retention of the request log and of recorded bodies, the bodies that are recorded, and the limit on all of them. */
export type RequestLogSettings = { days: number; bodies: BodyPolicy; bodyDays: number; bodyBytes: number };

export type Settings = mcp.McpSettings & {
  port: number;
  host: string;
  /** Number of processes that share the port. */
  workers: number;
  /** Number of this process among them, from 1; absent in a process of its own. */
  worker?: number;
  /** False: the gateway serves its API alone, without the pages. */
  pages: boolean;
  dataDir: string;
  adminKey?: string;
  databaseUrl?: string;
  /** Redis that counts the limits of keys. */
  redisUrl?: string;
  /** Bucket that has the blobs; a folder of `dataDir` has them otherwise. */
  s3?: S3Settings;
  /** Encrypts stored API keys; a file in `dataDir` holds the key otherwise. */
  secretKey?: string;
  defaultModel?: string;
  aliases: Record<string, string>;
  /** Names that stand for several models. */
  routes: Record<string, RouteSettings>;
  /** Limits of new keys and of groups of keys. */
  keys: KeyRules;
  /** Origin at which browsers reach the gateway, where the config file names it. */
  publicUrl?: string;
  /** Sign-in of people; absent: keys alone. */
  oidc: OidcSettings | undefined;
  upstreams: UpstreamSettings[];
  bridges: BridgeSettings[];
  /** Folders of recorded responses. */
  cassettes: CassettesSettings[];
  /** Addresses and networks of proxies whose `x-forwarded-for` is trusted. */
  trustedProxies: string[];
  /** All secrets of the process, for redaction. */
  secrets: string[];
  limits: { bodyBytes: number; bodyMemoryBytes: number; fileBytes: number };
  streams: { pingMs: number };
  /** Settings of the sandbox; when disabled, its models are not listed and cannot be called. */
  sandbox: { enabled: boolean; tokensPerSecond: number };
  /** Lifetime of uploaded files; undefined: until they are deleted. */
  files: { keepDays: number | undefined };
  /** Lifetime of an image's URL. */
  images: { addressSeconds: number };
  /** Retention of finished videos, and limit on concurrent sandbox renderings. */
  videos: { keepSeconds: number; concurrency: number };
  /** SQLite commits wait for the disk with `full`; with `normal` a power failure can lose the last ones. */
  store: { synchronous: "full" | "normal" };
  /** Retention of request log rows. */
  /** `flatOutput`: the form of responses for clients that are no SDK. */
  responses: { flatOutput: boolean };
  /** True where the gateway may do what an upstream's API cannot. */
  emulates: boolean;
  /** Retention of audit log entries. */
  audit: { days: number };
  requestLog: RequestLogSettings;
  /** Limits on the data that one key stores. */
  quotas: Quotas;
  /** Log of the process. */
  logging: LogSettings;
  /** Export of spans and metrics to OpenTelemetry. */
  telemetry: TelemetrySettings | undefined;
  /** Services of the operator that check requests and responses. */
  hooks: HookSettings[];
  /** Events for which webhooks are called; undefined without a webhook. */
  alerts: AlertSettings | undefined;
  /** Keys that may make shared pages public: all, none, or with `scope` those with the scope `publish` or `admin`. */
  shares: { public: boolean | "scope" };
  /** Conversations of the playground on the gateway, and the time for which its trash keeps them. */
  conversations: { store: boolean; trashDays: number };
};

const DEFAULT_BODY_BYTES = 64 * 1024 * 1024;
const DEFAULT_FILE_BYTES = 512 * 1024 * 1024;
const DEFAULT_PING_MS = 15_000;
const DEFAULT_TOKENS_PER_SECOND = 80;
const DEFAULT_ADDRESS_SECONDS = 3_600;
const DEFAULT_KEEP_SECONDS = 86_400;
/** The longest month: the budgets of a month are summed up from the log after a start. */
const DEFAULT_LOG_DAYS = 31;
const DEFAULT_AUDIT_DAYS = 365;
const DEFAULT_TRASH_DAYS = 30;
const DEFAULT_BODY_DAYS = 7;
const DEFAULT_RECORD_BYTES = 1024 * 1024 * 1024;
/** Model names of the specification, which `aliases` in the config file can point to real models. */
const MEDIA_ALIASES = {
  "image-model-a": "sandbox/image-model-a",
  "image-model-b": "sandbox/image-model-b",
  "image-model-c": "sandbox/image-model-c",
  "video-model-a": "sandbox/video-model-a",
};

const MOST_WORKERS = 64;
/** Set by the process that starts the workers. */
export const WORKER_VARIABLE = "PARLANCE_WORKER";

const SHORTEST_ADMIN_KEY = 16;
const SHORTEST_SECRET_KEY = 32;

type Sources = {
  /** Content of the config file; read from its path when absent. */
  file?: ConfigFile;
  /** Providers that were connected in the browser. */
  stored?: readonly StoredUpstream[];
};

/** @throws SettingsError that names the first invalid setting */
export function loadSettings(
  environment: Environment = getProcessEnvironment(),
  { file: given, stored = [] }: Sources = {},
): Settings {
  const configPath = findConfigPath(environment);
  const file = given ?? readConfigFile(configPath, environment);
  const adminKey = readVariable(environment, "PARLANCE_ADMIN_KEY");
  if (adminKey !== undefined && (adminKey.length < SHORTEST_ADMIN_KEY || !/^[\x21-\x7e]+$/.test(adminKey))) {
    throw new SettingsError({
      field: "PARLANCE_ADMIN_KEY",
      expected: `at least ${SHORTEST_ADMIN_KEY} printable ASCII characters without spaces (its value is not shown)`,
    });
  }
  const s3 = readS3Settings(environment);
  const { upstreams, bridges, cassettes } = readUpstreams(environment, { file, configPath: configPath.path, stored });
  const telemetry = readTelemetry(environment);
  const alerts = readAlerts(file.alerts, environment);
  const hooks = readHooks(file.hooks, environment);
  const mcpSettings = mcp.readMcp(file.mcp, environment);
  const oidc = readOidc(file, environment, configPath.path);
  const { enabled = true, tokensPerSecond = DEFAULT_TOKENS_PER_SECOND } = file.sandbox ?? {};
  const aliases = { ...(enabled ? MEDIA_ALIASES : {}), ...file.aliases };
  return {
    port: readPort(environment),
    host: readVariable(environment, "HOST") ?? "127.0.0.1",
    ...readWorkers(environment),
    pages: readPages(environment),
    dataDir: resolve(/* turbopackIgnore: true */ readVariable(environment, "DATA_DIR") ?? ".data"),
    adminKey,
    databaseUrl: readDatabaseUrl(environment),
    redisUrl: readRedisUrl(environment),
    s3,
    secretKey: readSecretKey(environment),
    defaultModel: file.defaultModel,
    aliases,
    routes: readRoutes(file.routes, { aliases }),
    keys: readKeyRules(file.keys),
    ...(file.publicUrl === undefined ? {} : { publicUrl: new URL(file.publicUrl).origin }),
    oidc,
    upstreams,
    bridges,
    cassettes,
    secrets: deduplicateSecrets([
      adminKey ?? "",
      oidc?.clientSecret ?? "",
      s3?.credentials?.accessKeyId ?? "",
      s3?.credentials?.secretAccessKey ?? "",
      ...upstreams.flatMap(collectUpstreamSecrets),
      ...bridges.flatMap(({ secrets }) => secrets),
      ...listTelemetrySecrets(telemetry),
      ...hooks.map(({ secret }) => secret),
      ...mcp.listMcpSecrets(mcpSettings.mcpServers),
      ...(alerts?.webhooks.map(({ secret }) => secret) ?? []),
      ...findSecretsInEnvironment(environment),
    ]),
    trustedProxies: file.trustedProxies ?? [],
    limits: {
      bodyBytes: file.limits?.bodyBytes ?? DEFAULT_BODY_BYTES,
      bodyMemoryBytes:
        file.limits?.bodyMemoryBytes ?? Math.floor(computeDefaultBodyMemory() / readWorkers(environment).workers),
      fileBytes: file.limits?.fileBytes ?? DEFAULT_FILE_BYTES,
    },
    streams: { pingMs: file.streams?.pingMs ?? DEFAULT_PING_MS },
    sandbox: { enabled, tokensPerSecond },
    files: { keepDays: file.files?.keepDays },
    images: { addressSeconds: file.images?.addressSeconds ?? DEFAULT_ADDRESS_SECONDS },
    videos: {
      keepSeconds: file.videos?.keepSeconds ?? DEFAULT_KEEP_SECONDS,
      concurrency: file.videos?.concurrency ?? 1,
    },
    store: { synchronous: file.store?.synchronous ?? "full" },
    quotas: readQuotas(file.quotas),
    shares: { public: file.shares?.public ?? "scope" },
    conversations: {
      store: file.conversations?.store ?? false,
      trashDays: file.conversations?.trashDays ?? DEFAULT_TRASH_DAYS,
    },
    logging: readLogSettings(environment),
    telemetry,
    alerts,
    hooks,
    ...mcpSettings,
    responses: { flatOutput: file.responses?.flatOutput ?? true },
    emulates: file.emulate ?? true,
    audit: { days: file.audit?.days ?? DEFAULT_AUDIT_DAYS },
    requestLog: readRequestLog(file),
  };
}

function readSecretKey(environment: Environment): string | undefined {
  const value = readVariable(environment, "PARLANCE_SECRET_KEY");
  if (value === undefined || value.length >= SHORTEST_SECRET_KEY) return value;
  throw new SettingsError({
    field: "PARLANCE_SECRET_KEY",
    expected: `at least ${SHORTEST_SECRET_KEY} characters, such as those of "openssl rand -base64 32" (its value is not shown)`,
  });
}

/** @throws SettingsError */
function readWorkers(environment: Environment): Pick<Settings, "workers" | "worker"> {
  const value = readVariable(environment, "PARLANCE_WORKERS") ?? "1";
  const workers = Number(value);
  if (!/^\d+$/.test(value) || workers < 1 || workers > MOST_WORKERS) {
    throw new SettingsError({ field: "PARLANCE_WORKERS", value, expected: `a whole number from 1 to ${MOST_WORKERS}` });
  }
  const shared = [readRedisUrl(environment), readDatabaseUrl(environment)];
  if (workers > 1 && shared.every((url) => url === undefined)) {
    throw new SettingsError({
      field: "PARLANCE_WORKERS",
      value,
      expected: "REDIS_URL beside it, for what the workers count together, or 1",
    });
  }
  const worker = readVariable(environment, WORKER_VARIABLE);
  return { workers, ...(worker === undefined ? {} : { worker: Number(worker) }) };
}

function readPages(environment: Environment): boolean {
  const value = readVariable(environment, "PARLANCE_PAGES") ?? "on";
  if (value === "on" || value === "off") return value === "on";
  throw new SettingsError({ field: "PARLANCE_PAGES", value, expected: "on or off" });
}

function readPort(environment: Environment): number {
  const value = readVariable(environment, "PORT");
  if (value === undefined) return 3000;
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) {
    throw new SettingsError({ field: "PORT", value, expected: "a whole number from 0 to 65535" });
  }
  return port;
}

function readDatabaseUrl(environment: Environment): string | undefined {
  const value = readVariable(environment, "DATABASE_URL");
  if (value === undefined || /^postgres(ql)?:\/\//.test(value)) return value;
  // The value may hold a password.
  throw new SettingsError({
    field: "DATABASE_URL",
    expected: "a URL that starts with postgres:// (its value is not shown)",
  });
}

function readRedisUrl(environment: Environment): string | undefined {
  const value = readVariable(environment, "REDIS_URL");
  if (value === undefined) return undefined;
  const { protocol, hostname, pathname } = URL.canParse(value) ? new URL(value) : {};
  if (/^rediss?:$/.test(protocol ?? "") && hostname && /^\/?\d*$/.test(pathname ?? "")) return value;
  // The value may hold a password.
  throw new SettingsError({
    field: "REDIS_URL",
    expected: "a URL such as redis://user:password@host:6379/0, or rediss:// for TLS (its value is not shown)",
  });
}

function readRequestLog({ requestLog = {} }: ConfigFile): RequestLogSettings {
  const { days = DEFAULT_LOG_DAYS, bodies = "off", bodyDays, bodyBytes = DEFAULT_RECORD_BYTES } = requestLog;
  return { days, bodies, bodyDays: bodyDays ?? Math.min(days, DEFAULT_BODY_DAYS), bodyBytes };
}
