/** Describes the expected base URL when `url` is not valid; undefined when it is. */
export function findBaseUrlProblem(url: string): string | undefined {
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url)) return "an http or https URL";
  const { username, password, search, hash } = new URL(url);
  // Credentials would end up in every message that names the URL.
  if (username || password)
    return "a URL without user and password (it is not shown); the key's variable goes into apiKeyEnv";
  if (search || hash) return "a URL without a query or a fragment (it is not shown)";
  return undefined;
}
