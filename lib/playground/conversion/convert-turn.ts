/** Converts a turn to another API. Notes what the other API cannot express or send. */
import type { ResponseChoice, ToolCall } from "../conversation/model-response.ts";
import { otherPartNames } from "../conversation/other-parts.ts";
import type { AssistantTurn, ToolResult, Turn, UserTurn } from "../conversation/transcript.ts";
import type { TextDialect } from "../dialects/text-dialect.ts";
import { PAGE_NAMES } from "./page-names.ts";

export type ConversionContext = {
  to: TextDialect;
  note: (text: string) => void;
  /** Returns a call's id on the other page, from its answer and old id. */
  callId: (answer: string | null, id: string) => string;
};

export function convertTurn(turn: Turn, context: ConversionContext): Turn {
  switch (turn.role) {
    case "user":
      return convertUser(turn, context);
    case "system":
    case "developer":
      noteInstruction(turn.role, context);
      return turn;
    case "tool":
      return { ...turn, results: turn.results.map((result) => convertResult(result, turn.parent, context)) };
    case "assistant":
      return convertAnswer(turn, context);
    default:
      return turn satisfies never;
  }
}

function convertUser(turn: UserTurn, { to, note }: ConversionContext): UserTurn {
  const refused = turn.attachments.filter((file) => {
    const why = to.refuseFile?.(file);
    if (why) note(`${file.name}: ${why}`);
    return why !== undefined;
  });
  if (refused.length === 0) return turn;
  const stays = ({ sha256 }: { sha256: string }) => !refused.some((file) => file.sha256 === sha256);
  return {
    ...turn,
    attachments: turn.attachments.filter(stays),
    ...(turn.parts ? { parts: turn.parts.filter((part) => part.type === "text" || stays(part.attachment)) } : {}),
  };
}

function noteInstruction(role: "system" | "developer", { to, note }: ConversionContext): void {
  if (to.page === "generate-content") note("Instructions between the messages are sent before all of them.");
  if (to.page === "messages" && role === "developer") note("Instructions of a developer are sent as the system’s.");
}

function convertResult(result: ToolResult, answer: string | null, { to, note, callId }: ConversionContext): ToolResult {
  if (result.isError && (to.page === "chat" || to.page === "responses"))
    note("That a tool failed is sent as words: the convention has no mark for it.");
  return { ...result, callId: callId(answer, result.callId) };
}

/** Drops what only the original API accepts back: the response is rebuilt from its text, calls and files. */
function convertAnswer(turn: AssistantTurn, context: ConversionContext): AssistantTurn {
  const { responseId, ...answer } = turn.answer;
  if (responseId) context.note("The ids of stored responses stay behind: every request has the whole conversation.");
  return {
    ...turn,
    answer: { ...answer, choices: answer.choices.map((choice) => convertChoice(choice, turn.id, context)) },
  };
}

function convertChoice(choice: ResponseChoice, turnId: string, context: ConversionContext): ResponseChoice {
  const { to, note, callId } = context;
  const { parts = [], seals = [], ...rest } = choice;
  if (seals.length > 0 || parts.some((part) => "thoughtSignature" in part))
    note("Signatures and encrypted reasoning stay with the vendor whose model made them.");
  if (choice.reasoning !== "") note("What the model thought can be read, and is not sent on.");
  for (const name of new Set(otherPartNames(parts)))
    note(`${name}: the work of an upstream’s own tools is not sent on.`);
  const shown = (choice.files ?? []).filter(({ thought }) => !thought);
  if (shown.length > 0 && to.page !== "generate-content")
    note(
      `Pictures that the model made can be seen, and are not sent on: ${PAGE_NAMES[to.page]} does not take them back.`,
    );
  if (choice.refusal !== "" && to.page !== "chat" && to.page !== "responses") {
    note("A refusal is sent as words of the answer.");
    return { ...rest, text: choice.text || choice.refusal, refusal: "", toolCalls: [] };
  }
  const toolCalls = choice.toolCalls.map((call) => convertCall({ ...call, id: callId(turnId, call.id) }, context));
  return { ...rest, toolCalls };
}

function convertCall(call: ToolCall, { to, note }: ConversionContext): ToolCall {
  if (call.kind === "function" || to.page === "chat" || to.page === "responses") return call;
  note("Calls of tools that take free text have it as “input”.");
  return { ...call, kind: "function", arguments: JSON.stringify({ input: call.arguments }) };
}
