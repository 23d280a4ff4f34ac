/** Expands the input of a request that continues stored interactions (wire-formats §14.1). */
import type { InteractionsRequest } from "#lib/contract/google-interactions/wire.ts";
import type { InteractionElement } from "#lib/contract/google-interactions/wire-steps.ts";
import { isOwnId } from "#lib/dialects/google-interactions/index.ts";
import { toSteps } from "#lib/dialects/google-interactions/read-steps.ts";
import { errors } from "#lib/http/errors.ts";
import type { StoredResponse } from "#lib/store/stored-response.ts";
import { isRunning, parseResponse } from "../response-object.ts";
import type { InputSources, WholeInput } from "../stored-form.ts";

/**
 * Only for interactions that the gateway writes: a relayed request goes to the upstream that stores them.
 * @throws GatewayError 400 for an interaction that is not stored here, or not yet complete
 */
export async function readWholeInput(wire: InteractionsRequest, sources: InputSources): Promise<WholeInput> {
  const own = toSteps(wire.input);
  const previousId = wire.previous_interaction_id;
  const ownItems = () => own;
  if (previousId == null) return { expanded: wire, ownItems };
  const expanded: InteractionsRequest = { ...wire, input: [...(await readChain(previousId, sources)), ...own] };
  return { expanded, ownItems };
}

/** Returns the steps of the interaction and of all that it continues, oldest first. */
async function readChain(previousId: string, { keyId, responses }: InputSources): Promise<InteractionElement[]> {
  const turns: InteractionElement[][] = [];
  for (let id: string | null = previousId; id !== null; ) {
    const stored: StoredResponse | undefined = isOwnId(id) ? await responses.find({ id, keyId }) : undefined;
    if (!stored)
      throw id === previousId
        ? errors.previousInteractionNotFound({ id })
        : errors.earlierInteractionNotFound({ id: previousId, missing: id });
    const interaction = parseResponse(stored);
    if (isRunning(interaction)) throw errors.previousInteractionRunning({ id });
    turns.push([
      ...(JSON.parse(stored.input) as InteractionElement[]),
      ...((interaction.steps ?? []) as InteractionElement[]),
    ]);
    id = stored.previousId;
  }
  return turns.reverse().flat();
}
