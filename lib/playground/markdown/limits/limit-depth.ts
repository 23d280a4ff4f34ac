import type { MarkdownNode } from "../markdown-tree.ts";

/** Twenty levels of quotes or lists are forty nodes deep; the rest is room for emphasis within emphasis. */
const maximumDepth = 100;

/** Remark plugin: refuses a tree so deep that the recursion of the steps after it could overflow the stack. */
export function limitDepth() {
  return (root: MarkdownNode) => {
    const pending = [{ node: root, depth: 0 }];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const depth = next.depth + 1;
      if (depth > maximumDepth) throw new RangeError(`Markdown nested deeper than ${maximumDepth} levels`);
      for (const node of next.node.children ?? []) pending.push({ node, depth });
    }
  };
}
