/** Routes of the config file: model names that stand for several targets, with failover between them. */
import { z } from "zod";
import { SettingsError } from "./settings-error.ts";
import { milliseconds } from "./upstream-entry.ts";

/** Failures of a target that are not a status of its response. */
const FAILURE_KINDS = ["timeout", "stall", "connection", "error-event"] as const;

/** HTTP status, or the kind of a failure without one. */
export type FailureTrigger = number | (typeof FAILURE_KINDS)[number];

const DEFAULT_TRIGGERS: readonly FailureTrigger[] = [408, 409, 429, 500, 502, 503, 504, 529, ...FAILURE_KINDS];

/** Limit on targets and fallbacks of one route. */
const MOST_TARGETS = 32;

const modelName = z.string().min(1).describe("Model: `<provider>/<model>` or an alias.");

/** Fields whose loss refuses a request: none, all, or those of a list. */
export const onLossValue = z.union(
  [z.enum(["allow", "refuse"]), z.array(z.string().min(1)).min(1)],
  '"allow", "refuse" or a list of fields',
);

const routeEntry = z.strictObject({
  targets: z
    .array(
      z.strictObject({
        model: modelName,
        weight: z
          .number()
          .min(0)
          .max(1_000_000)
          .optional()
          .describe(
            "Share of the requests, relative to the other targets; 1 when absent. 0 takes the model out of use.",
          ),
        concurrency: z
          .int()
          .min(1)
          .max(1_000_000)
          .optional()
          .describe(
            "Requests of this route that the model serves at the same time; beyond it the next model is tried.",
          ),
        queue: z
          .int()
          .min(0)
          .max(100_000)
          .optional()
          .describe(
            "Requests that may wait for a place when all models are busy; as many as `concurrency` by default.",
          ),
      }),
    )
    .min(1)
    .max(MOST_TARGETS)
    .describe("Models that share the requests by their weights. Each is also the fallback of the others."),
  fallback: z
    .array(modelName)
    .max(MOST_TARGETS)
    .optional()
    .describe("Models that are tried, in order, after every target."),
  on: z
    .array(
      z.union(
        [z.int().min(400).max(599), z.enum(FAILURE_KINDS)],
        `a status from 400 to 599, or one of ${FAILURE_KINDS.join(", ")}`,
      ),
    )
    .optional()
    .describe(
      "Failures after which the next model is tried: HTTP statuses, `timeout`, `stall`, `connection`, `error-event`.",
    ),
  firstTokenMs: milliseconds
    .optional()
    .describe("Longest wait for a model's first content, in milliseconds; then the next model is tried."),
  sticky: z
    .literal("session")
    .optional()
    .describe("Keeps a conversation on the model that answered it before, so that its prompt cache stays warm."),
  timeoutMs: milliseconds
    .optional()
    .describe("Longest time for a whole response, all attempts included, in milliseconds."),
  onLoss: onLossValue
    .optional()
    .describe("`refuse` answers 400 when a model would not get a field of the request; a list names the fields."),
  order: z
    .enum(["loss", "strict"])
    .optional()
    .describe("`loss` (default) tries models last that would ignore fields of the request; `strict` never reorders."),
});

export const routesSchema = z.record(z.string().min(1), routeEntry);

/** Fields whose loss refuses a request: all, none, or those of a list. */
export type OnLoss = "allow" | "refuse" | readonly string[];

export type RouteTarget = {
  model: string;
  weight: number;
  /** Limit on requests at the same time, and on those that wait; none when absent. */
  places?: { concurrency: number; queue: number };
};

export type RouteSettings = {
  name: string;
  targets: RouteTarget[];
  fallback: string[];
  on: ReadonlySet<FailureTrigger>;
  firstTokenMs?: number;
  timeoutMs?: number;
  onLoss?: OnLoss;
  isSticky: boolean;
  /** False: targets that would drop fields of a request come after those that would not. */
  isStrict: boolean;
};

/**
 * @param aliases names that a route may not have too
 * @throws SettingsError for a route that can never answer, or whose name or targets are ambiguous
 */
export function readRoutes(
  routes: z.infer<typeof routesSchema> = {},
  { aliases }: { aliases: Readonly<Record<string, string>> },
): Record<string, RouteSettings> {
  const names = Object.keys(routes);
  const isRoute = (name: string) => Object.hasOwn(routes, name) || Object.hasOwn(routes, aliases[name] ?? "");
  return Object.fromEntries(
    names.map((name) => {
      const entry = routes[name] as z.infer<typeof routeEntry>;
      const field = `routes.${name}`;
      if (Object.hasOwn(aliases, name)) {
        throw new SettingsError({ field, expected: "another name: an alias has this name" });
      }
      if (name === "default")
        throw new SettingsError({ field, expected: "another name: `defaultModel` sets this one" });
      if (name.includes("/")) throw new SettingsError({ field, expected: "a name without a slash" });
      const targets = entry.targets.map(({ model, weight = 1, concurrency, queue = concurrency }): RouteTarget => {
        if (concurrency === undefined || queue === undefined) return { model, weight };
        return { model, weight, places: { concurrency, queue } };
      });
      if (targets.every(({ weight }) => weight === 0)) {
        throw new SettingsError({ field: `${field}.targets`, expected: "a target with a weight above 0" });
      }
      const { fallback = [] } = entry;
      const models = [...targets.map(({ model }) => model), ...fallback];
      const nested = models.find(isRoute);
      if (nested !== undefined) {
        throw new SettingsError({ field, value: nested, expected: "models, not routes, as targets" });
      }
      const twice = models.find((model, index) => models.indexOf(model) !== index);
      if (twice !== undefined) throw new SettingsError({ field, value: twice, expected: "each model once" });
      const { firstTokenMs, timeoutMs, onLoss, sticky, order } = entry;
      const route: RouteSettings = {
        name,
        targets,
        fallback,
        on: new Set(entry.on ?? DEFAULT_TRIGGERS),
        ...(firstTokenMs === undefined ? {} : { firstTokenMs }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        ...(onLoss === undefined ? {} : { onLoss }),
        isSticky: sticky !== undefined,
        isStrict: order === "strict",
      };
      return [name, route];
    }),
  );
}
