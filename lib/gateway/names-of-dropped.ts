/** What went nowhere, under the names that the client's own dialect has for it. */
import type { Dialect } from "#lib/dialects/dialect.ts";

/** @param names as openai-chat, the sandbox or an upstream's dialect calls them */
export function namesOfDropped(names: string[], { fieldNames }: Pick<Dialect, "fieldNames">): string[] {
  return [...new Set(names.map((name) => nameIn(fieldNames, name)))];
}

function nameIn(fieldNames: Dialect["fieldNames"], name: string): string {
  const [first = "", ...rest] = name.split(/(?=[.[])/);
  return Object.hasOwn(fieldNames, first) ? `${fieldNames[first]}${rest.join("")}` : name;
}
