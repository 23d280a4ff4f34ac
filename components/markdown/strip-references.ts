/** Elements that load resources, whatever their attributes. */
export const LOADING_TAGS = [
  ..."img image feimage picture source video audio track iframe frame object embed".split(" "),
  ..."link base meta script input form portal".split(" "),
];

/** Attributes that name a resource to load. */
export const LOADING_ATTRIBUTES = "src srcset poster background data action formaction ping".split(" ");

/**
 * Removes all external references from a drawing, so that a saved copy loads nothing either. mermaid has already
 * removed scripts and event handlers.
 */
export function stripReferences(root: Element): void {
  for (const element of root.querySelectorAll("*")) {
    const tag = element.localName.toLowerCase();
    if (LOADING_TAGS.includes(tag)) element.remove();
    else if (tag === "style") element.textContent = localCss(element.textContent ?? "");
    else for (const attribute of [...element.attributes]) stripAttribute(element, attribute);
  }
  for (const attribute of [...root.attributes]) stripAttribute(root, attribute);
}

function stripAttribute(element: Element, attribute: Attr): void {
  const { value } = attribute;
  const name = attribute.name.toLowerCase();
  const refers = name === "href" || name.endsWith(":href");
  if (LOADING_ATTRIBUTES.includes(name) || (refers && !value.trim().startsWith("#"))) {
    element.removeAttributeNode(attribute);
  } else if (!refers && hasReferences(value)) element.setAttribute(attribute.name, localCss(value));
}

/** Returns whether CSS may refer to anything. Escapes can spell any of these names. */
const hasReferences = (css: string) => /\\|@import|(?:url|src|image|image-set|cross-fade)\s*\(/i.test(css);

/** Returns CSS whose addresses all point into the drawing itself (`url(#arrow)`). */
function localCss(css: string): string {
  if (!hasReferences(css)) return css;
  return css
    .replaceAll("\\", "")
    .replace(/@import[^;]*;?/gi, "")
    .replace(/url\(\s*(?!["']?#)[^)]*\)?/gi, "none")
    .replace(/(?:-webkit-)?(?:src|image|image-set|cross-fade)\s*\(/gi, "none(");
}
