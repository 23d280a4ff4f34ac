/** Renames fields in errors of the sandbox to the client's: the sandbox names fields as openai-chat does. */
import type { Call } from "#lib/canonical/call.ts";
import type { Part } from "#lib/canonical/part.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { findInBody } from "./find-in-body.ts";

type Request = {
  call: Call;
  /** Body as the client sent it. */
  body: unknown;
} & Pick<Dialect, "fieldNames">;

export async function* withClientFields(
  parts: AsyncIterable<Part>,
  request: Request,
): AsyncGenerator<Part, void, void> {
  try {
    yield* parts;
  } catch (error) {
    throw GatewayError.isInstance(error) ? toClientError(error, request) : error;
  }
}

/**
 * Returns the error unchanged when the client's field is not found, such as one that was converted when it was read.
 */
function toClientError(error: GatewayError, { call, body, fieldNames }: Request): GatewayError {
  const { status, message, type, param, code, headers } = error;
  const value = param && findValue(param, call);
  const place = (value === undefined ? undefined : findInBody(body, value)) ?? (param && fieldNames[param]);
  if (!param || !place) return error;
  const inPlace = message.replaceAll(`\`${param}\``, () => `\`${place}\``);
  return new GatewayError({
    status,
    message: inPlace,
    type,
    param: place,
    ...(code && { code }),
    headers,
    cause: error,
  });
}

/** Returns the value of an error's field in the call. */
function findValue(param: string, { messages, tools, output }: Call): object | string | undefined {
  if (param === "response_format.json_schema.schema")
    return output?.type === "json-schema" ? toSchemaObject(output.schema) : undefined;
  const [, toolIndex] = /^tools\[(\d+)\]\.function\.parameters$/.exec(param) ?? [];
  const tool = toolIndex === undefined ? undefined : tools?.[Number(toolIndex)];
  if (tool) return tool.kind === "function" ? toSchemaObject(tool.parameters) : undefined;
  const [, messageIndex, partIndex] = /^messages\[(\d+)\]\.content\[(\d+)\]$/.exec(param) ?? [];
  const content = messages[Number(messageIndex)]?.content;
  const part = typeof content === "object" ? content[Number(partIndex)] : undefined;
  if (part?.type !== "file" || part.data.kind === "reference") return undefined;
  return part.data.kind === "base64" ? part.data.base64 : part.data.url;
}

/** Boolean schemas may occur many times in a body. */
function toSchemaObject(schema: object | boolean | undefined): object | undefined {
  return typeof schema === "object" ? schema : undefined;
}
