/** Puts the stored prompt that a request calls into the request. */
import { isRecord } from "#lib/contract/is-record.ts";
import type { Dialect, RouteParameters } from "#lib/dialects/dialect.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { JsonBody } from "#lib/gateway/request/read-json.ts";
import { errors } from "#lib/http/errors.ts";
import { toClientNames } from "../dropped-fields.ts";
import { fillPrompt } from "./fill-prompt.ts";
import { type PromptCall, readPromptCall } from "./read-prompt-call.ts";
import { chooseModel, convertPrompt, mergePrompt } from "./write-prompt-body.ts";

type Prompted = Pick<RequestContext, "request" | "services" | "principal" | "log"> & {
  dialect: Dialect;
  parameters?: RouteParameters | undefined;
};

type ReadBody = Pick<JsonBody, "value" | "text" | "abridged">;
type AppliedBody = ReadBody & { parameters?: RouteParameters | undefined };

/** Returns undefined at once for a request without a prompt, which costs nothing more. */
export function openPrompt(prompted: Prompted, read: ReadBody): Promise<AppliedBody> | undefined {
  const call = readPromptCall(prompted.request, read.value, prompted.dialect.id);
  return call && applyPrompt(prompted, read, call);
}

/**
 * Notes the prompt in the log's entry. A prompt in the body that is not stored here stays for the upstream.
 * @throws GatewayError 404 for an unknown prompt of the header, or an unknown version; 400 for values that do not fit
 */
async function applyPrompt(
  { services, principal, log, dialect, parameters }: Prompted,
  read: ReadBody,
  { reference, param, valuesParam, values, readsMetadata }: PromptCall,
): Promise<AppliedBody> {
  const found = await services.prompts.find(principal, reference);
  if (!found) {
    if (!readsMetadata) return { ...read, parameters };
    throw errors.promptNotFound({ name: reference.name, param });
  }
  const whole = read.abridged ? await read.abridged.parseWhole() : read.value;
  if (!isRecord(whole)) return { ...read, parameters };
  const { prompt: _, ...body } = whole;
  const given = { ...(readsMetadata ? takeMetadata(body, found.definition.variables) : {}), ...values };
  const fields = fillPrompt(found, given, valuesParam);
  const model = chooseModel(parameters?.model ?? body.model, fields.model);
  const { body: prompt, dropped } = convertPrompt(fields, { dialect, model: typeof model === "string" ? model : "-" });
  log.prompt = `${found.name}@${found.version}`;
  log.droppedOfPrompt = [...toClientNames(dropped, dialect)];
  const inPath = parameters?.model !== undefined;
  const merged = mergePrompt(prompt, body, dialect.id);
  if (inPath || model === undefined) delete merged.model;
  else merged.model = model;
  return {
    value: merged,
    text: JSON.stringify(merged),
    abridged: undefined,
    parameters: inPath && typeof model === "string" ? { ...parameters, model } : parameters,
  };
}

/** Takes the values of variables out of `metadata`, which upstreams would otherwise get. */
function takeMetadata(body: Record<string, unknown>, variables: readonly { name: string }[]): Record<string, unknown> {
  const { metadata } = body;
  if (!isRecord(metadata)) return {};
  const names = new Set(variables.map(({ name }) => name));
  const entries = Object.entries(metadata);
  const rest = entries.filter(([name]) => !names.has(name));
  if (rest.length === entries.length) return {};
  if (rest.length > 0) body.metadata = Object.fromEntries(rest);
  else delete body.metadata;
  return Object.fromEntries(entries.filter(([name]) => names.has(name)));
}
