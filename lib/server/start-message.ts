/** The message that the server prints when it listens. */
import { toCommandLine } from "#lib/config/command-line.ts";
import { formatServerUrl } from "#lib/config/format-server-url.ts";
import type { Settings } from "#lib/config/load-settings.ts";

export function startMessage({
  settings,
  adminKeyFile,
  token,
}: {
  settings: Pick<Settings, "host" | "port" | "pages" | "upstreams" | "bridges" | "sandbox">;
  /** Undefined when the admin key comes from the environment. */
  adminKeyFile: string | undefined;
  /** Token of the sign-in link. */
  token: string;
}): string {
  const address = formatServerUrl(settings);
  const own = [...settings.upstreams, ...settings.bridges].map(({ id }) => id);
  const providers = settings.sandbox.enabled ? ["sandbox", ...own] : own;
  return [
    "",
    `  Parlance is ready at ${address}`,
    "",
    ...(settings.pages
      ? [
          `  Sign in      ${address}/sign-in#token=${token}`,
          `               (works once, within 10 minutes; for a new link: ${toCommandLine("sign-in")})`,
        ]
      : ["  Pages        off (PARLANCE_PAGES)"]),
    `  Base URLs    ${address}/v1 for OpenAI's SDKs, ${address} for Anthropic's and Google's`,
    `  Admin key    ${adminKeyFile ?? "from PARLANCE_ADMIN_KEY"}`,
    `  Providers    ${providers.join(", ") || `none; ${settings.pages ? `connect one at ${address}/providers` : "add one to the config file"}`}`,
    "",
  ].join("\n");
}
