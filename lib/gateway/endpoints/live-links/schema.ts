/** Bodies of `/api/live`. */
import { z } from "zod";
import type { LiveLink, LiveState } from "#lib/contract/live-link.ts";
import { LIVE_LINK_LIMITS } from "./live-link-limits.ts";

const { least, usual, most } = LIVE_LINK_LIMITS.lifetimeSeconds;

export const createLiveLinkSchema = z
  .strictObject({
    exchange_id: z
      .string()
      .min(1)
      .max(64)
      .describe("The `x-request-id` of a request that was sent with `x-gateway-keep: events`."),
    expires_in: z
      .int()
      .min(least)
      .max(most)
      .optional()
      .describe(`Lifetime of the link in seconds, ${least} to ${most}; ${usual} where it is absent.`),
  })
  .meta({ id: "CreateLiveLinkRequest", description: "The response that the link shows." });

const fields = {
  id: z.string().describe("Names the link to its owner, and does not open it."),
  exchange_id: z.string(),
  created_at: z.int().describe("Unix milliseconds."),
  expires_at: z.int().describe("Unix milliseconds."),
};

export const liveLinkSchema = z
  .looseObject(fields)
  .meta({ id: "LiveLink", description: "A link of one's own." }) satisfies z.ZodType<LiveLink>;

export const createdLiveLinkSchema = z
  .looseObject({ ...fields, path: z.string().describe("Address of the page; returned only here.") })
  .meta({ id: "CreatedLiveLink", description: "The new link." });

export const liveStateSchema = z
  .looseObject({
    state: z.enum(["running", "complete", "failed", "stopped"]),
    dialect: z.string().nullable().describe("API format of the events. Null until it is known, as is the model."),
    model: z.string().nullable(),
    started_at: z.int().describe("Unix milliseconds."),
    expires_at: z.int().describe("Time at which the link expires, in Unix milliseconds."),
    dropped_bytes: z.int().describe("Bytes at the beginning of the response that are no longer stored."),
  })
  .meta({ id: "LiveState", description: "State of the response behind a live link." }) satisfies z.ZodType<LiveState>;
