/** Reads the input as messages (wire-formats §14.2): the steps of one turn of the model become one message. */
import type { AssistantContent, Message, TextContent, UserContent } from "#lib/canonical/call.ts";
import { openId } from "#lib/canonical/opaque.ts";
import { pickUnknownFields, type VendorData } from "#lib/canonical/vendor-data.ts";
import type { InteractionsRequest } from "#lib/contract/google-interactions/wire.ts";
import {
  type InteractionContent,
  type InteractionElement,
  isContent,
  type KnownStep,
  toKnownElement,
} from "#lib/contract/google-interactions/wire-steps.ts";
import { withoutNulls } from "../without-nulls.ts";
import { readContent } from "./content-parts.ts";
import { DIALECT } from "./dialect-id.ts";
import { openSignature, openTextSignature } from "./signatures.ts";

type Thought = Extract<KnownStep, { type: "thought" }>;
type Call = Extract<KnownStep, { type: "function_call" }>;
type Result = Extract<KnownStep, { type: "function_result" }>;

/** Returns the input as steps: content outside a step is what the user says. */
export function toSteps(input: InteractionsRequest["input"]): InteractionElement[] {
  const steps: InteractionElement[] = [];
  let said: InteractionContent[] | undefined;
  for (const element of listInput(input)) {
    if (!isContent(element)) {
      said = undefined;
      steps.push(element);
    } else if (said) said.push(element);
    else {
      said = [element];
      steps.push({ type: "user_input", content: said });
    }
  }
  return steps;
}

function listInput(input: InteractionsRequest["input"]): InteractionElement[] {
  if (input == null) return [];
  if (typeof input === "string") return [{ type: "text", text: input }];
  return Array.isArray(input) ? input : [input];
}

export function readInput(input: InteractionsRequest["input"]): Message[] {
  if (typeof input === "string") return [{ role: "user", content: input }];
  const messages: Message[] = [];
  let turn: AssistantContent[] = [];
  /** Content outside a step, which is of one message of the user. */
  let loose: UserContent[] = [];

  function close(): void {
    if (turn.length > 0) messages.push({ role: "assistant", content: toPlainText(turn) ?? turn });
    if (loose.length > 0) messages.push({ role: "user", content: loose });
    turn = [];
    loose = [];
  }

  function readElement(element: InteractionElement): void {
    const known = toKnownElement(element);
    const isLoose = isContent(element);
    if (isLoose ? turn.length > 0 : loose.length > 0) close();
    switch (known?.type) {
      case "user_input":
        close();
        messages.push({ role: "user", content: (known.content ?? []).map(readContent) });
        return;
      case "model_output":
        for (const part of known.content ?? []) turn.push(readContent(part));
        return;
      case "thought":
        readThought(known);
        return;
      case "function_call":
        turn.push(readCall(known));
        return;
      case "function_result":
        close();
        messages.push(readResult(known));
        return;
      default:
        if (isLoose) loose.push(readContent(element));
        else turn.push({ type: "unknown", dialect: DIALECT, value: element });
    }
  }

  function readThought(step: Thought): void {
    const carried = openTextSignature(step.signature);
    const last = turn.findLast((content): content is TextContent => content.type === "text");
    if (!carried) turn.push(readReasoning(step));
    else if (last) last.vendor = { ...last.vendor, ...carried };
  }

  for (const element of listInput(input)) readElement(element);
  close();
  return messages;
}

/** A turn that is one text is a text: the form in which every API takes it. */
function toPlainText(turn: AssistantContent[]): string | undefined {
  const [only] = turn;
  return turn.length === 1 && only?.type === "text" && !only.vendor ? only.text : undefined;
}

const THOUGHT_FIELDS = new Set(["type", "summary"]);
const SEALED_FIELDS = new Set(["type", "summary", "signature"]);

/** Reads a thought, of a request or of a response. */
export function readReasoning(step: Record<string, unknown>): AssistantContent {
  const summary = Array.isArray(step.summary) ? (step.summary as { type?: unknown; text?: unknown }[]) : [];
  const isText = summary.every((part) => part?.type === "text");
  // An image among the thoughts: only this dialect's clients recognise it.
  if (!isText) return { type: "unknown", dialect: DIALECT, value: step };
  const opened = openSignature(step.signature);
  const rest = pickUnknownFields(DIALECT, withoutNulls(step), opened ? SEALED_FIELDS : THOUGHT_FIELDS);
  const vendor: VendorData = { ...opened, ...rest };
  const text = summary.map((part) => String(part.text ?? "")).join("");
  return { type: "reasoning", text, ...(Object.keys(vendor).length > 0 ? { vendor } : {}) };
}

const CALL_FIELDS = new Set(["type", "id", "name", "arguments"]);

function readCall(step: Call): AssistantContent {
  const { id, vendor: carried } = openId(step.id);
  const vendor = { ...carried, ...pickUnknownFields(DIALECT, withoutNulls(step), CALL_FIELDS) };
  return {
    type: "tool-call",
    id,
    name: step.name,
    kind: "function",
    input: JSON.stringify(step.arguments ?? {}),
    ...(Object.keys(vendor).length > 0 ? { vendor } : {}),
  };
}

const RESULT_FIELDS = new Set(["type", "call_id", "name", "result", "is_error"]);

function readResult(step: Result): Message {
  const { call_id, name, result, is_error: isError } = step;
  const isObject = typeof result === "object" && !Array.isArray(result);
  const rest = pickUnknownFields(DIALECT, withoutNulls(step), RESULT_FIELDS)?.[DIALECT];
  const vendor = rest || isObject ? { [DIALECT]: { ...rest, ...(isObject ? { isObject } : {}) } } : undefined;
  return {
    role: "tool",
    callId: openId(call_id).id,
    content: Array.isArray(result)
      ? result.map(readContent)
      : typeof result === "string"
        ? result
        : JSON.stringify(result),
    ...(name != null ? { name } : {}),
    ...(isError != null ? { isError } : {}),
    ...(vendor ? { vendor } : {}),
  };
}
