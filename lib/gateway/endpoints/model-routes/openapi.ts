/** OpenAPI operation of `/api/routes`. */
import { z } from "zod";
import type { ModelRouteList } from "#lib/contract/route-state.ts";
import { KEY_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { json, TAGS } from "#lib/openapi/operation-parts.ts";

const targetSchema = z
  .looseObject({
    model: z.string().describe("As the route names it."),
    role: z.enum(["target", "fallback"]).describe("A fallback is tried after every target."),
    share: z
      .number()
      .nullable()
      .describe("Share of the requests that begin with it, from 0 to 1; null for a fallback."),
    available: z.boolean().describe("False while no connected provider has it."),
    state: z
      .enum(["closed", "open", "half-open"])
      .describe("State of its circuit breaker in the process that answers."),
    retry_in_ms: z.int().nullable().describe("Time until a request may try it again; null unless it is out of use."),
    places: z
      .looseObject({
        concurrency: z.int(),
        running: z.int(),
        waiting: z.int().describe("Requests that wait for a place."),
      })
      .nullable()
      .describe("Requests at the same time; null without a limit."),
  })
  .meta({ id: "RouteTarget" });

const routeSchema = z
  .looseObject({
    name: z.string(),
    targets: z.array(targetSchema),
    on: z
      .array(z.union([z.int(), z.string()]))
      .describe("Failures after which the next model is tried: HTTP statuses, and kinds of failures without one."),
    first_token_ms: z.int().nullable(),
    timeout_ms: z.int().nullable(),
    sticky: z.boolean(),
    order: z.enum(["loss", "strict"]),
    on_loss: z.union([z.enum(["allow", "refuse"]), z.array(z.string())]),
    aliases: z.array(z.string()).describe("Aliases that stand for it."),
  })
  .meta({ id: "ModelRoute", description: "A model name that stands for several models, as the config file sets it." });

const listSchema = z
  .looseObject({
    object: z.literal("list"),
    data: z.array(routeSchema),
    config: z.looseObject({
      path: z.string().describe("Path of the config file."),
      problem: z.string().nullable().describe("Why the file on disk is not in effect; null while it is."),
      restart_needed: z.array(z.string()),
      loaded_at: z.int().describe("Unix milliseconds."),
    }),
  })
  .meta({ id: "ModelRouteList" }) satisfies z.ZodType<ModelRouteList>;

export const listModelRoutes: Operation = {
  id: "listModelRoutes",
  tag: TAGS.models,
  summary: "List the routes",
  description:
    'The routes of the config file with their defaults filled in, and the state of each model. Needs a key with the scope "admin", or a browser that signed in with one.',
  key: "bearer",
  replies: { 200: { description: "The routes.", content: json(listSchema) } },
  errors: KEY_ERRORS,
};
