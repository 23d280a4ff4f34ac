/** Hooks: the operator's own services that check requests to models, and their responses. */
import { z } from "zod";
import { ALL_KEY_ROUTES } from "#lib/contract/key-policy.ts";
import type { Environment } from "./environment.ts";
import { SettingsError } from "./settings-error.ts";
import { readWebhookSecret, secretEnv, webhookUrl } from "./webhook-secret.ts";

/** Kinds of routes that call models. */
const MODEL_ROUTES = ALL_KEY_ROUTES.filter((route) => route !== "files" && route !== "mcp" && route !== "admin");
const DEFAULT_TIMEOUT_MS = 2_000;
const DEFAULT_WINDOW = 400;

const hook = z.strictObject({
  on: z.enum(["request", "response"]).describe("Part of a call that it checks."),
  url: webhookUrl,
  secretEnv,
  timeoutMs: z.int().min(10).max(60_000).optional().describe("Time that it has to respond; 2000 by default."),
  failClosed: z
    .boolean()
    .optional()
    .describe("Whether a call is refused when the hook fails; true by default. False lets it pass unchecked."),
  stream: z
    .enum(["hold", "window"])
    .optional()
    .describe(
      "Way to check streams: `hold` sends nothing before the whole stream is checked, `window` checks it piece by piece. Streams are refused when it is absent.",
    ),
  windowCharacters: z.int().min(20).max(20_000).optional().describe("Characters of a piece; 400 by default."),
  routes: z
    .array(z.enum(ALL_KEY_ROUTES).exclude(["files", "mcp", "admin"]))
    .min(1)
    .optional()
    .describe("Kinds of routes that it covers; all that call models when absent. Only `chat` can be checked."),
});

export const hooksSchema = z.array(hook).max(10);

export type HookSettings = {
  on: "request" | "response";
  url: string;
  secret: string;
  timeoutMs: number;
  failClosed: boolean;
  stream: "hold" | "window" | undefined;
  windowCharacters: number;
  routes: readonly string[];
};

/** @throws SettingsError for a hook without a secret, or with a field that does not go with its others */
export function readHooks(file: z.infer<typeof hooksSchema> | undefined, environment: Environment): HookSettings[] {
  return (file ?? []).map(
    ({ secretEnv: variable, timeoutMs, failClosed, windowCharacters, routes, ...rest }, index) => {
      if (rest.on === "request" && rest.stream !== undefined)
        throw new SettingsError({ field: `hooks.${index}.stream`, expected: 'no value for a hook on "request"' });
      if (windowCharacters !== undefined && rest.stream !== "window") {
        throw new SettingsError({ field: `hooks.${index}.windowCharacters`, expected: '`stream` to be "window"' });
      }
      return {
        ...{ on: rest.on, url: rest.url, stream: rest.stream },
        secret: readWebhookSecret(variable, environment),
        timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS,
        failClosed: failClosed ?? true,
        windowCharacters: windowCharacters ?? DEFAULT_WINDOW,
        routes: routes ?? MODEL_ROUTES,
      };
    },
  );
}
