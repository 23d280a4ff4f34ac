/** Builds the body of POST /v1/responses (wire-formats §2.1, §2.2) from what is on screen. */
import type { Fields } from "../json-fields.ts";
import { base64Of } from "../take-base64.ts";
import type { Conversation, FileReference, TextRequest } from "../text-dialect.ts";
import { parseTools } from "../tools.ts";
import { type AssistantTurn, chosenOf, type ToolTurn, type Turn } from "../transcript.ts";
import { RESPONSES_TOOLS, toResponsesFields } from "./body-fields.ts";

type ReadDataUrl = Conversation["readDataUrl"];

export async function buildResponsesRequest({
  model,
  settings: { system, parameters, toolsText },
  turns,
  readDataUrl,
}: Conversation): Promise<TextRequest> {
  const followed = parameters.previous_response_id === true ? lastStored(turns) : undefined;
  const context = { model, readDataUrl, stored: parameters.store !== false, turns };
  const input: Fields[] = [];
  for (const turn of turns.slice(followed ? turns.indexOf(followed) + 1 : 0)) {
    input.push(...(await toItems(turn, context)));
  }
  const tools = parseTools(toolsText, RESPONSES_TOOLS).tools;
  return {
    path: "/v1/responses",
    body: {
      model,
      ...(system.trim() === "" ? {} : { instructions: system }),
      input,
      ...(followed ? { previous_response_id: followed.answer.responseId } : {}),
      ...(tools?.length ? { tools: tools.map((tool) => tool.raw) } : {}),
      ...toResponsesFields(parameters),
      stream: true,
    },
  };
}

/** The newest answer that came to its end and has an id; what failed on the way is not stored. */
function lastStored(turns: readonly Turn[]): AssistantTurn | undefined {
  const answers = turns.filter((turn): turn is AssistantTurn => turn.role === "assistant");
  const last = answers.findLast(({ answer }) => answer.choices.length > 0);
  return last?.answer.responseId && last.state === "complete" ? last : undefined;
}

type Context = { model: string; readDataUrl: ReadDataUrl; stored: boolean; turns: readonly Turn[] };

async function toItems(turn: Turn, context: Context): Promise<Fields[]> {
  switch (turn.role) {
    case "user": {
      if (turn.attachments.length === 0) return [{ role: "user", content: turn.text }];
      const content: Fields[] = [];
      for (const attachment of turn.attachments) content.push(await toFilePart(attachment, context.readDataUrl));
      if (turn.text !== "") content.push({ type: "input_text", text: turn.text });
      return [{ role: "user", content }];
    }
    case "tool":
      return toOutputs(turn, context.turns);
    case "assistant":
      return toAnswerItems(turn, context);
    default:
      return turn satisfies never;
  }
}

async function toFilePart(file: FileReference, readDataUrl: ReadDataUrl): Promise<Fields> {
  const url = await readDataUrl(file);
  if (file.mediaType.startsWith("image/")) return { type: "input_image", image_url: url };
  return { type: "input_file", filename: file.name, file_data: url };
}

/** The output of a call is an item of the call's kind. */
function toOutputs({ parent, results }: ToolTurn, turns: readonly Turn[]): Fields[] {
  const asked = turns.find(({ id }) => id === parent);
  const calls = asked?.role === "assistant" ? (chosenOf(asked)?.toolCalls ?? []) : [];
  return results.map(({ callId, content }) => ({
    type: calls.find(({ id }) => id === callId)?.kind === "custom" ? "custom_tool_call_output" : "function_call_output",
    call_id: callId,
    output: content,
  }));
}

/**
 * An answer goes back as it came: its items in their order, reasoning among them. A model takes only reasoning of its
 * own, and only what the server has kept or the item itself carries. What was broken off goes back as the text that came.
 */
async function toAnswerItems(
  turn: AssistantTurn,
  { model, readDataUrl, stored }: Omit<Context, "turns">,
): Promise<Fields[]> {
  const choice = chosenOf(turn);
  const items: Fields[] = [];
  for (const { file: index, ...item } of choice?.parts ?? []) {
    const file = index === undefined ? undefined : choice?.files?.[index];
    if (item.type === "reasoning" && (turn.model !== model || !(stored || item.encrypted_content))) continue;
    // The gateway's own answers repeat a message's text beside its content (§2.5).
    const { text: _repeated, ...rest } = item;
    if (file) {
      const result = base64Of(await readDataUrl({ ...file, name: "A picture of an answer" }));
      items.push({ ...rest, result });
    } else if (index === undefined) items.push(rest);
  }
  return dropLoneReasoning(items);
}

/** Reasoning must be followed by what it led to. */
function dropLoneReasoning(items: Fields[]): Fields[] {
  const end = items.findLastIndex(({ type }) => type !== "reasoning");
  return items.slice(0, end + 1);
}
