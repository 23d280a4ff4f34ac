/** A conversation's turns and their parts on the wire of `:generateContent` (wire-formats §4.2, §4.3). */
import { z } from "zod";
import { isPlainBase64 } from "#lib/contract/plain-base64.ts";
import { fieldRules } from "../errors/field-rules.ts";

export const mimeType = z.string().regex(/^[\w.+-]+\/[\w.+*-]+/, fieldRules.mediaType);
/** Standard or URL-safe alphabet: Python's SDK sends the latter. */
export const base64 = z
  .string()
  .min(1)
  .refine(isBase64, { error: fieldRules.base64 })
  .meta({ contentEncoding: "base64", description: "base64" });
const blob = z
  .looseObject({ mimeType, data: base64, displayName: z.string().optional() })
  .meta({ id: "GenerateContentBlob", description: "A small image or file, whole." });
const fileReference = z
  .looseObject({
    mimeType: mimeType.optional(),
    fileUri: z.string().min(1).describe("The `uri` of an uploaded file, or of one on the web."),
    displayName: z.string().optional(),
  })
  .meta({ id: "GenerateContentFileReference" });
const struct = z.record(z.string(), z.unknown());
const responsePart = z.looseObject({ inlineData: blob.optional(), fileData: fileReference.optional() });

/** Avoids a regular expression over all valid text, which may be tens of megabytes: searches for invalid characters. */
function isBase64(text: string): boolean {
  if (isPlainBase64(text)) return true;
  if (/[^A-Za-z0-9+/_=\s-]/.test(text)) return false;
  const digits = text.replace(/\s+/g, "");
  const end = digits.indexOf("=");
  return end < 0 ? digits.length % 4 !== 1 : end % 4 >= 2 && /^={1,2}$/.test(digits.slice(end));
}

/** Payload fields: a part has exactly one (§4.3). */
const PAYLOADS = ["text", "inlineData", "fileData", "functionCall", "functionResponse"] as const;
/** Payload fields of tools that the vendor ran, which are carried unchanged. */
const HOSTED = ["executableCode", "codeExecutionResult", "toolCall", "toolResponse"] as const;

export const part = z
  .looseObject({
    text: z.string().optional(),
    inlineData: blob.optional(),
    fileData: fileReference.optional(),
    functionCall: z
      .looseObject({ id: z.string().optional(), name: z.string().min(1), args: struct.optional() })
      .optional(),
    functionResponse: z
      .looseObject({
        id: z.string().optional(),
        name: z.string().min(1),
        response: struct,
        parts: z.array(responsePart).optional(),
      })
      .optional(),
    thought: z.boolean().optional(),
    thoughtSignature: z.string().optional().describe("As the answer had it."),
  })
  .refine((fields) => [...PAYLOADS, ...HOSTED].filter((key) => fields[key] !== undefined).length <= 1, {
    error: fieldRules.atMostOneOf([...PAYLOADS, ...HOSTED]),
  })
  .refine((fields) => Object.keys(fields).length > 0, {
    error: fieldRules.atLeastOneOf(PAYLOADS),
  })
  .meta({
    id: "GenerateContentPart",
    description: `One of ${PAYLOADS.join(", ")}.`,
    minProperties: 1,
  });

export const content = z
  .looseObject({
    role: z.enum(["user", "model", "function"]).optional(),
    parts: z.array(part).min(1),
  })
  .meta({ id: "GenerateContentTurn", description: "One turn of the conversation." });
