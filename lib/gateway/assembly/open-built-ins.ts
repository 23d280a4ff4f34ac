/** Opens the upstreams of this process itself. The sandbox's code is loaded only where it is enabled. */
import type { BuiltInUpstream } from "#lib/canonical/built-in-upstream.ts";
import type { Settings } from "#lib/config/load-settings.ts";
import { openCassettes, openReplays } from "#lib/records/recorded-upstream.ts";
import type { RenderVideo } from "#lib/sandbox/upstream.ts";

type OpenOptions = {
  /** Renderer of the sandbox's videos; tests use a quicker one. */
  renderVideo?: RenderVideo | undefined;
};

/** Returns the built-in upstreams that the settings enable, by id. */
export async function openBuiltIns(
  { sandbox, cassettes }: Pick<Settings, "sandbox" | "cassettes">,
  { renderVideo }: OpenOptions = {},
): Promise<Map<string, BuiltInUpstream>> {
  const recorded = [openReplays(), ...cassettes.map(openCassettes)];
  const builtIns = new Map(recorded.map((upstream) => [upstream.id, upstream]));
  if (!sandbox.enabled) return builtIns;
  const { openSandbox } = await import("#lib/sandbox/upstream.ts");
  const { tokensPerSecond } = sandbox;
  const upstream = openSandbox({ tokensPerSecond, renderVideo });
  return new Map([[upstream.id, upstream], ...builtIns]);
}
