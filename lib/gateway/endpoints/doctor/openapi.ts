/** OpenAPI operations of `/api/doctor`. */
import { z } from "zod";
import { TEXT_DIALECTS } from "#lib/config/upstream-entry.ts";
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import { JSON_ERRORS, KEY_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { events, example, json, TAGS } from "#lib/openapi/operation-parts.ts";
import { doctorRequest } from "./schema.ts";

const planSchema = z
  .looseObject({
    base_url: z.string(),
    model: z.string(),
    api_formats: z.array(z.enum(TEXT_DIALECTS)),
    requests: z.int().describe("Requests of a run."),
    input_tokens: z.int().describe("Estimate."),
    output_tokens: z.int().describe("At most, when the server keeps token limits."),
    cost: z.number().nullable().describe("US dollars at most; null where the price is unknown."),
  })
  .meta({ id: "DoctorPlan" });

const status = z.enum(["passed", "failed", "not offered", "not run"]);
const headers = z.record(z.string(), z.string());

const checkSchema = z
  .looseObject({
    api_format: z.enum(TEXT_DIALECTS),
    name: z.string(),
    status,
    message: z.string().nullable().describe("Reason for any other status than `passed`."),
    ms: z.int(),
    wire: z
      .looseObject({
        ...{ method: z.string(), url: z.string(), request_headers: headers, request_body: z.string().nullable() },
        ...{ status: z.int().nullable(), response_headers: headers, response_body: z.string() },
      })
      .nullable()
      .describe("Request and response of a failure, without secrets."),
  })
  .meta({ id: "DoctorCheck" });

const reportSchema = z.looseObject({
  report: z
    .looseObject({
      ...{ object: z.literal("doctor_report"), version: z.literal(1), created_at: z.int(), plan: planSchema },
      ok: z.boolean().describe("True when nothing failed, something passed, and all of it ran."),
      checks: z.array(checkSchema),
      upstreams: z
        .record(z.string(), z.record(z.string(), z.unknown()))
        .nullable()
        .describe("Entries for the config file."),
      notes: z.array(z.string()),
    })
    .meta({ id: "DoctorReport" }),
  markdown: z.string().describe("The report for people."),
});

const ADMIN_ONLY = 'Needs a key with the scope "admin", or a browser that signed in with one.';
// Port 9 is closed everywhere, so that the example calls nobody.
const body = json(doctorRequest, {
  server: example("A server of your own", { base_url: "http://127.0.0.1:9/v1", model: "my-model" }),
});
const DOCTOR_ERRORS: readonly ErrorName[] = [...KEY_ERRORS, ...JSON_ERRORS, "providerUnknown", "doctorHasNoModel"];

export const planDoctor: Operation = {
  id: "planDoctor",
  tag: TAGS.providers,
  summary: "Plan a compatibility run",
  description: `Returns how many requests and tokens a run takes at most, and what they cost. Reads the server's model list only. ${ADMIN_ONLY}`,
  key: "bearer",
  body,
  replies: { 200: { description: "The plan.", content: json(planSchema) } },
  errors: DOCTOR_ERRORS,
};

export const startDoctor: Operation = {
  id: "startDoctor",
  tag: TAGS.providers,
  summary: "Try a server's compatibility",
  description: `Sends about 25 live requests in each API, and reports what works. The event \`plan\` comes first, then a \`check\` for each check, and \`report\` at the end. It ends when you disconnect. ${ADMIN_ONLY}`,
  key: "bearer",
  body,
  replies: {
    200: { description: "Events of the run.", content: events(z.union([planSchema, checkSchema, reportSchema])) },
  },
  errors: [...DOCTOR_ERRORS, "doctorIsBusy"],
};
