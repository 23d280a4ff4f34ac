/** What the server prints once it listens. */
import type { Settings } from "#lib/config/load-settings.ts";

export function startMessage({
  settings,
  adminKeyFile,
  token,
}: {
  settings: Pick<Settings, "host" | "port" | "upstreams" | "bridges" | "sandbox">;
  /** Undefined when the admin key comes from the environment. */
  adminKeyFile: string | undefined;
  /** Of the sign-in link. */
  token: string;
}): string {
  const host = ["0.0.0.0", "::", "127.0.0.1"].includes(settings.host) ? "localhost" : settings.host;
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${settings.port}`;
  const own = [...settings.upstreams, ...settings.bridges].map(({ id }) => id);
  const upstreams = settings.sandbox.enabled ? ["sandbox", ...own] : own;
  return [
    "",
    `  Parlance is ready at ${address}`,
    "",
    `  Sign in      ${address}/sign-in#token=${token}`,
    "               (works once, within a day)",
    `  Base URLs    ${address}/v1 for OpenAI's SDKs, ${address} for Anthropic's and Google's`,
    `  Admin key    ${adminKeyFile ?? "from PARLANCE_ADMIN_KEY"}`,
    `  Upstreams    ${upstreams.join(", ") || "none: no model can be asked"}`,
    "",
  ].join("\n");
}
