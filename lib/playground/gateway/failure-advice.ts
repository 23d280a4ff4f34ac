/** Texts and buttons of a failure: its title, its source, the next step and the actions that can help. */
import { refusedParameter } from "../parameters/refused-parameter.ts";
import type { GatewayFailure } from "./errors.ts";

export type FailureAction =
  | { kind: "retry" }
  | { kind: "edit" }
  | { kind: "sign-in" }
  | { kind: "connect-provider" }
  | { kind: "remove-parameter"; parameter: string };

const TITLES: Record<number, string> = {
  400: "The request was not accepted",
  401: "You are signed out",
  402: "The credit is used up",
  403: "This key may not do that",
  404: "Not found",
  408: "The request timed out",
  413: "The request is too large",
  415: "Wrong content type",
  422: "The request was not accepted",
  429: "Too many requests",
  500: "Something failed",
  502: "The upstream gave a bad answer",
  503: "Overloaded",
  504: "The upstream took too long",
  529: "Overloaded",
};

export function getFailureTitle(failure: GatewayFailure): string {
  if (failure.origin === "network") return "No connection to the gateway";
  if (failure.origin === "task") return "It could not be made";
  if (failure.code === "model_not_found") return "No such model";
  if (failure.type === "stream_truncated") return "The answer was cut short";
  if (failure.type === "stream_malformed") return "The response cannot be read";
  if (failure.type === "connection_lost") return "The connection was lost";
  const title = failure.status === undefined ? undefined : TITLES[failure.status];
  return title ?? (failure.origin === "stream" ? "The answer broke off" : "The request failed");
}

/** Returns the source of the message: "The upstream openai", "The gateway". */
export function getSpeaker({ source, upstream }: GatewayFailure): string | undefined {
  if (source === "upstream") return upstream ? `The upstream ${upstream}` : "The upstream";
  if (source === "gateway") return "The gateway";
  return source === "page" ? "This page" : undefined;
}

/** Returns the next step for the user, in one sentence. */
export function getAdvice(failure: GatewayFailure): string | undefined {
  const { status } = failure;
  if (failure.origin === "network") return "Check that the server is running, then try again. Your message is kept.";
  if (failure.origin === "task") {
    return isRefusal(failure)
      ? "The same prompt will be refused again: change it, then send it as a new one."
      : "Try again with the same prompt and parameters, or change them first.";
  }
  if (status === 401) return "Sign in again; your message is kept.";
  if (status === 403) return "Use a key whose scopes cover this route.";
  if (status === 402 || failure.code === "insufficient_quota")
    return "A retry will not help until there is credit again.";
  if (failure.code === "model_not_found") return "Choose another model, or connect the provider that has it.";
  if (status === 413) return "Attach smaller files, or start a new chat.";
  if (status === 429) {
    const wait = failure.retryAfter === undefined ? "Wait a moment" : "Wait for the countdown";
    return `The limit frees up by itself. ${wait}, or pick another model.`;
  }
  if (failure.origin === "stream") return "What came before is kept. Try again for a whole answer.";
  if (status !== undefined && status >= 500) return "This is usually brief. Try again, or pick another model.";
  return failure.param ? "Change the field named above and send again." : undefined;
}

/**
 * Returns the buttons of the card, the best one first. Offers a retry only when the same request can succeed: never on
 * a bad request, a missing key or used-up credit.
 */
export function listActions(failure: GatewayFailure, setParameters: readonly string[]): FailureAction[] {
  const { status, origin } = failure;
  if (status === 401) return [{ kind: "sign-in" }];
  if (origin === "task" && isRefusal(failure)) return [{ kind: "edit" }];
  if (failure.code === "model_not_found") return [{ kind: "connect-provider" }, { kind: "edit" }];
  const refused = status === undefined ? failure.param !== undefined : status === 400 || status === 422;
  const parameter = refused ? refusedParameter(failure, setParameters) : undefined;
  if (parameter) {
    return [{ kind: "remove-parameter", parameter }, { kind: "edit" }];
  }
  const passing = status === 408 || status === 409 || status === 425 || status === 429;
  const exhausted = failure.code === "insufficient_quota" || status === 402;
  if (exhausted) return [{ kind: "edit" }];
  if (origin === "response" && status !== undefined && status < 500 && !passing) return [{ kind: "edit" }];
  return [{ kind: "retry" }, { kind: "edit" }];
}

/** Returns true when the content of the request is the reason, so that a retry gets the same response. */
function isRefusal({ code = "", type = "" }: GatewayFailure): boolean {
  return /moderation|policy|safety|blocked|invalid/i.test(`${code} ${type}`);
}
