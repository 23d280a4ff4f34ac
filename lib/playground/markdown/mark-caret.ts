/** The part of an HTML syntax tree (hast) that this plugin reads and writes. */
interface HtmlNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
}

const descended = new Set(["ul", "ol", "li", "blockquote", "table", "tbody", "thead", "tr", "pre"]);

/** Rehype plugin: marks the element in which the text ends, so that CSS can put the caret there. */
export function markCaret() {
  return (root: HtmlNode) => {
    let holder: HtmlNode | undefined;
    for (let node: HtmlNode | undefined = root; node; node = lastElement(node)) {
      if (node.type === "element") holder = node;
    }
    if (holder) holder.properties = { ...holder.properties, dataCaret: "" };
  };
}

/** Returns the last child, if it is an element that may hold the caret; blank text after it does not count. */
function lastElement({ type, tagName = "", children = [] }: HtmlNode): HtmlNode | undefined {
  const last = children.findLast((child) => child.type !== "text" || child.value?.trim());
  const isBlock = last?.type === "element" && (type === "root" || descended.has(tagName));
  return isBlock && last.tagName !== "code" ? last : undefined;
}
