/** What a page's first load costs: the scripts that its HTML names, as they travel. */
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

/** What is preloaded is loaded, whether the page needs it at once or not. */
function scriptsOf(html: string): string[] {
  const tags = [...html.matchAll(/<(script|link)\b([^>]*)>/g)].filter(([, element, attributes = ""]) =>
    element === "script" ? !/\bnomodule\b/i.test(attributes) : /\bas="script"/.test(attributes),
  );
  const names = tags.flatMap(
    ([, , attributes = ""]) => /\b(?:src|href)="(\/_next\/[^"?]+)/.exec(attributes)?.[1] ?? [],
  );
  return [...new Set(names)];
}

async function gzippedSize(address: string): Promise<number> {
  const bytes = await (await fetch(address)).arrayBuffer();
  return gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }).byteLength;
}
