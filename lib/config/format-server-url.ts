import type { Settings } from "./load-settings.ts";

const EVERY_ADDRESS = ["0.0.0.0", "::"];

/** Returns the URL of the server on this machine, without a trailing slash. @param local host name of this machine */
export function formatServerUrl({ host, port }: Pick<Settings, "host" | "port">, local = "localhost"): string {
  const name = EVERY_ADDRESS.includes(host) || host === "127.0.0.1" ? local : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
