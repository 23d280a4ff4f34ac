/** What an editor marks in JSON: text that is none, and what a field's own rules find. */
import { type JsonPath, parseJsonText, placeOf, type TextRange } from "./parse-json-text.ts";

export type JsonRemark = {
  path: JsonPath;
  message: string;
  /** Absent: it is wrong. */
  severity?: "warning";
  /** The name of the member is meant, not its value. */
  named?: boolean;
};
export type JsonCheck = (value: unknown) => readonly JsonRemark[];
export type TextRemark = TextRange & { message: string; severity: "error" | "warning" };

/** Blank text is unset, and nothing is wrong with that. */
export function lintJson(text: string, check?: JsonCheck): TextRemark[] {
  if (text.trim() === "") return [];
  const { root, fault } = parseJsonText(text);
  if (fault) return [{ ...fault, severity: "error" }];
  return (check?.(root.value) ?? []).map(({ path, message, severity, named }) => ({
    ...firstLine(text, placeOf(root, path, named)),
    message,
    severity: severity ?? "error",
  }));
}

/** A mark under a whole object would be under every line of it. */
function firstLine(text: string, { from, to }: TextRange): TextRange {
  const end = text.indexOf("\n", from);
  return { from, to: end < 0 ? to : Math.min(to, end) };
}
