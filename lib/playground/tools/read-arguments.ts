import { type Fields, fields } from "../dialects/json-fields.ts";

/** A call's arguments as the object that they stand for; broken ones are empty. */
export function readArguments(text: string): Fields {
  try {
    return fields(JSON.parse(text)) ?? {};
  } catch {
    return {};
  }
}
