/** Remarks of an editor on JSON: syntax errors, and problems by the field's own rules. */
import { findPlace, type JsonPath, parseJsonText, type TextRange } from "./parse-json-text.ts";

export type JsonRemark = {
  path: JsonPath;
  message: string;
  /** Absent: an error. */
  severity?: "warning";
  /** The remark is about the member's name, not its value. */
  named?: boolean;
};
export type JsonCheck = (value: unknown) => readonly JsonRemark[];
export type TextRemark = TextRange & { message: string; severity: "error" | "warning" };

/** Lints JSON. Blank text is unset and valid. */
export function lintJson(text: string, check?: JsonCheck): TextRemark[] {
  if (text.trim() === "") return [];
  const { root, fault } = parseJsonText(text);
  if (fault) return [{ ...fault, severity: "error" }];
  return (check?.(root.value) ?? []).map(({ path, message, severity, named }) => ({
    ...firstLine(text, findPlace(root, path, named)),
    message,
    severity: severity ?? "error",
  }));
}

/** Limits a range to its first line: marking every line of an object is too much. */
function firstLine(text: string, { from, to }: TextRange): TextRange {
  const end = text.indexOf("\n", from);
  return { from, to: end < 0 ? to : Math.min(to, end) };
}
