/**
 * Hint whether a page had saved content at the last visit, readable before the first paint. An empty page is shown at
 * once; any other stays hidden until its content has been read, instead of flashing.
 */
export type MediaPage = "images" | "videos";

const keyFor = (page: MediaPage) => `parlance.${page}.kept`;

export function setKept(page: MediaPage, kept: boolean): void {
  try {
    if (kept) localStorage.setItem(keyFor(page), "1");
    else localStorage.removeItem(keyFor(page));
  } catch {
    // Storage is forbidden: then nothing is saved either.
  }
}

export function isKept(page: MediaPage): boolean {
  try {
    return localStorage.getItem(keyFor(page)) !== null;
  } catch {
    return false;
  }
}
