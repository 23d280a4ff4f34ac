/**
 * SharedPage: a conversation as a page to read, in the form that `POST /api/shares` takes and in the form that is
 * stored.
 */
import { z } from "zod";

/**
 * In characters of JSON, without its pictures. Their first reader has them rendered: about four seconds of work for a
 * million.
 */
export const LARGEST_WORDS = 500_000;
/** Bytes of the whole body, with pictures in base64. */
export const LARGEST_PAGE = 8_000_000;
const MOST_TURNS = 2_000;

const words = z.string().max(LARGEST_WORDS);
const label = z.string().max(1_000);
const bytes = z.number().nonnegative();
const pixels = z.int().min(1).max(100_000).optional();

const textPart = z.strictObject({ type: z.literal("text"), text: words });
const filePart = z.strictObject({ type: z.literal("file"), name: label, media_type: label, size: bytes });
const picture = {
  type: z.literal("picture"),
  name: label.describe("What it is, for whoever does not see it."),
  // No SVG: it is a document, not only a picture.
  media_type: z.enum(["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"]),
  width: pixels,
  height: pixels,
};
const givenPicture = z.strictObject({ ...picture, data: z.base64().min(1).describe("Its bytes in base64.") });
const storedPicture = z.strictObject({
  ...picture,
  id: z.string().describe("Of `GET /api/shares/{share_id}/pictures/{picture_id}`."),
});

const result = z.strictObject({ name: label.optional(), content: words, is_error: z.boolean().optional() });
const call = z.strictObject({ name: label, arguments: words, result: result.optional() });
const citation = z.strictObject({
  title: words,
  url: words.optional(),
  place: words.optional(),
  quote: words.optional(),
});

/** @param part schema of a message's parts: pictures are sent as bytes and stored by id */
function createPageSchema<Part extends z.ZodType>(part: Part) {
  const turn = z.discriminatedUnion("role", [
    z.strictObject({ role: z.literal("user"), parts: z.array(part) }),
    z.strictObject({ role: z.enum(["system", "developer"]), text: words }),
    z.strictObject({ role: z.literal("tool"), results: z.array(result) }),
    z.strictObject({
      role: z.literal("assistant"),
      reasoning: z.strictObject({ text: words, milliseconds: z.number().nonnegative().optional() }).optional(),
      parts: z.array(part),
      refusal: words.optional(),
      calls: z.array(call).optional(),
      citations: z.array(citation).optional(),
      failure: z.strictObject({ title: label, message: words }).optional(),
      notes: z.array(words).optional().describe("What is to be known of it, in sentences."),
      facts: z.array(label).describe("Its numbers and its model, in words."),
    }),
  ]);
  return z.strictObject({
    title: label.min(1),
    convention: z
      .enum(["chat", "responses", "messages", "generate-content"])
      .describe("API of the page that it is from."),
    turns: z.array(turn).min(1).max(MOST_TURNS),
    settings: z
      .array(z.strictObject({ label, value: words }))
      .max(200)
      .describe("What it was asked with."),
  });
}

export const givenPageSchema = createPageSchema(z.discriminatedUnion("type", [textPart, givenPicture, filePart])).meta({
  id: "NewSharedPage",
  description: "A conversation as it is to be read: at most half a MB of words, and 8 MB with its pictures.",
});
export const storedPageSchema = createPageSchema(
  z.discriminatedUnion("type", [textPart, storedPicture, filePart]),
).meta({
  id: "SharedPage",
  description: "A conversation, to be read.",
});

export type SharedPageInput = z.infer<typeof givenPageSchema>;
export type GivenPart = Extract<SharedPageInput["turns"][number], { role: "user" }>["parts"][number];
export type SharedPage = z.infer<typeof storedPageSchema>;
export type SharedTurn = SharedPage["turns"][number];
export type SharedAnswer = Extract<SharedTurn, { role: "assistant" }>;
export type SharedPart = SharedAnswer["parts"][number];
