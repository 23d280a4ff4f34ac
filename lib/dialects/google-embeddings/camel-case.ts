/** Normalises a body: the API accepts protobuf's JSON, whose fields may be in snake_case (wire-formats §4.1). */
import { isRecord } from "#lib/contract/is-record.ts";

const NAMES: Readonly<Record<string, string>> = {
  task_type: "taskType",
  output_dimensionality: "outputDimensionality",
  embed_content_config: "embedContentConfig",
};

/** Changes the names of a request, of the requests of a batch, and of their settings; a single object becomes a list. */
export function toCamelCase(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const fields: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) fields[NAMES[name] ?? name] = inner;
  const { requests, content, embedContentConfig } = fields;
  if (Array.isArray(requests)) fields.requests = requests.map(toCamelCase);
  if (isRecord(content) && isRecord(content.parts)) fields.content = { ...content, parts: [content.parts] };
  if (isRecord(embedContentConfig)) fields.embedContentConfig = toCamelCase(embedContentConfig);
  return fields;
}
