/** Fits blocks of a guide into the room of one screen. */
import type { Block } from "./library.ts";

export type Room = { characters: number; lines: number };

const FEWEST_ROWS = 4;

/**
 * Returns the Markdown of the blocks that fit, at least the first one and its content. Tables and lists lose rows;
 * text and code are whole or left out.
 * @param link address of the section, where the rest is
 */
export function fitBlocks(blocks: Block[], room: Room, link: string): string[] {
  const shown: string[] = [];
  let { characters, lines } = room;
  for (const [index, { kind, markdown }] of blocks.entries()) {
    const isFirst = index === 0 || (index === 1 && (blocks[0]?.markdown.length ?? 0) < 80);
    const fitting =
      fits(markdown, { characters, lines }) || (isFirst && kind !== "table" && kind !== "list")
        ? markdown
        : shorten({ kind, markdown }, { characters, lines }, link);
    if (fitting === undefined) break;
    shown.push(fitting);
    characters -= fitting.length;
    lines -= fitting.split("\n").length + 1;
    if (fitting !== markdown) break;
  }
  // A title without what it names says nothing.
  while (shown.length > 1 && /^\*\*[^*\n]+\*\*$/.test(shown.at(-1) ?? "")) shown.pop();
  return shown;
}

function fits(markdown: string, { characters, lines }: Room): boolean {
  return markdown.length <= characters && markdown.split("\n").length <= lines;
}

/** Cuts the rows of a table or the items of a list that do not fit; undefined when too few would be left. */
function shorten({ kind, markdown }: Block, room: Room, link: string): string | undefined {
  if (kind !== "table" && kind !== "list") return undefined;
  const rows = markdown.split("\n");
  const head = kind === "table" ? 2 : 0;
  let kept = head;
  let length = 0;
  while (kept < rows.length && kept < room.lines && length + (rows[kept]?.length ?? 0) < room.characters) {
    length += rows[kept]?.length ?? 0;
    kept++;
  }
  if (kept - head < FEWEST_ROWS) return undefined;
  const left = rows.length - kept;
  return `${rows.slice(0, kept).join("\n")}\n\n[${left} more ${left === 1 ? "line" : "lines"}](${link})`;
}
