/** Redacts every secret of a process in all output to clients and logs. */
import type { Settings } from "#lib/config/load-settings.ts";
import { createRedactor, type Redact } from "#lib/upstreams/redactor.ts";

/** Keys of this gateway, of which only hashes are stored, in the form that `key-store` and `admin-key` create. */
const GATEWAY_KEY = /\bpk_(?:admin_[\w-]{43}|[0-9A-Za-z]{43})/g;

export type ProcessRedactor = {
  /** Redacts secrets of the settings and the environment, in text of upstreams. */
  ofUpstreams: Redact;
  /** Redacts these secrets and keys of this gateway, in errors and logs. */
  redact: (text: string) => string;
};

export function createProcessRedactor({ secrets }: Pick<Settings, "secrets">): ProcessRedactor {
  const ofUpstreams = createRedactor(secrets);
  return { ofUpstreams, redact: (text) => ofUpstreams(text).replace(GATEWAY_KEY, "[redacted]") };
}
