import { createLruCache } from "#lib/playground/markdown/lru-cache.ts";
import { diagramTheme } from "./diagram-theme.ts";
import { LOADING_ATTRIBUTES, LOADING_TAGS, stripReferences } from "./strip-references.ts";

/** Image of a diagram: SVG without references to scripts, page styles or external addresses. */
export interface Diagram {
  svg: string;
  width: number;
  height: number;
  /** Alternative text: the author's title, or the kind of diagram. */
  label: string;
}

const cache = createLruCache<Diagram>(4_000_000);
let queue: Promise<unknown> = Promise.resolve();
let drawn = 0;

/** Returns the diagram if it was already drawn in this theme. */
export function drawnDiagram({ code, dark }: { code: string; dark: boolean }): Diagram | undefined {
  return cache.get(`${dark} ${code}`);
}

/**
 * Draws a diagram. One at a time, because a large one takes a good part of a second. The library is loaded with the
 * first. Throws an error whose first line describes the problem in the code.
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
    // Labels as SVG text: HTML in an image would need the page's styles.
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    // Mermaid draws in the page, where an image in a label would be loaded.
    dompurifyConfig: { FORBID_TAGS: LOADING_TAGS, FORBID_ATTR: LOADING_ATTRIBUTES },
    maxTextSize: 20_000,
    maxEdges: 400,
    ...diagramTheme(dark),
    // Settings that the code cannot override, in addition to mermaid's own.
    secure: [
      ...["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "suppressErrorRendering", "themeCSS"],
      ...["htmlLabels", "dompurifyConfig", "fontFamily", "altFontFamily"],
    ],
  });
  if (IMAGE_SHAPE.test(code)) throw new Error("Diagrams can’t contain images");
  const harmless = code.replace(CSS_ADDRESS, "$1 (");
  const { diagramType } = await mermaid.parse(harmless);
  drawn += 1;
  const { svg } = await mermaid.render(`diagram-${drawn}`, harmless);
  const diagram = toPicture(svg, diagramType);
  cache.set(`${dark} ${code}`, diagram, code.length + diagram.svg.length);
  return diagram;
}

/** Matches a flowchart node with an image, which mermaid would load to get its size. */
const IMAGE_SHAPE = /@\{[^}]*\bimg["']?\s*:/i;

/**
 * Matches CSS functions that load resources. A space before the bracket makes them invalid CSS, and hardly changes a
 * label.
 */
const CSS_ADDRESS = /\b(url|src|image|image-set|cross-fade)\((?!["']?#)/gi;

/** Converts the SVG to XML with an explicit size, as an image requires. */
function toPicture(svg: string, kind: string): Diagram {
  const root = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  if (!root) throw new Error("The diagram is empty.");
  stripReferences(root);
  const [, , width = 0, height = 0] =
    root
      .getAttribute("viewBox")
      ?.split(/[\s,]+/)
      .map(Number) ?? [];
  if (!(width > 0 && height > 0)) throw new Error("The diagram is empty.");
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
