/** The config file (`parlance.config.json`): its schema, and reading it with errors that name the field. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { baseUrlProblem } from "./base-url.ts";
import { SettingsError } from "./settings-error.ts";

const milliseconds = z.int().min(1).max(86_400_000);

const timeouts = z.strictObject({
  /** Until the connection stands. */
  connectMs: milliseconds.optional(),
  /** From the request sent to the response's headers. */
  firstByteMs: milliseconds.optional(),
  /** Between two chunks of the response. */
  idleMs: milliseconds.optional(),
  /** Of the whole exchange, retries included. */
  totalMs: milliseconds.optional(),
});

const retries = z.strictObject({
  /** How often a request is sent again after the first try. */
  attempts: z.int().min(0).max(10).optional(),
  /** The longest wait before a retry; a longer `retry-after` ends the retrying. */
  maxDelayMs: z.int().min(0).max(600_000).optional(),
});

const UPSTREAM_ID = /^[a-z0-9][a-z0-9_-]{0,63}$/;

const upstream = z.strictObject({
  baseUrl: z.string().superRefine((url, context) => {
    const problem = baseUrlProblem(url);
    if (problem) context.addIssue({ code: "custom", message: problem });
  }),
  apiKeyEnv: z.string().min(1).optional(),
  headers: z
    .record(
      z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "a header name"),
      z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, "a header value on one line (what it is now is not shown)"),
    )
    .optional(),
  dialects: z
    .array(z.enum(["openai-chat", "openai-responses", "anthropic-messages", "google-generate"]))
    .min(1)
    .optional(),
  /** `translate` reads and writes every request and answer anew, for a server whose own form of the dialect is sloppy. */
  lane: z.enum(["relay", "translate"]).optional(),
  models: z.array(z.string().min(1)).optional(),
  timeouts: timeouts.optional(),
  retries: retries.optional(),
});

const configFile = z.strictObject({
  $schema: z.string().optional(),
  defaultModel: z.string().min(1).optional(),
  aliases: z.record(z.string().min(1), z.string().min(1)).optional(),
  upstreams: z
    .record(z.string().regex(UPSTREAM_ID, "a name of lower-case letters, digits, - and _"), upstream)
    .optional(),
  timeouts: timeouts.optional(),
  retries: retries.optional(),
  limits: z
    .strictObject({
      bodyBytes: z.int().min(1024).max(4_294_967_295).optional(),
      /** Of an uploaded file. */
      fileBytes: z.int().min(1024).max(1_099_511_627_776).optional(),
    })
    .optional(),
  streams: z.strictObject({ pingMs: milliseconds.optional() }).optional(),
  sandbox: z.strictObject({ tokensPerSecond: z.number().min(0).max(1_000_000).optional() }).optional(),
});

export type ConfigFile = z.infer<typeof configFile>;

/**
 * Reads and checks the config file.
 * @param required whether a missing file is an error (it was named) or an empty config (the default name)
 * @throws SettingsError that names the field, its value and what is expected
 */
export function readConfigFile(path: string, { required }: { required: boolean }): ConfigFile {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (!required && (error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new SettingsError({ field: "PARLANCE_CONFIG", value: path, expected: "the path of a readable JSON file" });
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new SettingsError({ field: path, expected: `well-formed JSON (${(error as Error).message})` });
  }
  const result = configFile.safeParse(json);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const at = issue?.path ?? [];
  throw new SettingsError({
    field: `${path}: ${at.join(".") || "the file"}`,
    value: mayBeSecret(at, issue) ? undefined : valueAt(json, at),
    expected: expectation(issue),
  });
}

/** A header, or a URL with a password in it. */
function mayBeSecret(path: PropertyKey[], issue: z.core.$ZodIssue | undefined): boolean {
  return path.includes("headers") || (issue?.message.includes("password") ?? false);
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
