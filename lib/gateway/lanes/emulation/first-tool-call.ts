import type { Part } from "#lib/canonical/part.ts";

/** Returns a filter that lets the first tool call of each choice pass, and no other. */
export function createFirstToolCall(): (part: Part) => boolean {
  const first = new Map<number, string>();
  return (part) => {
    switch (part.type) {
      case "tool-input-start":
      case "tool-input-delta":
      case "tool-input-end":
      case "tool-call": {
        const known = first.get(part.choice);
        if (known === undefined) first.set(part.choice, part.id);
        return known === undefined || known === part.id;
      }
      default:
        return true;
    }
  };
}
