/** Redacts every secret of a process in all output to clients and logs. */
import type { Settings } from "#lib/config/load-settings.ts";
import { GATEWAY_KEY, hideKnownSecrets } from "#lib/http/secret-patterns.ts";
import { createRedactor, type Redact } from "#lib/upstreams/redactor.ts";

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

const REMEMBERED_NAMES = 1_000;
const LONGEST_REMEMBERED = 200;

/** Redacts names that come again and again, such as those of models, also secrets that are known by their form. */
export function createNameRedactor(redact: (text: string) => string): (name: string) => string {
  const redacted = new Map<string, string>();
  return (name) => {
    const known = redacted.get(name);
    if (known !== undefined) return known;
    const shown = hideKnownSecrets(redact(name));
    if (name.length > LONGEST_REMEMBERED) return shown;
    // All at once: a memory that keeps the order of use costs more for each request than this does in all.
    if (redacted.size >= REMEMBERED_NAMES) redacted.clear();
    redacted.set(name, shown);
    return shown;
  };
}

type Output = Pick<NodeJS.WriteStream, "write">;
type Write = (chunk: string | Uint8Array, ...rest: unknown[]) => boolean;

/**
 * Redacts all output of the process: from the gateway, a page, a package, or a warning of Node. Replaces the streams'
 * `write`. Bytes pass unchanged: the console writes text.
 */
export function redactOutput(
  redact: (text: string) => string,
  outputs: readonly Output[] = [process.stdout, process.stderr],
): void {
  for (const output of outputs) {
    const write = output.write.bind(output) as Write;
    const redacted: Write = (chunk, ...rest) => write(typeof chunk === "string" ? redact(chunk) : chunk, ...rest);
    output.write = redacted as Output["write"];
  }
}
