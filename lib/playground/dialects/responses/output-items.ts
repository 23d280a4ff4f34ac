/** Reads whole output items (wire-formats §2.4). */
import { type Fields, fieldsList, string } from "../json-fields.ts";

export function messageItem(item: Fields): { text: string; refusal: string; annotations: Fields[] } {
  const parts = fieldsList(item.content);
  return {
    text: parts.map((part) => (part.type === "output_text" ? string(part.text) : "")).join(""),
    refusal: parts.map((part) => (part.type === "refusal" ? string(part.refusal) : "")).join(""),
    annotations: parts.flatMap((part) => fieldsList(part.annotations)),
  };
}

/** Returns the parts of the summary, or the reasoning text of models that show it. */
export function reasoningTexts(item: Fields): string {
  const summary = fieldsList(item.summary);
  return (summary.length > 0 ? summary : fieldsList(item.content)).map(({ text }) => string(text)).join("\n\n");
}
