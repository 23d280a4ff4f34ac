import { type Fields, fields } from "../dialects/json-fields.ts";

/** Parses a call's arguments; returns {} for invalid ones. */
export function readArguments(text: string): Fields {
  try {
    return fields(JSON.parse(text)) ?? {};
  } catch {
    return {};
  }
}
