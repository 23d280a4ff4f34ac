/** Completed items of a response's `output` (wire-formats §2.4). */
import type { ToolCallContent } from "#lib/canonical/call.ts";
import { omitVendor, sealIntoId } from "#lib/canonical/opaque.ts";
import type { TokenLogprob } from "#lib/canonical/part.ts";
import type { Source } from "#lib/canonical/reply.ts";
import type { WireItem } from "#lib/contract/openai-responses/wire.ts";
import { DIALECT } from "./dialect-id.ts";
import { writeLogprobs } from "./logprobs.ts";
import type { MessageFields } from "./message-fields.ts";

export type OutputText = {
  type: "output_text";
  text: string;
  annotations: Record<string, unknown>[];
  logprobs: unknown[];
};

/** Creates ids that are the same in a stream and its final object, and different from any other response's. */
export type ItemIds = {
  /** @param own the upstream's id; used unless another item already has it */
  take(prefix: string, givenId?: unknown): string;
};

export function createItemIds(responseId: string): ItemIds {
  const suffix = responseId.replace(/^resp_/, "");
  const taken = new Set<string>();
  let count = 0;
  return {
    take(prefix, givenId) {
      const made = `${prefix}_${suffix}_${count++}`;
      const id = typeof givenId === "string" && givenId !== "" && !taken.has(givenId) ? givenId : made;
      taken.add(id);
      return id;
    },
  };
}

/** `annotations` is always there: the AI SDK requires it. */
export function writeOutputText({
  text,
  sources,
  logprobs,
  rest,
}: {
  text: string;
  sources: Source[];
  logprobs?: TokenLogprob[] | undefined;
  rest?: Record<string, unknown>;
}): OutputText {
  return {
    type: "output_text",
    annotations: sources.map(writeAnnotation),
    logprobs: writeLogprobs(logprobs),
    text,
    ...rest,
  };
}

export function writeMessageItem({
  id,
  status,
  content,
  message,
}: {
  id: string;
  status: string;
  content: unknown[];
  message: MessageFields | undefined;
}): WireItem {
  return { ...message, id, type: "message", status, role: "assistant", content };
}

/** Other dialects' data of the call travels in its id, the only field that strict clients send back. */
export function writeToolCallItem(
  { id: callId, name, kind, input, vendor }: Omit<ToolCallContent, "type">,
  { id, status }: { id: string; status: string },
): WireItem {
  return {
    id,
    type: kind === "custom" ? "custom_tool_call" : "function_call",
    status,
    call_id: sealIntoId(callId, omitVendor(vendor, DIALECT)),
    name,
    ...(kind === "custom" ? { input } : { arguments: input }),
    ...vendor?.[DIALECT],
  };
}

export function readAnnotation(annotation: Record<string, unknown>): Source {
  const { type, url, title, start_index: startIndex, end_index: endIndex, filename } = annotation;
  const name = title ?? filename;
  return {
    ...(typeof url === "string" ? { url } : {}),
    ...(typeof name === "string" ? { title: name } : {}),
    ...(typeof startIndex === "number" ? { startIndex } : {}),
    ...(typeof endIndex === "number" ? { endIndex } : {}),
    // A citation of a file, or of a newer kind, has more fields than a source.
    ...(type === "url_citation" ? {} : { vendor: { [DIALECT]: { annotation } } }),
  };
}

export function writeAnnotation({ url = "", title = "", startIndex = 0, endIndex = 0, vendor }: Source) {
  const givenId = vendor?.[DIALECT]?.annotation as Record<string, unknown> | undefined;
  return givenId ?? { type: "url_citation", end_index: endIndex, start_index: startIndex, title, url };
}
