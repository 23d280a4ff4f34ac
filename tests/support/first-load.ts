/** Cost of a page's first load: the scripts that its HTML names, compressed as they are sent. */
import { constants, gzipSync } from "node:zlib";

export type FirstLoad = { path: string; bytes: number; scripts: { name: string; bytes: number }[] };

/**
 * Scripts for browsers without modules are left out: no browser that runs the pages loads them.
 * @param origin of a server with the production build
 */
export async function measureFirstLoad(origin: string, path: string): Promise<FirstLoad> {
  const response = await fetch(origin + path);
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  const names = scriptsOf(await response.text());
  const scripts = await Promise.all(names.map(async (name) => ({ name, bytes: await gzippedSize(origin + name) })));
  return { path, bytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0), scripts };
}

/** Returns the scripts in the HTML's tags, and the scripts that its last lines start after the first paint. */
function scriptsOf(html: string): string[] {
  const tagged = scriptTags(html).flatMap(
    (attributes) => /\b(?:src|href)="(\/_next\/[^"?]+)/.exec(attributes)?.[1] ?? [],
  );
  const started: string[] = JSON.parse(/const sources=(\[[^\]]*\])/.exec(html)?.[1] ?? "[]");
  return [...new Set([...tagged, ...started])];
}

/** The attributes of the tags by which the HTML itself loads scripts. What is preloaded is loaded, too. */
export function scriptTags(html: string): string[] {
  return [...html.matchAll(/<(script|link)\b([^>]*)>/g)].flatMap(([, element, attributes = ""]) => {
    const loads =
      element === "script" ? /\bsrc=/.test(attributes) : /\bas="script"|\brel="modulepreload"/.test(attributes);
    return loads && !/\bnomodule\b/i.test(attributes) ? [attributes] : [];
  });
}

async function gzippedSize(address: string): Promise<number> {
  const bytes = await (await fetch(address)).arrayBuffer();
  return gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }).byteLength;
}
