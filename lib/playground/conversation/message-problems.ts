/** Finds the problems of a list of messages, each with its place and what to do. */
import { describeJsonProblem } from "../json-text/json-problem.ts";
import { callsBefore, listCalls } from "./message-edits.ts";
import {
  type EditableMessage,
  isChanged,
  type MessageList,
  type MessagePart,
  type MessageRole,
} from "./message-list.ts";
import { type MessageRules, roleLabel } from "./message-rules.ts";

export type MessageProblem = {
  key: string;
  /** Key of the part with the problem; absent when it is the whole message. */
  part?: string;
  /** An error prevents sending; a warning marks what most models refuse. */
  kind: "error" | "warning";
  text: string;
};

type Rules = { rules: MessageRules; refuseFile?: (file: { mediaType: string }) => string | undefined };

/** Types of parts that each role can have. */
const PARTS_OF: Record<MessageRole, readonly MessagePart["type"][]> = {
  system: ["text"],
  developer: ["text"],
  user: ["text", "file"],
  assistant: ["text", "answer-file", "call", "refusal", "reasoning", "other"],
  tool: ["result"],
};

const NAMES: Record<MessagePart["type"], string> = {
  text: "text",
  file: "a file",
  "answer-file": "a generated file",
  call: "a call",
  result: "a result",
  refusal: "a refusal",
  reasoning: "reasoning",
  other: "provider tool output",
};

export function findMessageProblems(list: MessageList, { rules, refuseFile }: Rules): MessageProblem[] {
  const problems: MessageProblem[] = [];
  const ids = new Set<string>();
  for (const [place, message] of list.entries()) {
    const { key, parts, role } = message;
    // A message that was already sent and is unchanged has nothing that cannot be written.
    const unwritable = isChanged(message) ? "error" : "warning";
    const say = (kind: MessageProblem["kind"], text: string, part?: MessagePart) =>
      problems.push({ key, kind, text, ...(part ? { part: part.id } : {}) });
    if (!rules.roles.some((entry) => entry.role === role))
      say("error", `This API has no ${role} messages. Choose another role.`);
    if (parts.every(isBlank)) say(unwritable, "This message is empty. Add text or delete it.");
    for (const part of parts) {
      if (!PARTS_OF[role].includes(part.type))
        say(
          "error",
          `A ${roleLabel(rules, role)} message can’t contain ${NAMES[part.type]}. Remove it or change the role.`,
          part,
        );
      const refusal = part.type === "file" ? refuseFile?.(part.attachment) : undefined;
      if (refusal) say("error", refusal, part);
      if (part.type === "call") {
        const wrong = callProblem(part, ids);
        if (wrong) say(unwritable, wrong, part);
        else if (!hasResult(list, place, part.call, rules))
          say("warning", "This call has no result. Add one after this message, or remove the call.", part);
      }
      if (part.type === "result" && !hasCall(list, place, part, rules))
        say("warning", "This result doesn’t match an earlier tool call. Pick the call, move it, or delete it.", part);
    }
    const order = orderProblem(list, place, rules);
    if (order) say("warning", order);
  }
  return problems;
}

const isBlank = (part: MessagePart) => (part.type === "text" || part.type === "refusal") && part.text.trim() === "";

function callProblem({ call }: MessagePart & { type: "call" }, ids: Set<string>): string | undefined {
  if (call.name.trim() === "") return "Enter a function name.";
  if (call.id.trim() === "") return "Enter a call ID.";
  if (ids.has(call.id)) return `Another call has the id ${call.id}: give each its own.`;
  ids.add(call.id);
  const problem = call.kind === "function" ? describeJsonProblem(call.arguments || "{}", "object") : undefined;
  return problem && `Arguments: ${problem}`;
}

/** Returns true when a call has its result. Calls of the last message may still wait for theirs. */
function hasResult(list: MessageList, place: number, call: { id: string; name: string }, rules: MessageRules): boolean {
  if (place === list.length - 1) return true;
  const after = list.slice(place + 1);
  const end = after.findIndex(({ role }) => role !== "tool");
  const near = rules.looseResults || end < 0 ? after : after.slice(0, end);
  return near.some(({ parts }) => parts.some((part) => part.type === "result" && answers(part, call, rules)));
}

function hasCall(
  list: MessageList,
  place: number,
  part: MessagePart & { type: "result" },
  rules: MessageRules,
): boolean {
  const calls = rules.looseResults ? list.slice(0, place).flatMap(listCalls) : callsBefore(list, place);
  return calls.some((call) => answers(part, call, rules));
}

const answers = (
  result: { callId: string; name: string },
  call: { id: string; name: string },
  { callIds }: MessageRules,
): boolean => (callIds ? result.callId === call.id : result.name === call.name);

function orderProblem(list: MessageList, place: number, rules: MessageRules): string | undefined {
  const message = list[place];
  const before = list[place - 1];
  if (!message || !isSpoken(message)) return undefined;
  const label = roleLabel(rules, message.role);
  if (rules.userFirst && message.role === "assistant" && !list.slice(0, place).some(isSpoken))
    return "This API expects a user message first. Add one before this message.";
  if (rules.takesTurns && before?.role === message.role)
    return `Two ${label} messages in a row. This API expects user and model to alternate; merge them or add one between.`;
  return undefined;
}

const isSpoken = ({ role }: EditableMessage) => role === "user" || role === "assistant";
