import type { ResolvedModel } from "../routing/resolve-model.ts";
import type { CallContext } from "./call-context.ts";
import { listDroppedFields, toClientNames } from "./dropped-fields.ts";
import { listIgnoredFields, planEmulation } from "./emulation/plan-emulation.ts";
import { chooseDialect, listBridgeLosses, readCall } from "./run-lane.ts";
import { canRelay, expandContext } from "./run-target.ts";

/** Fields that change no response: a target that lacks them is as good as any other. */
const WITHOUT_EFFECT = new Set(["user", "metadata", "safety_identifier", "service_tier", "store", "stream_options"]);

/**
 * Returns the fields with an effect on the response that this model would not get, in the client's names; at once for a
 * model to which the request is relayed.
 */
export function listLosses(context: CallContext, resolved: ResolvedModel): Promise<string[]> | string[] {
  if (resolved.kind === "upstream" && canRelay(context, resolved.upstream)) return [];
  return listTranslationLosses(context, resolved);
}

async function listTranslationLosses(context: CallContext, resolved: ResolvedModel): Promise<string[]> {
  const { dialect } = context;
  const call = await readCall(await expandContext(context), resolved.model);
  const names = new Set(toClientNames(await listDropped(), dialect, context.wire));
  return [...names].filter((name) => !WITHOUT_EFFECT.has(name));

  async function listDropped(): Promise<Iterable<string>> {
    if (resolved.kind === "sandbox") return (await resolved.builtIn.prepare(call)).dropped;
    if (resolved.kind === "bridge") {
      resolved.bridge.prepare(call);
      return listBridgeLosses(call, dialect);
    }
    const target = chooseDialect(dialect, resolved.upstream);
    const { ignores } = resolved.upstream;
    const plan = context.emulates ? planEmulation(call, { client: dialect, target, ignores }) : undefined;
    target.writeRequest(plan?.call ?? call);
    const ignored = listIgnoredFields(call, ignores).filter((name) => !plan?.names.includes(name));
    return [...call.dropped, ...listDroppedFields(call, { client: dialect.id, target: target.id }), ...ignored];
  }
}
