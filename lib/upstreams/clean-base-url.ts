/** Cleans a pasted base URL and a pasted API key. */

/** Paths of endpoints that people copy along with the base URL. */
const ENDPOINT_PATH = /\/(?:chat\/completions|completions|responses|messages|models|embeddings)(?:\/[^/]*)?$/;
const LOCAL_HOST = /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\]|[\w-]+(?::\d+)?(?:\/|$))/i;

/** Returns the URL without white space, quotes, a trailing slash and an endpoint's path, and with a scheme. */
export function cleanBaseUrl(pasted: string): string {
  const text = unquote(pasted);
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${LOCAL_HOST.test(text) ? "http" : "https"}://${text}`;
  return url.replace(/\/+$/, "").replace(ENDPOINT_PATH, "").replace(/\/+$/, "");
}

/**
 * Returns the base URLs to try: the given one, then with the version that SDKs of this dialect leave out
 * (wire-formats §7.6).
 */
export function listBaseUrlCandidates(baseUrl: string, dialect: string): string[] {
  if (/\/v\d+(?:beta|alpha)?$/.test(baseUrl)) return [baseUrl];
  return [baseUrl, `${baseUrl}/${dialect.startsWith("google") ? "v1beta" : "v1"}`];
}

/** Returns a key without the quotes, the variable's name or the scheme that came with it. */
export function cleanApiKey(pasted: string): string {
  const value = /^\s*(?:export\s+)?[A-Z][A-Z0-9_]*=(.*)$/s.exec(pasted)?.[1] ?? pasted;
  return unquote(unquote(value).replace(/^Bearer\s+/i, ""));
}

function unquote(text: string): string {
  return text
    .trim()
    .replace(/^(["'`])(.*)\1[,;]?$/s, "$2")
    .trim();
}
