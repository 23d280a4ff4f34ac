import { visiblePath } from "#lib/playground/conversation/transcript.ts";
import type { GatewayFailure } from "#lib/playground/gateway/errors.ts";
import type { ParameterValues } from "#lib/playground/parameters/parameter-definition.ts";
import { refusedParameter } from "#lib/playground/parameters/refused-parameter.ts";
import { useChatState } from "../chat/chat-context.tsx";

/** The refused parameter and the error message. */
export type RefusedParameter = { name: string; message: string };

/** Returns the parameter that the last request was refused for, until it is changed or another request is sent. */
export function useRefusedParameter(): RefusedParameter | undefined {
  const failure = useChatState(({ session }) => {
    const last = visiblePath(session.transcript).at(-1);
    return last?.role === "assistant" ? last.failure : undefined;
  });
  const values = useChatState(({ session }) => session.settings.parameters);
  return findRefusal(failure, values);
}

/** Values at the time a failure was first seen. Survives closing and reopening the panel. */
const refusedValues = new WeakMap<GatewayFailure, ParameterValues>();

/** @param values the panel's current values */
export function findRefusal(
  failure: GatewayFailure | undefined,
  values: ParameterValues,
): RefusedParameter | undefined {
  const isRefusal = failure?.status === 400 || failure?.status === 422 || failure?.param !== undefined;
  const name = failure && isRefusal ? refusedParameter(failure, Object.keys(values)) : undefined;
  if (!failure || name === undefined) return undefined;
  const refused = refusedValues.get(failure) ?? values;
  refusedValues.set(failure, refused);
  if (values[name] !== refused[name]) return undefined;
  return { name, message: failure.message };
}
