import type { MarkdownNode } from "../markdown-tree.ts";

/** Limit on depth in nodes: twenty levels of quotes or lists are forty nodes, the rest is for nested emphasis. */
const maximumDepth = 100;

/** Remark plugin: rejects a tree so deep that later recursive steps could overflow the stack. */
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
