/** Steps of a response ↔ the content of a choice (wire-formats §14.4). */
import type { AssistantContent, ToolCallContent } from "#lib/canonical/call.ts";
import { omitVendor, sealIntoId } from "#lib/canonical/opaque.ts";
import type { Choice, Source } from "#lib/canonical/reply.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import type { WireStep } from "#lib/contract/google-interactions/wire.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { withoutNulls } from "../without-nulls.ts";
import { readAnnotations, writeAnnotations } from "./annotations.ts";
import { readContent, writeFile } from "./content-parts.ts";
import { DIALECT } from "./dialect-id.ts";
import { readReasoning } from "./read-steps.ts";
import { writeSignatureFields, writeTextSeal } from "./signatures.ts";
import { writeCall, writeThought } from "./write-steps.ts";

type Fields = Record<string, unknown>;

export function readOutputSteps(steps: readonly WireStep[]): Pick<Choice, "content" | "sources"> {
  const content: AssistantContent[] = [];
  const sources: Source[] = [];
  let texts = 0;
  let calls = 0;
  for (const step of steps) {
    if (step.type === "model_output") {
      for (const part of Array.isArray(step.content) ? step.content.filter(isTyped) : []) {
        const read = readContent(part);
        content.push(read);
        if (read.type !== "text") continue;
        const about = texts > 0 ? { text: texts } : {};
        texts += 1;
        for (const source of readAnnotations(part.annotations, read.text)) sources.push({ ...source, ...about });
      }
    } else if (step.type === "thought") content.push(readReasoning(step));
    else if (step.type === "function_call") content.push(readOutputCall(step, calls++));
    // The response to a read shows the input too.
    else if (step.type !== "user_input") content.push({ type: "unknown", dialect: DIALECT, value: step });
  }
  return { content, ...(sources.length > 0 ? { sources } : {}) };
}

function isTyped(value: unknown): value is WireStep {
  return isRecord(value) && typeof value.type === "string";
}

const CALL_FIELDS = new Set(["type", "id", "name", "arguments"]);

/** @param position among the calls of the response, for a call without an id */
export function readOutputCall(step: WireStep, position: number): ToolCallContent {
  const { id, name, arguments: given } = step;
  const vendor = pickUnknownFields(DIALECT, withoutNulls(step), CALL_FIELDS);
  return {
    type: "tool-call",
    id: typeof id === "string" && id !== "" ? id : `call_${position}`,
    name: typeof name === "string" ? name : "",
    kind: "function",
    input: JSON.stringify(given ?? {}),
    ...(vendor ? { vendor } : {}),
  };
}

/** Other dialects' data travels in signatures of thoughts, and in a call's id. */
export function writeOutputSteps({ content, sources = [] }: Choice): Fields[] {
  const steps: Fields[] = [];
  let open: Fields[] | undefined;
  let texts = 0;

  function say(part: Fields): void {
    // Two texts in one step would be one text in a stream.
    if (!open || (part.type === "text" && open.at(-1)?.type === "text")) {
      open = [];
      steps.push({ type: "model_output", content: open });
    }
    open.push(part);
  }

  function step(fields: Fields): void {
    open = undefined;
    steps.push(fields);
  }

  for (const part of content) {
    switch (part.type) {
      case "text": {
        const about = texts++;
        const own = sources.filter(({ text = 0 }) => text === about);
        const annotations = own.length > 0 ? { annotations: writeAnnotations(own, part.text) } : {};
        if (part.text !== "" || own.length > 0)
          say({ type: "text", text: part.text, ...annotations, ...part.vendor?.[DIALECT] });
        const seal = writeTextSeal(part.vendor);
        if (seal) step(seal);
        break;
      }
      case "refusal":
        // This API has no refusals: a refusal is text.
        say({ type: "text", text: part.text });
        break;
      case "file":
        say(writeFile(part));
        break;
      case "reasoning": {
        const fields = writeSignatureFields(part.vendor);
        if (part.text !== "" || fields) step(writeThought(part.text, fields));
        break;
      }
      case "tool-call":
        step(writeOutputCall(part));
        break;
      case "unknown":
        if (part.dialect === DIALECT) step(part.value as Fields);
        break;
      default:
        part satisfies never;
    }
  }
  return steps;
}

export function writeOutputCall(call: ToolCallContent): Fields {
  return writeCall({ ...call, id: sealIntoId(call.id, omitVendor(call.vendor, DIALECT)) });
}
