/** Redaction of every secret of a process, for all that it sends to clients or writes to a log. */
import type { Settings } from "#lib/config/load-settings.ts";
import { createRedactor, type Redact } from "#lib/upstreams/redactor.ts";

/** Keys of this gateway, whose hashes alone are stored, by the form in which `key-store` and `admin-key` make them. */
const GATEWAY_KEY = /\bpk_(?:admin_[\w-]{43}|[0-9A-Za-z]{43})/g;

export type ProcessRedactor = {
  /** Secrets of the settings and the environment, for what upstreams write. */
  ofUpstreams: Redact;
  /** The same and keys of this gateway, for errors and logs. */
  redact: (text: string) => string;
};

export function createProcessRedactor({ secrets }: Pick<Settings, "secrets">): ProcessRedactor {
  const ofUpstreams = createRedactor(secrets);
  return { ofUpstreams, redact: (text) => ofUpstreams(text).replace(GATEWAY_KEY, "[redacted]") };
}
