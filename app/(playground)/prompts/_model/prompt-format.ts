/** Output format of a prompt as it is edited: the field `text.format` of the Responses API. */
import { isRecord } from "#lib/contract/is-record.ts";
import { toTextFormat } from "#lib/playground/dialects/responses/body-fields.ts";
import { formatJson } from "#lib/playground/json-text/format-json.ts";
import type { ResponseFormat } from "#lib/playground/parameters/parameter-definition.ts";
import { checkFormat } from "#lib/playground/parameters/parameters.ts";

export type DraftFormat = ResponseFormat & {
  /** Fields of the format that have no input, such as `description`. */
  others?: Record<string, unknown>;
};

/** Splits the field `text` into its format and its other fields. */
export function readFormat(text: unknown): { format: DraftFormat; text?: Record<string, unknown> } {
  const { format, ...others } = isRecord(text) ? text : {};
  const { type, name, schema, strict, ...unshown } = isRecord(format) ? format : {};
  const rest = Object.keys(others).length > 0 ? { text: others } : {};
  if (type === "json_object") return { format: { type, others: unshown }, ...rest };
  if (type !== "json_schema") return { format: { type: "text", others: unshown }, ...rest };
  return {
    format: {
      ...{ type, name: String(name ?? ""), schemaText: formatJson(schema ?? {}), others: unshown },
      ...(typeof strict === "boolean" ? { strict } : {}),
    },
    ...rest,
  };
}

/** @param text field `text` of “More fields”, which is kept beside the format; its own format wins over none */
export function writeFormat({ others, ...format }: DraftFormat, text: unknown): unknown {
  if (text !== undefined && !isRecord(text)) return text;
  if (format.type === "text") return text;
  return { ...text, format: { ...others, ...toTextFormat(format) } };
}

export const findFormatProblem = ({ others: _, ...format }: DraftFormat): string | undefined => checkFormat(format);
