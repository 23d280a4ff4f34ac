import { type Fields, fields, number, string } from "#lib/playground/dialects/json-fields.ts";
import type { EventFacts } from "../event-facts.ts";

/** Reads an event of an image stream, or the Image result (wire-formats §5.3, §5.4). */
export function readImagesEvent(body: Fields): EventFacts {
  const type = string(body.type);
  if (type.endsWith(".partial_image")) {
    return { kind: "image", preview: `preview ${(number(body.partial_image_index) ?? 0) + 1}` };
  }
  const images = Array.isArray(body.data) ? body.data.length : 0;
  if (!type.endsWith(".completed") && images === 0) return { kind: "other", preview: type };
  const outputTokens = number(fields(body.usage)?.output_tokens);
  return {
    kind: "finish",
    preview: [images > 1 ? `${images} images` : "image", string(body.size), string(body.output_format)]
      .filter(Boolean)
      .join(", "),
    finish: "completed",
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
}
