/** All settings of one process, from the environment and the config file, checked at the start. */
import { resolve } from "node:path";
import { type ConfigFile, readConfigFile } from "./config-file.ts";
import { type Environment, processEnvironment, readVariable } from "./environment.ts";
import { environmentUpstreams } from "./environment-upstreams.ts";
import { SettingsError } from "./settings-error.ts";

/** Milliseconds; see config-file.ts for what each one bounds. */
export type Timeouts = { connectMs: number; firstByteMs: number; idleMs: number; totalMs: number };
export type Retries = { attempts: number; maxDelayMs: number };

export type UpstreamSettings = {
  id: string;
  /** Without a trailing slash; paths such as `/chat/completions` are appended. */
  baseUrl: string;
  /** The credential, sent to this upstream's origin only. */
  apiKey?: string;
  headers: Record<string, string>;
  dialects: string[];
  /** Whether bytes may pass where the upstream speaks the client's dialect. */
  lane: "relay" | "translate";
  /** The models it offers; absent: asked from its `/models`. */
  models?: string[];
  timeouts: Timeouts;
  retries: Retries;
};

export type Settings = {
  port: number;
  host: string;
  dataDir: string;
  adminKey?: string;
  databaseUrl?: string;
  defaultModel?: string;
  aliases: Record<string, string>;
  upstreams: UpstreamSettings[];
  limits: { bodyBytes: number; fileBytes: number };
  streams: { pingMs: number };
  sandbox: { tokensPerSecond: number };
};

const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 10_000, firstByteMs: 300_000, idleMs: 120_000, totalMs: 1_800_000 };
const DEFAULT_RETRIES: Retries = { attempts: 2, maxDelayMs: 8_000 };
const DEFAULT_BODY_BYTES = 64 * 1024 * 1024;
const DEFAULT_FILE_BYTES = 512 * 1024 * 1024;
const DEFAULT_PING_MS = 15_000;
const DEFAULT_TOKENS_PER_SECOND = 80;
const SHORTEST_ADMIN_KEY = 16;

/** @throws SettingsError naming the first setting that cannot be used */
export function loadSettings(environment: Environment = processEnvironment()): Settings {
  const named = readVariable(environment, "PARLANCE_CONFIG");
  const file = readConfigFile(resolve(/* turbopackIgnore: true */ named ?? "parlance.config.json"), {
    required: named !== undefined,
  });
  const adminKey = readVariable(environment, "PARLANCE_ADMIN_KEY");
  if (adminKey !== undefined && (adminKey.length < SHORTEST_ADMIN_KEY || !/^[\x21-\x7e]+$/.test(adminKey))) {
    throw new SettingsError({
      field: "PARLANCE_ADMIN_KEY",
      expected: `at least ${SHORTEST_ADMIN_KEY} printable ASCII characters without spaces (its value is not shown)`,
    });
  }
  return {
    port: readPort(environment),
    host: readVariable(environment, "HOST") ?? "127.0.0.1",
    dataDir: resolve(/* turbopackIgnore: true */ readVariable(environment, "DATA_DIR") ?? ".data"),
    adminKey,
    databaseUrl: readDatabaseUrl(environment),
    defaultModel: file.defaultModel,
    aliases: file.aliases ?? {},
    upstreams: readUpstreams(environment, file),
    limits: {
      bodyBytes: file.limits?.bodyBytes ?? DEFAULT_BODY_BYTES,
      fileBytes: file.limits?.fileBytes ?? DEFAULT_FILE_BYTES,
    },
    streams: { pingMs: file.streams?.pingMs ?? DEFAULT_PING_MS },
    sandbox: { tokensPerSecond: file.sandbox?.tokensPerSecond ?? DEFAULT_TOKENS_PER_SECOND },
  };
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
  // Its value may hold a password.
  throw new SettingsError({
    field: "DATABASE_URL",
    expected: "a URL that starts with postgres:// (its value is not shown)",
  });
}

function readUpstreams(environment: Environment, file: ConfigFile): UpstreamSettings[] {
  const entries = { ...environmentUpstreams(environment), ...file.upstreams };
  return Object.entries(entries).map(([id, entry]) => {
    if (id === "sandbox") {
      throw new SettingsError({
        field: "upstreams.sandbox",
        expected: "another name: sandbox is the built-in upstream",
      });
    }
    const apiKey = entry.apiKeyEnv && readVariable(environment, entry.apiKeyEnv);
    if (entry.apiKeyEnv && !apiKey) {
      throw new SettingsError({
        field: `upstreams.${id}.apiKeyEnv`,
        value: entry.apiKeyEnv,
        expected: "the name of an environment variable that is set",
      });
    }
    if (apiKey && !/^[\x21-\x7e]+$/.test(apiKey)) {
      throw new SettingsError({ field: entry.apiKeyEnv ?? id, expected: "printable ASCII (its value is not shown)" });
    }
    return {
      id,
      baseUrl: entry.baseUrl.replace(/\/+$/, ""),
      ...(apiKey ? { apiKey } : {}),
      headers: lowerCaseNames(entry.headers ?? {}),
      dialects: entry.dialects ?? ["openai-chat"],
      lane: entry.lane ?? "relay",
      ...(entry.models ? { models: entry.models } : {}),
      timeouts: { ...DEFAULT_TIMEOUTS, ...file.timeouts, ...entry.timeouts },
      retries: { ...DEFAULT_RETRIES, ...file.retries, ...entry.retries },
    };
  });
}

function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
