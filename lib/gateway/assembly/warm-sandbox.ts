/** Loads the sandbox's modules and documentation at startup, so that the first page does not wait for them. */
import type { BuiltInUpstream } from "#lib/canonical/built-in-upstream.ts";
import { SANDBOX } from "../routing/sandbox-upstream.ts";

type WarmOptions = {
  builtIns: ReadonlyMap<string, Pick<BuiltInUpstream, "prepare">>;
  log(line: string): void;
};

/**
 * Loads the sandbox where it is enabled, and never rejects: if it fails to load, its own requests fail, not the
 * process.
 */
export async function warmSandbox({ builtIns, log }: WarmOptions): Promise<void> {
  const call = {
    model: "guide",
    messages: [{ role: "user" as const, content: "What is Parlance?" }],
    stream: false,
    dropped: [],
  };
  try {
    const prepared = await builtIns.get(SANDBOX)?.prepare(call);
    const stop = new AbortController();
    // The first Part comes after everything is loaded.
    for await (const _ of prepared?.respond({ signal: stop.signal }) ?? []) break;
  } catch (error) {
    log(`The sandbox did not load: ${error instanceof Error ? error.message : String(error)}`);
  }
}
