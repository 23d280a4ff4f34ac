import { advanceSplit, emptySplit } from "../split-blocks.ts";
import { type Code, findWriter } from "./preview-html.ts";

/**
 * Returns the codes of a conversation that are shown as this one is, in their order: pages, pictures, or scripts.
 * @param texts responses in Markdown, oldest first
 */
export function listPreviewVersions(texts: readonly string[], shown: Code): Code[] {
  const writer = findWriter(shown);
  return texts.flatMap((text) =>
    advanceSplit(emptySplit, { text, final: true }).settled.flatMap((block) =>
      block.kind === "code" && findWriter(block) === writer ? [{ code: block.code, language: block.language }] : [],
    ),
  );
}
