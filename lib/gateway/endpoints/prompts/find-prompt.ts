import type { RequestContext } from "#lib/gateway/request/context.ts";
import { findVersionNumber, getPromptViewer } from "#lib/gateway/request/prompts.ts";
import { errors } from "#lib/http/errors.ts";
import type { LabelledPrompt, PromptVersionRecord } from "#lib/store/prompts/prompt-record.ts";
import { canEdit, isOwner } from "./describe-prompts.ts";

type Context = Pick<RequestContext<never>, "params" | "principal"> & Pick<RequestContext, "services">;

/** @throws GatewayError 404 */
export async function findPrompt({ params, principal, services }: Context): Promise<LabelledPrompt> {
  const { prompt_id: id = "" } = params;
  const prompt = await services.store.prompts.find(getPromptViewer(principal), { id });
  if (!prompt) throw errors.promptNotFound({ name: id });
  return prompt;
}

/** @throws GatewayError 404, or 403 for one that the principal may only read */
export async function findEditablePrompt(context: Context): Promise<LabelledPrompt> {
  const prompt = await findPrompt(context);
  if (!canEdit(prompt, context.principal)) throw errors.promptOfAnother({ action: "change it" });
  return prompt;
}

/** @throws GatewayError 404, or 403 for one of somebody else */
export async function findOwnPrompt(context: Context, action: string): Promise<LabelledPrompt> {
  const prompt = await findPrompt(context);
  if (!isOwner(prompt, context.principal)) throw errors.promptOfAnother({ action });
  return prompt;
}

/** @throws GatewayError 404 */
export async function findVersion(
  prompt: LabelledPrompt,
  version: string | undefined,
  { services }: Pick<Context, "services">,
): Promise<PromptVersionRecord> {
  const number = findVersionNumber(prompt, version);
  const found = number === undefined ? undefined : await services.store.prompts.findVersion(prompt, number);
  if (!found) throw errors.promptVersionNotFound({ name: prompt.name, version: version ?? String(number) });
  return found;
}
