/** Schema templates, each for a common use of structured output. */

import { formatJson } from "../json-text/format-json.ts";
import { EXAMPLE_SCHEMA } from "../parameters/parameter-list.ts";

const text = { type: "string" };
const closed = (properties: { [name: string]: object }) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const describeArray = (items: object) => ({ type: "array", items });

/** All are valid in strict mode. The texts are shown in the field unchanged. */
export const SCHEMA_TEMPLATES: readonly { label: string; schemaText: string }[] = [
  { label: "Facts about a place", schemaText: EXAMPLE_SCHEMA },
  {
    label: "Contact from a text",
    schemaText: formatJson(
      closed({ name: text, email: { type: ["string", "null"] }, phone: { type: ["string", "null"] }, company: text }),
    ),
  },
  {
    label: "Classification",
    schemaText: formatJson(
      closed({
        label: { type: "string", enum: ["positive", "neutral", "negative"] },
        confidence: { type: "number", minimum: 0, maximum: 1 },
        reason: text,
      }),
    ),
  },
  {
    label: "Invoice with its lines",
    schemaText: formatJson(
      closed({
        number: text,
        date: { type: "string", format: "date" },
        lines: describeArray(
          closed({ item: text, quantity: { type: "integer", minimum: 1 }, price: { type: "number" } }),
        ),
        total: { type: "number" },
      }),
    ),
  },
  {
    label: "Steps to a result",
    schemaText: formatJson(closed({ steps: describeArray(closed({ explanation: text, output: text })), result: text })),
  },
];
