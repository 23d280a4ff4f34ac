import { createLruCache } from "#lib/playground/markdown/lru-cache.ts";
import { diagramTheme } from "./diagram-theme.ts";
import { LOADING_ATTRIBUTES, LOADING_TAGS, stripReferences } from "./strip-references.ts";

/** A picture of a diagram: SVG that refers to nothing outside itself, neither script, page styles nor addresses. */
export interface Diagram {
  svg: string;
  width: number;
  height: number;
  /** For who does not see it: the title that its author gave it, or its kind. */
  label: string;
}

const cache = createLruCache<Diagram>(4_000_000);
let queue: Promise<unknown> = Promise.resolve();
let drawn = 0;

/** The diagram if it was drawn before in this theme. */
export function drawnDiagram({ code, dark }: { code: string; dark: boolean }): Diagram | undefined {
  return cache.get(`${dark} ${code}`);
}

/**
 * Draws a diagram, one at a time, since a large one takes a good part of a second. What draws is loaded with the first.
 * Throws an error whose first line says what is wrong with the code.
 */
export function drawDiagram(request: { code: string; dark: boolean; signal: AbortSignal }): Promise<Diagram> {
  const drawing = queue.then(() => draw(request));
  queue = drawing.catch(() => undefined);
  return drawing;
}

async function draw({ code, dark, signal }: { code: string; dark: boolean; signal: AbortSignal }): Promise<Diagram> {
  signal.throwIfAborted();
  const known = drawnDiagram({ code, dark });
  if (known) return known;
  const { default: mermaid } = await import("mermaid");
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    // Labels as SVG text: HTML in a picture would need the page's styles.
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    // It draws on the page, where an image in a label would be loaded.
    dompurifyConfig: { FORBID_TAGS: LOADING_TAGS, FORBID_ATTR: LOADING_ATTRIBUTES },
    maxTextSize: 20_000,
    maxEdges: 400,
    ...diagramTheme(dark),
    // What the code may not change about itself: these, beside mermaid's own.
    secure: [
      ...["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "suppressErrorRendering", "themeCSS"],
      ...["htmlLabels", "dompurifyConfig", "fontFamily", "altFontFamily"],
    ],
  });
  if (IMAGE_SHAPE.test(code)) throw new Error("Diagrams cannot have images");
  const harmless = code.replace(CSS_ADDRESS, "$1 (");
  const { diagramType } = await mermaid.parse(harmless);
  drawn += 1;
  const { svg } = await mermaid.render(`diagram-${drawn}`, harmless);
  const diagram = toPicture(svg, diagramType);
  cache.set(`${dark} ${code}`, diagram, code.length + diagram.svg.length);
  return diagram;
}

/** A flowchart's node that is an image: mermaid would load it to learn its size. */
const IMAGE_SHAPE = /@\{[^}]*\bimg["']?\s*:/i;

/** CSS that loads something; with a blank before its bracket it is no CSS, and in a label it reads the same. */
const CSS_ADDRESS = /\b(url|src|image|image-set|cross-fade)\((?!["']?#)/gi;

/** The SVG with a size of its own and as XML, as an image wants it. */
function toPicture(svg: string, kind: string): Diagram {
  const root = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  if (!root) throw new Error("The diagram came out empty.");
  stripReferences(root);
  const [, , width = 0, height = 0] =
    root
      .getAttribute("viewBox")
      ?.split(/[\s,]+/)
      .map(Number) ?? [];
  if (!(width > 0 && height > 0)) throw new Error("The diagram came out empty.");
  root.setAttribute("width", String(width));
  root.setAttribute("height", String(height));
  const title = root.querySelector(":scope > title")?.textContent?.trim();
  return {
    svg: new XMLSerializer().serializeToString(root),
    width: Math.ceil(width),
    height: Math.ceil(height),
    label: title || `${kind.replace(/-v\d+$|Diagram$/, "")} diagram`,
  };
}
