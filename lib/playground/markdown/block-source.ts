import remend from "remend";
import { type Definitions, definitionsFor } from "./definitions.ts";
import type { ProseBlock } from "./markdown-block.ts";
import { visibleText } from "./visible-text.ts";

/** Healing looks at the whole block several times over; a block this long is sliced soon anyway. */
const longestHealed = 12_000;

/**
 * The Markdown to parse for a block: what it says, without the blank lines around it, with the definitions that it
 * refers to. `growing`: the block's last construct may be unfinished, and is shown as if it were complete.
 */
export function sourceOfBlock({
  block,
  definitions,
  growing,
}: {
  block: ProseBlock;
  definitions: Definitions;
  growing: boolean;
}): string {
  const trimmed = (block.source ?? block.raw).replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
  const source = visibleText(trimmed);
  const shown = growing && source.length <= longestHealed ? remend(source, healing) : source;
  return shown + definitionsFor(source, definitions);
}

const healing = {
  // An address that is still coming must not be opened; the text alone is shown.
  linkMode: "text-only" as const,
  // Formulas are text here, and so is HTML.
  katex: false,
  htmlTags: false,
  // These change what complete text means, so the block would look different once settled.
  comparisonOperators: false,
  singleTilde: false,
};
