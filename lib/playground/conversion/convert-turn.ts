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
  if (to.page === "generate-content") note("Instructions between messages move to the start.");
  if (to.page === "messages" && role === "developer") note("Developer messages become system messages.");
}

function convertResult(result: ToolResult, answer: string | null, { to, note, callId }: ConversionContext): ToolResult {
  if (result.isError && (to.page === "chat" || to.page === "responses"))
    note("Tool errors are sent as text: this API has no error flag.");
  return { ...result, callId: callId(answer, result.callId) };
}

/** Drops what only the original API accepts back: the response is rebuilt from its text, calls and files. */
function convertAnswer(turn: AssistantTurn, context: ConversionContext): AssistantTurn {
  const { responseId, ...answer } = turn.answer;
  if (responseId) context.note("Stored response IDs don’t carry over. Each request sends the whole conversation.");
  return {
    ...turn,
    answer: { ...answer, choices: answer.choices.map((choice) => convertChoice(choice, turn.id, context)) },
  };
}

function convertChoice(choice: ResponseChoice, turnId: string, context: ConversionContext): ResponseChoice {
  const { to, note, callId } = context;
  const { parts = [], seals = [], ...rest } = choice;
  if (seals.length > 0 || parts.some((part) => "thoughtSignature" in part))
    note("Signed reasoning can’t be moved to another provider.");
  if (choice.reasoning !== "") note("Reasoning stays visible but is not sent.");
  for (const name of new Set(otherPartNames(parts))) note(`${name}: output of provider tools is not sent.`);
  const shown = (choice.files ?? []).filter(({ thought }) => !thought);
  if (shown.length > 0 && to.page !== "generate-content")
    note(`Generated images stay visible but are not sent: ${PAGE_NAMES[to.page]} doesn’t support them.`);
  if (choice.refusal !== "" && to.page !== "chat" && to.page !== "responses") {
    note("A refusal is sent as text.");
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
