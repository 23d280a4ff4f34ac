/** What a base URL has to be; undefined when it is that. */
export function baseUrlProblem(url: string): string | undefined {
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url)) return "an http or https URL";
  const { username, password, search, hash } = new URL(url);
  // They would end up in every message that names the URL.
  if (username || password)
    return "a URL without user and password (it is not shown); the key's variable goes into apiKeyEnv";
  if (search || hash) return "a URL without a query or a fragment (it is not shown)";
  return undefined;
}
