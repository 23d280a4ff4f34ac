/** Schemas that a request sets for its response, to check the response against. */
import { fields } from "../dialects/json-fields.ts";
import type { TextDialect, TextRequest } from "../dialects/text-dialect.ts";
import { fromGoogleSchema } from "../json-schema/google-schema.ts";
import { parseTools } from "../tools/tools.ts";
import type { ExpectedSchemas } from "./transcript.ts";

/** Returns undefined when the request sets no schema. */
export function readExpectedSchemas(
  { body }: TextRequest,
  { tools: notation }: TextDialect,
): ExpectedSchemas | undefined {
  const schema = readSchema(body);
  const { tools = [] } = notation && Array.isArray(body.tools) ? parseTools(JSON.stringify(body.tools), notation) : {};
  const schemas = tools.flatMap(({ name, function: own }) =>
    own?.schema === undefined ? [] : [[name, fromGoogleSchema(own.schema)] as const],
  );
  if (schema === undefined && schemas.length === 0) return undefined;
  return {
    ...(schema === undefined ? {} : { schema }),
    ...(schemas.length === 0 ? {} : { tools: Object.fromEntries(schemas) }),
  };
}

/** Returns the schema of the response; each dialect has its own field for it, and a body has only one of them. */
function readSchema(body: TextRequest["body"]): unknown {
  const chat = fields(fields(body.response_format)?.json_schema)?.schema;
  const responses = fields(fields(body.text)?.format)?.schema;
  const messages = fields(fields(body.output_config)?.format)?.schema;
  const google = fields(body.generationConfig);
  return chat ?? responses ?? messages ?? google?.responseJsonSchema ?? fromGoogleSchema(google?.responseSchema);
}
