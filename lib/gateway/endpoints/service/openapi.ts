/** OpenAPI operations of the routes about the gateway itself. */

import { z } from "zod";
import { KEY_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, json, TAGS } from "#lib/openapi/operation-parts.ts";

const healthSchema = z.looseObject({ status: z.literal("ok"), version: z.string() }).meta({ id: "Health" });

const readinessSchema = z
  .looseObject({
    status: z.string(),
    checks: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        "`ok` or the problem, of the store, the storage of files, the folder of temporary files and the config. `unavailable`: the folder could not be written since the start, as on a read-only disk; only requests with large files fail.",
      ),
    config: z
      .looseObject({
        path: z.string().describe("Path of the config file."),
        problem: z.string().nullable().describe("Why the file on disk is not in effect; null while it is."),
        restart_needed: z.array(z.string()).describe("Changed settings that take effect after a restart."),
        loaded_at: z.int().describe("Time of the last change that took effect, in Unix milliseconds."),
      })
      .optional()
      .describe("With `verbose` only."),
    routes: z
      .record(
        z.string(),
        z.array(
          z.looseObject({
            model: z.string(),
            state: z.enum(["closed", "open", "half-open"]).describe("State of its circuit breaker."),
            retry_in_ms: z.int().optional().describe("Time until a request may try it again; only while it is open."),
            running: z.int().optional().describe("Requests that it serves now; only with `concurrency`."),
            waiting: z.int().optional().describe("Requests that wait for a place; only with `concurrency`."),
          }),
        ),
      )
      .optional()
      .describe("Models of each route and their states; with `verbose` only."),
    keys: z
      .record(
        z.string(),
        z.array(
          z.looseObject({
            variable: z.string().describe("Environment variable of the API key."),
            state: z.enum(["active", "set aside"]),
            status: z
              .int()
              .optional()
              .describe("Status with which the provider refused it; only while it is set aside."),
            retry_in_ms: z.int().optional().describe("Time until it is used again; only while it is set aside."),
          }),
        ),
      )
      .optional()
      .describe("API keys of each provider that has several, and their states; with `verbose` only."),
    counters: z
      .looseObject({
        store: z.enum(["memory", "redis", "postgres"]).describe("Store that counts the limits of keys."),
        state: z
          .enum(["ok", "local", "refusing"])
          .describe(
            "While it cannot be reached: `local` if this instance counts for itself, `refusing` if requests of keys with limits get a 503.",
          ),
      })
      .optional()
      .describe("With `verbose` only."),
    instances: z
      .looseObject({
        bus: z.looseObject({
          store: z.enum(["redis", "postgres", "none"]).describe("Server that carries messages between instances."),
          state: z.enum(["ok", "gone"]),
        }),
        problem: z.string().nullable().describe("Secret that differs between running instances."),
      })
      .optional()
      .describe("With `verbose` only."),
  })
  .meta({ id: "Readiness" });

export const healthz: Operation = {
  id: "healthz",
  tag: TAGS.service,
  summary: "Does the process answer?",
  description: "For a supervisor: no answer means that the process should be started anew.",
  key: "none",
  replies: {
    200: {
      description: "It does.",
      content: json(healthSchema, { ok: example("Well", { status: "ok", version: "1.0.0" }) }),
    },
  },
  errors: [],
};

export const readyz: Operation = {
  id: "readyz",
  tag: TAGS.service,
  summary: "Can it do its work?",
  description: "For a load balancer: any other status than 200 means that requests should go elsewhere.",
  key: "none",
  parameters: [
    {
      name: "verbose",
      in: "query",
      description:
        "Adds the state of the config file, of the routes and of providers with several keys. Needs a key with the scope `admin`.",
      schema: z.string(),
    },
  ],
  replies: {
    200: {
      description: "It can.",
      content: json(readinessSchema, {
        ready: example("Ready", {
          status: "ready",
          checks: { store: "ok", files: "ok", temporary: "ok", config: "ok" },
        }),
      }),
    },
    503: {
      description:
        "It is shutting down, or the store, the storage of files or the disk with temporary files cannot be used.",
      content: json(readinessSchema, { draining: example("Shutting down", { status: "draining" }) }),
    },
  },
  errors: KEY_ERRORS,
};

export const readDocument: Operation = {
  id: "readOpenApiDocument",
  tag: TAGS.service,
  summary: "This document",
  description: "Every route of the gateway in OpenAPI 3.1, made from the schemas that the routes check requests with.",
  key: "none",
  parameters: [
    {
      name: "if-none-match",
      in: "header",
      description: "The `etag` of the document that you have.",
      schema: z.string(),
    },
  ],
  replies: {
    200: { description: "The document.", headers: ["etag"], content: json(z.looseObject({ openapi: z.string() })) },
    304: { description: "It is the one that you have.", headers: ["etag"] },
  },
  errors: [],
};

export const readConfigSchema: Operation = {
  id: "readConfigSchema",
  tag: TAGS.service,
  summary: "JSON Schema of the config file",
  description: "For editors: name its URL in `$schema` of `parlance.config.json`.",
  key: "none",
  replies: { 200: { description: "The schema.", content: json(z.looseObject({ title: z.string() })) } },
  errors: [],
};

export const readMetrics: Operation = {
  id: "readMetrics",
  tag: TAGS.service,
  summary: "Read the metrics",
  description:
    "Figures of the process in Prometheus's text format: requests, errors, times, tokens, cost, routes, memory. Needs a key with the scope `metrics` or `admin`.",
  key: "bearer",
  replies: { 200: { description: "The figures.", content: { "text/plain": { schema: z.string() } } } },
  errors: KEY_ERRORS,
};
