/** The wire of `:embedContent` and `:batchEmbedContents`: request schemas (wire-formats §11.2). */
import { z } from "zod";
import { optional } from "#lib/contract/wire-schema.ts";

/** Most requests of one batch, as the API documents them. */
export const MOST_REQUESTS = 100;

const part = z.looseObject({ text: optional(z.string()) });
const settings = {
  taskType: optional(z.string(), "Use of the vector, such as `RETRIEVAL_QUERY` or `RETRIEVAL_DOCUMENT`."),
  title: optional(z.string(), "Title of the document that the text belongs to."),
  outputDimensionality: optional(z.int().min(1), "Numbers in the vector, for models that can shorten theirs."),
};

export const embedContentRequest = z
  .looseObject({
    model: optional(z.string(), "The model of the path, in the form `models/<model>`."),
    content: z.looseObject({ role: optional(z.string()), parts: z.array(part).min(1) }),
    ...settings,
    embedContentConfig: optional(z.looseObject(settings), "The settings, in the newer form."),
  })
  .meta({ id: "EmbedContentRequest" });

export const batchEmbedContentsRequest = z
  .looseObject({ requests: z.array(embedContentRequest).min(1).max(MOST_REQUESTS) })
  .meta({ id: "BatchEmbedContentsRequest" });

export type EmbedContentRequest = z.output<typeof embedContentRequest>;
export type BatchEmbedContentsRequest = z.output<typeof batchEmbedContentsRequest>;
