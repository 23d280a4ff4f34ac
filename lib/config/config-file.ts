/** Config file (`parlance.config.json` or `.jsonc`): its schema, and a reader whose errors name the field. */
import { isIP } from "node:net";
import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { z } from "zod";
import { BODY_POLICIES } from "#lib/contract/request-record.ts";
import { alertsSchema } from "./alert-settings.ts";
import { type Environment, getProcessEnvironment } from "./environment.ts";
import { expandVariables, UnsetVariable } from "./expand-variables.ts";
import { hooksSchema } from "./hook-settings.ts";
import { keyRulesSchema } from "./key-rules.ts";
import { mcpSchema } from "./mcp-settings.ts";
import { routesSchema } from "./model-routes.ts";
import { oidcSchema, publicUrlSchema } from "./oidc-settings.ts";
import { quotasSchema } from "./quotas.ts";
import { type ConfigPath, readConfigText } from "./read-config-text.ts";
import { requireSingleNames } from "./require-single-names.ts";
import { SettingsError } from "./settings-error.ts";
import { milliseconds, retries, timeouts, upstreamEntry } from "./upstream-entry.ts";

export const UPSTREAM_ID = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export const configFile = z.strictObject({
  $schema: z.string().optional().describe("URL or path of this JSON Schema, for editors."),
  defaultModel: z.string().min(1).optional().describe("Model behind the name `default`."),
  aliases: z.record(z.string().min(1), z.string().min(1)).optional().describe("Other names for models."),
  upstreams: z
    .record(z.string().regex(UPSTREAM_ID, "a name of lower-case letters, digits, - and _"), upstreamEntry)
    .optional()
    .describe("Providers, by the prefix of their models' names."),
  routes: routesSchema
    .optional()
    .describe("Names for several models, with weights, fallbacks and failover between them."),
  keys: keyRulesSchema.optional().describe("Limits and budgets of keys and of groups of keys."),
  publicUrl: publicUrlSchema
    .optional()
    .describe(
      "Address at which browsers open this gateway, such as https://parlance.example.com; `oidc` needs it, and sign-ins to MCP servers use it.",
    ),
  oidc: oidcSchema.optional().describe("Sign-in of people through an identity provider, by OpenID Connect."),
  timeouts: timeouts.optional().describe("Default timeouts of all providers."),
  retries: retries.optional().describe("Default retries of all providers."),
  trustedProxies: z
    .array(z.string().refine(isNetwork, "IP addresses and networks, such as 10.0.0.0/8 or ::1"))
    .optional()
    .describe("Proxies whose `x-forwarded-for` is trusted for the client's address."),
  limits: z
    .strictObject({
      bodyBytes: z.int().min(1024).max(4_294_967_295).optional().describe("Limit on a request body, in bytes."),
      bodyMemoryBytes: z
        .int()
        .min(1_048_576)
        .max(1_099_511_627_776)
        .optional()
        .describe("Memory for all bodies together, in bytes."),
      fileBytes: z.int().min(1024).max(1_099_511_627_776).optional().describe("Limit on an uploaded file, in bytes."),
    })
    .optional(),
  streams: z
    .strictObject({
      pingMs: milliseconds.optional().describe("Longest silence on a stream before a keep-alive, in milliseconds."),
    })
    .optional(),
  files: z
    .strictObject({
      keepDays: z
        .int()
        .min(1)
        .max(3_650)
        .optional()
        .describe("Lifetime of uploaded files, in days; without it they stay until they are deleted."),
    })
    .optional(),
  emulate: z
    .boolean()
    .optional()
    .describe(
      "Whether the gateway does what a provider's API cannot: several choices, stop sequences, one tool call at a time, counts of tokens; true by default.",
    ),
  responses: z
    .strictObject({
      flatOutput: z
        .boolean()
        .optional()
        .describe("Whether `output` of the Responses API ends with a flat element for each text; true by default."),
    })
    .optional(),
  images: z
    .strictObject({
      addressSeconds: z.int().min(1).max(604_800).optional().describe("Lifetime of an image's URL, in seconds."),
    })
    .optional(),
  videos: z
    .strictObject({
      keepSeconds: z.int().min(1).max(31_536_000).optional().describe("Lifetime of a finished video, in seconds."),
      concurrency: z.int().min(1).max(16).optional().describe("Number of sandbox videos rendered at once."),
    })
    .optional(),
  store: z
    .strictObject({
      synchronous: z
        .enum(["full", "normal"])
        .optional()
        .describe("Whether a commit to SQLite waits for the disk; `normal` can lose the last ones in a power failure."),
    })
    .optional(),
  requestLog: z
    .strictObject({
      days: z.int().min(1).max(3_650).optional().describe("Retention of the request log, in days."),
      bodies: z
        .enum(BODY_POLICIES)
        .optional()
        .describe(
          "Bodies that the log records: none, those of failed requests, those of requests with `x-gateway-log: full`, or all; a key may have its own rule.",
        ),
      bodyDays: z.int().min(1).max(3_650).optional().describe("Retention of recorded bodies, in days."),
      bodyBytes: z
        .int()
        .min(1_048_576)
        .max(1_099_511_627_776)
        .optional()
        .describe("Limit on all recorded bodies together, in bytes; beyond it the oldest are removed."),
    })
    .optional(),
  audit: z
    .strictObject({
      days: z.int().min(1).max(3_650).optional().describe("Retention of the audit log, in days."),
    })
    .optional(),
  mcp: mcpSchema.optional().describe("MCP servers whose tools the pages and clients may call."),
  hooks: hooksSchema.optional().describe("Services of yours that check requests and responses."),
  alerts: alertsSchema.optional().describe("Events for which webhooks are called."),
  quotas: quotasSchema.optional().describe("Limits on the data that one key stores."),
  shares: z
    .strictObject({
      public: z
        .union([z.boolean(), z.literal("scope")], 'true, false or "scope"')
        .optional()
        .describe("Keys that may share a page that is readable without a key."),
    })
    .optional(),
  conversations: z
    .strictObject({
      store: z
        .boolean()
        .optional()
        .describe("Whether the playground's conversations are also stored on the gateway; false by default."),
      trashDays: z
        .int()
        .min(1)
        .max(365)
        .optional()
        .describe("Time for which a deleted conversation can be restored, in days; 30 by default."),
    })
    .optional(),
  sandbox: z
    .strictObject({
      enabled: z.boolean().optional().describe("False removes the built-in models."),
      tokensPerSecond: z.number().min(0).max(1_000_000).optional().describe("Speed of its streams; 0 for no pacing."),
    })
    .optional(),
});

export type ConfigFile = z.infer<typeof configFile>;

/**
 * Reads and checks the config file; a missing one that is not required is an empty config.
 * @throws SettingsError that names the field, its value and the expected value
 */
export function readConfigFile(place: ConfigPath, environment: Environment = getProcessEnvironment()): ConfigFile {
  const text = readConfigText(place);
  return text === undefined ? {} : checkConfig(text, place.path, environment);
}

/** @throws SettingsError that names the field, its value and the expected value */
export function checkConfig(text: string, path: string, environment: Environment): ConfigFile {
  const json = parseConfig(text, path);
  requireSingleNames(text, path);
  const result = configFile.safeParse(expand(json, path, environment));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const at = issue?.path ?? [];
  throw new SettingsError({
    field: `${path}: ${at.join(".") || "the file"}`,
    // As written in the file: a variable's value may be a secret.
    value: mayBeSecret(at, issue) ? undefined : valueAt(json, at),
    expected: expectation(issue),
  });
}

/** Comments and trailing commas are allowed in `.jsonc` only. */
function parseConfig(text: string, path: string): unknown {
  try {
    if (!path.endsWith(".jsonc")) return JSON.parse(text);
  } catch (error) {
    throw new SettingsError({ field: path, expected: `well-formed JSON (${(error as Error).message})` });
  }
  const errors: ParseError[] = [];
  const json: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (!error) return json;
  const line = text.slice(0, error.offset).split("\n").length;
  throw new SettingsError({
    field: path,
    expected: `well-formed JSON (line ${line}: ${printParseErrorCode(error.error)})`,
  });
}

function expand(json: unknown, path: string, environment: Environment): unknown {
  try {
    return expandVariables(json, environment);
  } catch (error) {
    if (!(error instanceof UnsetVariable)) throw error;
    throw new SettingsError({
      field: `${path}: ${error.path.join(".")}`,
      value: `\${${error.variable}}`,
      expected: "the name of an environment variable that is set",
    });
  }
}

/** Returns true for a header, an option of a package, or a URL with a password or a query. */
function mayBeSecret(path: PropertyKey[], issue: z.core.$ZodIssue | undefined): boolean {
  return path.includes("headers") || path.includes("options") || (issue?.message.includes("not shown") ?? false);
}

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  let value = json;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
  return typeof value === "object" ? undefined : value;
}

function expectation(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "unrecognized_keys") return `no field named ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
  if (issue?.code === "invalid_key") return issue.issues[0]?.message ?? "another name";
  const message = issue?.message ?? "another value";
  return message.replace(/^Invalid input: expected /, "").replace(/^Too (small|big): expected /, "");
}

/** Returns true for an IP address, or a network such as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32));
}
