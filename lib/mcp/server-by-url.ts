import { DEFAULT_TIMEOUT_MS, type McpConnectRules, type McpHttpServer } from "#lib/config/mcp-settings.ts";
import { matchesWildcard } from "#lib/contract/wildcard.ts";
import { errors } from "#lib/http/errors.ts";

/** Longest URL, in characters. */
const LONGEST_URL = 500;

/** Returns true for an id that is a URL: names of the config have no colon. */
export function isServerUrl(id: string): boolean {
  return /^https?:/i.test(id);
}

/**
 * Returns the settings of a server that a key connects by its URL.
 * @throws GatewayError 403 that names the rule which the URL breaks
 */
export function readServerByUrl(id: string, rules: McpConnectRules | undefined): McpHttpServer {
  const refuse = (rule: string) => errors.mcpUrlNotAllowed({ url: withoutSecrets(id), rule });
  if (!rules) throw refuse("the config file has no `mcp.connect`, which lists the hosts that may be connected");
  const url = id.length <= LONGEST_URL && URL.canParse(id) ? new URL(id) : undefined;
  if (!url) throw refuse(`it must be a URL of up to ${LONGEST_URL} characters`);
  const { host, username, password, search, hash } = url;
  // The URL is in the paths of requests, which logs and browsers store.
  if (username !== "" || password !== "" || search !== "" || hash !== "")
    throw refuse("it must have no user name, password, query and fragment, since it is no place for a secret");
  if (url.protocol !== "https:" && !rules.isInternal)
    throw refuse("it must start with https:// unless `mcp.connect.internal` is true");
  if (!rules.hosts.some((pattern) => matchesWildcard(pattern, host)))
    throw refuse("`mcp.connect.hosts` of the config file does not have its host");
  return {
    ...{ id: url.href, kind: "http", url: url.href, headers: {}, isInternal: rules.isInternal, isByUrl: true },
    ...{ description: null, tools: undefined, timeoutMs: DEFAULT_TIMEOUT_MS },
  };
}

/** Returns the part of a refused URL that errors may repeat. */
function withoutSecrets(id: string): string {
  if (!URL.canParse(id)) return id.split(/[?#]/)[0]?.replace(/\/\/.*@/, "//") ?? "";
  const { protocol, host, pathname } = new URL(id);
  return `${protocol}//${host}${pathname}`;
}
