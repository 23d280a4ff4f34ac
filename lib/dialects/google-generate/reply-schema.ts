/**
 * Responses of `:generateContent`, `:streamGenerateContent` and `:countTokens` (spec, Candidate result; wire-formats
 * §4.7), for the OpenAPI document. Loose, since a relayed response may have more fields.
 */
import { z } from "zod";
import { atLeastOneOf } from "#lib/contract/wire-schema.ts";

const part = z
  .looseObject({
    text: z.string().optional(),
    thought: z.boolean().optional().describe("True for the model's reasoning."),
    thoughtSignature: z.string().optional().describe("Send it back with the part as it is."),
    inlineData: z
      .looseObject({ mimeType: z.string(), data: z.string().describe("base64") })
      .optional()
      .describe("An image or another file that the model made."),
    fileData: z.looseObject({ mimeType: z.string().optional(), fileUri: z.string() }).optional(),
    functionCall: z
      .looseObject({
        id: z.string().optional(),
        name: z.string().optional(),
        args: z.record(z.string(), z.unknown()).optional(),
      })
      .optional()
      .describe("A call of one of the request's functions; send it back with a functionResponse."),
  })
  .meta({ id: "GenerateContentAnswerPart" });

const token = z.looseObject({
  token: z.string().optional(),
  tokenId: z.int().optional(),
  logProbability: z.number().optional(),
});

const candidate = z
  .looseObject({
    index: z.int().optional(),
    content: z
      .looseObject({ role: z.string().optional().describe("`model`"), parts: z.array(part).optional() })
      .optional(),
    finishReason: z.string().optional().describe("`STOP` for a normal end; `MAX_TOKENS`, `SAFETY` …"),
    logprobsResult: z
      .looseObject({
        chosenCandidates: z.array(token).optional(),
        topCandidates: z.array(z.looseObject({ candidates: z.array(token).optional() })).optional(),
      })
      .optional(),
    safetyRatings: z.array(z.looseObject({})).nullish(),
  })
  .meta({ id: "GenerateContentCandidate" });

const usageMetadata = z
  .looseObject({
    promptTokenCount: z.int().optional(),
    candidatesTokenCount: z.int().optional(),
    totalTokenCount: z.int().optional(),
    thoughtsTokenCount: z.int().optional(),
    cachedContentTokenCount: z.int().optional(),
  })
  .meta({ id: "GenerateContentUsage", description: "Tokens read and written. A count of zero may be left out." });

export const replySchema = z
  .looseObject({
    candidates: z.array(candidate).optional().describe("Absent when the prompt was refused."),
    promptFeedback: z
      .looseObject({ blockReason: z.string().optional() })
      .optional()
      .describe("Why the prompt was refused."),
    usageMetadata: usageMetadata.optional(),
    modelVersion: z.string().optional(),
    responseId: z.string().optional(),
  })
  .meta({
    id: "GenerateContentResponse",
    description: "A whole answer, or one event of a stream: read the text from `candidates[0].content.parts`.",
    ...atLeastOneOf(["candidates", "promptFeedback", "usageMetadata"]),
  });

const errorEvent = z
  .looseObject({ error: z.looseObject({ code: z.int(), message: z.string(), status: z.string() }) })
  .meta({ id: "GenerateContentStreamError", description: "The end of a stream that failed after it had begun." });

/** Schema of each event's data, or of each element of the array. */
export const eventSchema = z.union([errorEvent, replySchema]);

export const tokenCountSchema = z
  .looseObject({ totalTokens: z.int(), promptTokensDetails: z.array(z.looseObject({})).optional() })
  .meta({ id: "CountTokensResponse", description: "How many tokens the prompt has." });
