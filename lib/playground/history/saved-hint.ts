/**
 * Hint whether a page had saved content at the last visit, readable before the first paint. An empty page is shown at
 * once; any other stays hidden until its content has been read, instead of flashing.
 */
export type MediaPage = "images" | "videos";

const getKey = (page: MediaPage) => `parlance.${page}.kept`;

export function setSavedHint(page: MediaPage, kept: boolean): void {
  try {
    if (kept) localStorage.setItem(getKey(page), "1");
    else localStorage.removeItem(getKey(page));
  } catch {
    // Storage is forbidden: then nothing is saved either.
  }
}

export function hasSavedHint(page: MediaPage): boolean {
  try {
    return localStorage.getItem(getKey(page)) !== null;
  } catch {
    return false;
  }
}
