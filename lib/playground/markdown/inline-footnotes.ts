import { normaliseLabel } from "./definitions.ts";
import type { MarkdownNode } from "./markdown-tree.ts";

/**
 * Remark plugin: footnotes without a section at the end. Blocks are parsed one by one, so a reference is rarely in the
 * same tree as its note. A reference becomes a superscript label, and a note stays where it was written.
 */
export function inlineFootnotes(this: { data(): object }, { labels }: { labels: string }) {
  const data: { micromarkExtensions?: unknown[] } = this.data();
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push({
    disable: { null: ["gfmFootnoteDefinition", "gfmFootnoteCall", "gfmPotentialFootnoteCall"] },
  });
  const known = new Set(labels.split(" ").filter(Boolean));
  return (root: MarkdownNode) => {
    if (known.size > 0) replaceIn(root, known);
  };
}

/** Matches the start of a note, at the start of a line, or a reference. */
const footnote = /(?:(^|\n) {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*)|\[\^([^\]\s]{1,100})\]/g;

function replaceIn(parent: MarkdownNode, known: Set<string>) {
  parent.children = parent.children?.flatMap((child) => {
    if (child.type === "text") return splitText(child.value ?? "", known);
    if (child.type === "definition" && child.identifier?.startsWith("^")) return [findNote(child)];
    replaceIn(child, known);
    return [child];
  });
}

function splitText(text: string, known: Set<string>): MarkdownNode[] {
  const nodes: MarkdownNode[] = [];
  let end = 0;
  for (const match of text.matchAll(footnote)) {
    const label = match[2] ?? match[3] ?? "";
    if (!known.has(normaliseLabel(label))) continue;
    nodes.push({ type: "text", value: text.slice(end, match.index) });
    if (match[1] === "\n") nodes.push({ type: "break" });
    nodes.push(raised(label));
    if (match[2] !== undefined) nodes.push({ type: "text", value: " " });
    end = match.index + match[0].length;
  }
  return [...nodes, { type: "text", value: text.slice(end) }];
}

/** Makes a note of a link definition: a note that is only an address has that form, which would show nothing. */
function findNote({ identifier = "", url = "" }: MarkdownNode): MarkdownNode {
  const link = { type: "link", url, children: [{ type: "text", value: url }] };
  return { type: "paragraph", children: [raised(identifier.slice(1)), { type: "text", value: " " }, link] };
}

function raised(label: string): MarkdownNode {
  return { type: "emphasis", data: { hName: "sup" }, children: [{ type: "text", value: label }] };
}
