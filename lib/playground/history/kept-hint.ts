/**
 * Whether a page had something to show at the last visit. Known before the first paint, long before what is kept has been
 * read: a page that was empty is shown at once, one that was not stays hidden for that moment instead of flashing.
 */
export type MediaPage = "images" | "videos";

const keyFor = (page: MediaPage) => `parlance.${page}.kept`;

export function setKept(page: MediaPage, kept: boolean): void {
  try {
    if (kept) localStorage.setItem(keyFor(page), "1");
    else localStorage.removeItem(keyFor(page));
  } catch {
    // Storage is forbidden: then nothing is kept either.
  }
}

export function isKept(page: MediaPage): boolean {
  try {
    return localStorage.getItem(keyFor(page)) !== null;
  } catch {
    return false;
  }
}
