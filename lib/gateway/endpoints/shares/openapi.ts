/** OpenAPI operations of `/api/shares`. */
import { z } from "zod";
import { storedPageSchema } from "#lib/contract/shared-page.ts";
import { byteParameters, byteReplies } from "#lib/openapi/byte-parts.ts";
import { JSON_ERRORS, KEY_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, fileBytes, json, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";
import { createPageSchema, createShareSchema } from "./schema.ts";

const fields = {
  id: z.string().describe("Random, so that it cannot be guessed."),
  created_at: z.int().describe("Unix milliseconds."),
  expires_at: z.int().describe("Time of its removal, 30 days after it was created."),
};
/** Fields of a page only. */
const pageFields = {
  public: z.boolean().optional().describe("Pages only: whether it can be read without a key."),
  path: z.string().optional().describe("Pages only: where a browser reads it."),
};
const storedSchema = z
  .looseObject({ ...fields, ...pageFields })
  .meta({ id: "StoredShare", description: "The stored share." });
const shareSchema = z
  .looseObject({ ...fields, ...pageFields, payload: z.string().optional(), page: storedPageSchema.optional() })
  .meta({ id: "Share", description: "What was shared: a link's `payload`, or a `page`." });
const deletedSchema = z.strictObject({ id: z.string(), deleted: z.literal(true) }).meta({ id: "DeletedShare" });

/** Settings with a system prompt. */
const PAYLOAD = "1.q1YqriwuSc1VslJyKkpNzFYoyFdIKkrNS1eqBQA";
const PAGE = {
  title: "A greeting",
  convention: "chat",
  turns: [
    { role: "user", parts: [{ type: "text", text: "Hello" }] },
    { role: "assistant", parts: [{ type: "text", text: "**Hello!**" }], facts: ["TTFT 120 ms", "sandbox/echo"] },
  ],
  settings: [{ label: "Temperature", value: "0.2" }],
};
const shareId = (sample: string) => pathParameter("share_id", "Its id.", sample);

export const createShare: Operation = {
  id: "createShare",
  tag: TAGS.shares,
  summary: "Store a long link, or a page to read",
  description:
    "Stores for 30 days either the settings and words of a page of the playground, so that a short link can name them, or a conversation as a page that a browser reads at `/shared/{id}`. Anyone with a key of this gateway and the id can read them; a page with `public` needs only the id. `public` needs a key with the scope `publish` or `admin`, unless the configuration allows it to all keys or to none (403, code `public_shares_off`). Beyond the key's quota of shares the error is a 507.",
  key: "bearer",
  body: json(z.union([createShareSchema, createPageSchema]), {
    settings: example("Settings", { payload: PAYLOAD }),
    page: example("A page to read", { page: PAGE, public: true }),
  }),
  replies: { 201: { description: "It is stored.", content: json(storedSchema) } },
  errors: [
    ...KEY_ERRORS,
    ...JSON_ERRORS,
    "publicSharesOff",
    "publicSharesNeedScope",
    "pageTooLong",
    "pageTooManyPictures",
    "quotaOfItemsExceeded",
    "quotaOfBytesExceeded",
  ],
};

export const readShare: Operation = {
  id: "readShare",
  tag: TAGS.shares,
  summary: "Read what was shared",
  description: "For every key of this gateway, and for anyone if it is a public page, until it expires.",
  key: "bearer",
  parameters: [shareId("share_0123456789abcdefghijklmn")],
  replies: { 200: { description: "What was shared.", content: json(shareSchema) } },
  errors: [...KEY_ERRORS, "shareNotFound"],
};

export const deleteShare: Operation = {
  id: "deleteShare",
  tag: TAGS.shares,
  summary: "Delete what was shared",
  description: "For the key that shared it, and for the admin key. It is removed at once, with its pictures.",
  key: "bearer",
  parameters: [shareId("page_0123456789abcdefghijklmn")],
  replies: { 200: { description: "It is deleted.", content: json(deletedSchema) } },
  errors: [...KEY_ERRORS, "shareNotFound", "shareOfAnotherKey"],
};

export const readSharedPicture: Operation = {
  id: "readSharedPicture",
  tag: TAGS.shares,
  summary: "Read a picture of a shared page",
  description: "Anyone who can read the page can read it.",
  key: "bearer",
  parameters: [
    shareId("page_0123456789abcdefghijklmn"),
    pathParameter("picture_id", "As the page names it.", "0123456789abcdefghijklmnopqrstuv"),
    ...byteParameters,
  ],
  replies: byteReplies({ "*/*": { schema: fileBytes } }),
  errors: [...KEY_ERRORS, "shareNotFound"],
};
