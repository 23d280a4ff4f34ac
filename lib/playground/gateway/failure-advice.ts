/** Texts and buttons of a failure: its title, its sentence, its source and the action that can help. */
import { refusedParameter } from "../parameters/refused-parameter.ts";
import type { GatewayFailure } from "./errors.ts";

export type FailureAction =
  | { kind: "retry" }
  | { kind: "edit" }
  | { kind: "sign-in" }
  | { kind: "connect-provider" }
  | { kind: "remove-parameter"; parameter: string };

const TITLES: Record<number, string> = {
  400: "Request rejected",
  401: "You are signed out",
  402: "Out of credit",
  403: "This key doesn’t have permission",
  404: "Not found",
  408: "The request timed out",
  413: "The request is too large",
  415: "Wrong content type",
  422: "Request rejected",
  429: "Too many requests",
  500: "Something went wrong",
  502: "The provider’s response was invalid",
  503: "Overloaded",
  504: "The provider took too long",
  529: "Overloaded",
};

/** Titles of the limits of keys, by code. */
const LIMIT_TITLES: Readonly<Record<string, string>> = {
  rate_limit_exceeded: "Rate limit of the key reached",
  concurrency_exceeded: "Too many requests at the same time",
  budget_exhausted: "Budget of the key used up",
  model_not_allowed: "This key may not use the model",
  model_without_price: "This key may not use the model",
  route_not_allowed: "This key may not use this endpoint",
};

export function getFailureTitle(failure: GatewayFailure): string {
  if (failure.origin === "network") return "No connection to the gateway";
  if (failure.origin === "task") return "Generation failed";
  if (findMissingProvider(failure)) return "Provider not connected";
  if (failure.code === "model_not_found") return "Model not found";
  const limit = failure.source === "gateway" ? LIMIT_TITLES[failure.code ?? ""] : undefined;
  if (limit) return limit;
  if (failure.type === "stream_truncated") return "The response was cut short";
  if (failure.type === "stream_malformed") return "The response can’t be read";
  if (failure.type === "connection_lost") return "The connection was lost";
  const title = failure.status === undefined ? undefined : TITLES[failure.status];
  return title ?? (failure.origin === "stream" ? "The response was interrupted" : "The request failed");
}

/** Returns the source of the message: "openai", "the gateway". */
export function getSpeaker({ source, upstream }: GatewayFailure): string | undefined {
  if (source === "upstream") return upstream ? upstream : "the provider";
  if (source === "gateway") return "the gateway";
  return source === "page" ? "this page" : undefined;
}

/** Returns the provider that a model's name begins with but that the gateway does not have. */
function findMissingProvider({ code, message }: GatewayFailure): string | undefined {
  // The reason has no field of its own: OpenAI's API has one code for all models that are not found.
  return code === "model_not_found" ? /^No provider "([^"]+)" is connected/.exec(message)?.[1] : undefined;
}

/** Statuses whose message says what is wrong with this request, whoever wrote it. */
const SAID_BY_MESSAGE = new Set([400, 404, 409, 415, 422]);

/** Returns the one sentence of the card. */
export function getSentence(failure: GatewayFailure): string {
  const provider = findMissingProvider(failure);
  if (provider) return `No provider named ${provider} is connected.`;
  const { status, origin, source, message } = failure;
  if (status === 401 || origin === "stream") return getAdvice(failure) ?? message;
  const isSaid = source === "gateway" || (status !== undefined && SAID_BY_MESSAGE.has(status)) || origin === "task";
  return isSaid ? message : (getAdvice(failure) ?? message);
}

/** Messages that only repeat the status. */
const GENERIC =
  /^(?:HTTP status \d+|(?:internal )?(?:server )?error|too many requests|rate limit(?:ed| exceeded| reached)?|overloaded|service unavailable|bad gateway|gateway timeout|unauthori[sz]ed)?[.!]?$/i;

/**
 * Returns the provider's own words when the sentence is not them already and they say more than the status does. The
 * gateway's messages are with the details.
 */
export function getQuote(failure: GatewayFailure): string | undefined {
  const { source, origin, message } = failure;
  const isOurs = source === "gateway" || source === "page" || origin === "network";
  if (isOurs || message === getSentence(failure)) return undefined;
  return GENERIC.test(message) ? undefined : message;
}

/** Returns the next step for the user. */
function getAdvice(failure: GatewayFailure): string | undefined {
  const { status } = failure;
  if (failure.origin === "network") return "Check that the server is running, then retry. Your message is saved.";
  if (status === 401) return "Sign in again. Your message is saved.";
  if (status === 403) return "Use a key with the required scope.";
  if (status === 402 || failure.code === "insufficient_quota") return "Add credit with the provider before retrying.";
  if (status === 413) return "Attach smaller files, or start a new chat.";
  if (status === 429) {
    return failure.retryAfter === undefined
      ? "Wait a moment, or choose another model."
      : "Retrying automatically. You can also choose another model.";
  }
  if (failure.origin === "stream") return "The partial response is saved. Retry to get the full response.";
  if (status !== undefined && status >= 500) return "Usually temporary. Retry or choose another model.";
  return undefined;
}

/**
 * Returns the action of the card. It is a retry only when the same request can succeed: never on a bad request, a
 * missing key or used-up credit.
 */
export function chooseAction(failure: GatewayFailure, setParameters: readonly string[]): FailureAction {
  const { status, origin } = failure;
  if (status === 401) return { kind: "sign-in" };
  if (origin === "task" && isRefusal(failure)) return { kind: "edit" };
  if (failure.code === "model_not_found") return { kind: "connect-provider" };
  const refused = status === undefined ? failure.param !== undefined : status === 400 || status === 422;
  const parameter = refused ? refusedParameter(failure, setParameters) : undefined;
  if (parameter) return { kind: "remove-parameter", parameter };
  const passing = status === 408 || status === 409 || status === 425 || status === 429;
  const exhausted = failure.code === "insufficient_quota" || status === 402;
  if (exhausted) return { kind: "edit" };
  if (origin === "response" && status !== undefined && status < 500 && !passing) return { kind: "edit" };
  return { kind: "retry" };
}

/** Returns true when the content of the request is the reason, so that a retry gets the same response. */
function isRefusal({ code = "", type = "" }: GatewayFailure): boolean {
  return /moderation|policy|safety|blocked|invalid/i.test(`${code} ${type}`);
}
