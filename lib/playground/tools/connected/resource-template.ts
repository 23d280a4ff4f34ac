/** Templates of resource URIs (RFC 6570), as MCP servers list them. */
import { UriTemplate } from "@modelcontextprotocol/sdk/shared/uriTemplate.js";

export type ResourceTemplate = {
  variables: { name: string; isOptional: boolean }[];
  /** @throws Error, with a message for the screen, for values that do not fit the template */
  expand(values: Readonly<Record<string, string>>): string;
};

/** Characters of a template; those of servers have a hundred. */
const LONGEST = 2_000;

/** Returns undefined for a text that is no template. */
export function readTemplate(text: string): ResourceTemplate | undefined {
  if (text.length > LONGEST) return undefined;
  try {
    const template = new UriTemplate(text);
    // Only a query may lack some of its variables.
    const query = [...text.matchAll(/\{[?&]([^}]*)\}/g)].flatMap(([, names = ""]) => names.split(","));
    const optional = new Set(query.map((name) => name.replace(/\*$/, "").trim()));
    return {
      variables: [...new Set(template.variableNames)].map((name) => ({ name, isOptional: optional.has(name) })),
      expand: (values) =>
        template.expand(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""))),
    };
  } catch {
    return undefined;
  }
}
