import remend from "remend";
import { type Definitions, findDefinitions } from "./definitions.ts";
import type { ProseBlock } from "./markdown-block.ts";
import { visibleText } from "./visible-text.ts";

/**
 * Limit on healing, in characters: it reads the whole block several times, and a block this long is sliced soon anyway.
 */
const longestHealed = 12_000;

/**
 * Returns the Markdown to parse for a block: its text without the blank lines around it, plus the definitions that it
 * refers to. `growing`: the block's last construct may be unfinished, and is shown as if it were complete.
 */
export function getBlockSource({
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
  return shown + findDefinitions(source, definitions);
}

const healing = {
  // An incomplete address must not be opened; only the text is shown.
  linkMode: "text-only" as const,
  // Formulas and HTML are plain text here.
  katex: false,
  htmlTags: false,
  // These change the meaning of complete text, so the block would look different once settled.
  comparisonOperators: false,
  singleTilde: false,
};
