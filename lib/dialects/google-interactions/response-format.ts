/** `response_format` ↔ output format, modalities and aspect ratio (wire-formats §14.3). */
import type { Call, JsonSchema, OutputFormat } from "#lib/canonical/call.ts";
import type { InteractionsRequest } from "#lib/contract/google-interactions/wire.ts";
import { withoutNulls } from "../without-nulls.ts";

type Fields = Record<string, unknown>;
type Format = { type?: string; mime_type?: string; schema?: JsonSchema; aspect_ratio?: string; [key: string]: unknown };

const KINDS = new Set(["text", "image", "audio", "video"]);
const JSON_TYPE = "application/json";

/**
 * Sets the fields of `call` that the formats have.
 * @returns the formats in their original form, if the fields of the call do not restore it; they are vendor data
 */
export function readResponseFormat(wire: InteractionsRequest, call: Call): unknown {
  const given = wire.response_format;
  const formats = (given == null ? [] : Array.isArray(given) ? given : [given]).map(
    (one) => withoutNulls(one) as Format,
  );
  const text = formats.find(({ type }) => type === "text");
  const schema = formats.find(({ type }) => type === undefined || !KINDS.has(type));
  const image = formats.find(({ type }) => type === "image");
  const output = readOutput(text, schema, wire.response_mime_type);
  if (output) call.output = output;
  const kinds = formats.flatMap(({ type }) => (type !== undefined && KINDS.has(type) ? type : []));
  const modalities = wire.response_modalities?.map((modality) => modality.toLowerCase()) ?? kinds;
  if (modalities.some((modality) => modality !== "text")) call.modalities = modalities;
  if (image?.aspect_ratio !== undefined) call.aspectRatio = image.aspect_ratio;
  const extras = formats.filter(({ type, schema: _, aspect_ratio: __, mime_type: ___, ...rest }) => {
    if (type === undefined || !KINDS.has(type)) return false;
    return Object.keys(rest).length > 0 || (type !== "text" && ___ !== undefined);
  });
  return extras.length > 0 ? given : undefined;
}

function readOutput(
  text: Format | undefined,
  schema: Format | undefined,
  mimeType: string | null | undefined,
): OutputFormat | undefined {
  // This API does not name its schemas; others require a name.
  if (schema) return { type: "json-schema", name: "response", schema };
  if (text?.schema !== undefined) return { type: "json-schema", name: "response", schema: text.schema };
  const type = text?.mime_type ?? mimeType;
  if (type === JSON_TYPE) return { type: "json" };
  return type === "text/plain" ? { type: "text" } : undefined;
}

export function writeResponseFormat({ output, modalities = [], aspectRatio }: Call): Fields | Fields[] | undefined {
  const text = output && writeOutput(output);
  const others = modalities.filter((modality) => modality !== "text");
  const kinds = aspectRatio !== undefined && !others.includes("image") ? [...others, "image"] : others;
  if (kinds.length === 0) return text;
  const media = kinds.map((type) => ({
    type,
    ...(type === "image" && aspectRatio !== undefined ? { aspect_ratio: aspectRatio } : {}),
  }));
  const asked = modalities.length === 0 || modalities.includes("text");
  return text || asked ? [text ?? { type: "text" }, ...media] : media.length === 1 ? media[0] : media;
}

function writeOutput(output: OutputFormat): Fields {
  if (output.type === "text") return { type: "text", mime_type: "text/plain" };
  const json = { type: "text", mime_type: JSON_TYPE };
  if (output.type === "json" || output.schema === undefined) return json;
  const { description, schema } = output;
  const isBare = typeof schema === "object" && description !== undefined && schema.description === undefined;
  return { ...json, schema: isBare ? { ...schema, description } : schema };
}
