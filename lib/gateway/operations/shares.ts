/** What the document says of `/api/shares`. */
import { z } from "zod";
import type { Operation } from "#lib/openapi/operation.ts";
import { createShareSchema } from "../shares/share-request.ts";
import { example, json, pathParameter, TAGS } from "./common.ts";

const fields = {
  id: z.string().describe("Random: only who was told it knows it."),
  created_at: z.int().describe("Unix milliseconds."),
  expires_at: z.int().describe("Until when it is kept: 30 days."),
};
const storedSchema = z.looseObject(fields).meta({ id: "StoredShare", description: "Where it is kept." });
const shareSchema = z
  .looseObject({ ...fields, payload: z.string() })
  .meta({ id: "Share", description: "What was shared." });

/** Settings with a system prompt. */
const PAYLOAD = "1.q1YqriwuSc1VslJyKkpNzFYoyFdIKkrNS1eqBQA";

export const createShare: Operation = {
  id: "createShare",
  tag: TAGS.shares,
  summary: "Keep what a link cannot hold",
  description:
    "Keeps the settings and words of a page of the playground for 30 days, so that a short link can name them. Whoever has a key of this gateway and knows the id can read them.",
  key: "bearer",
  body: json(createShareSchema, { settings: example("Settings", { payload: PAYLOAD }) }),
  replies: { 201: { description: "It is kept.", content: json(storedSchema) } },
  errors: [400, 401, 403, 413, 415],
};

export const readShare: Operation = {
  id: "readShare",
  tag: TAGS.shares,
  summary: "Read what was shared",
  description: "For every key of this gateway, until it expires.",
  key: "bearer",
  parameters: [pathParameter("share_id", "The id that the link names.", "share_0123456789abcdefghijklmn")],
  replies: { 200: { description: "What was shared.", content: json(shareSchema) } },
  errors: [401, 403, 404],
};
