/** Writes a conversation as readable Markdown; reasoning and tool calls are folded. */
import { listUserParts } from "#lib/playground/conversation/message-parts.ts";
import {
  type AssistantTurn,
  getChosenChoice,
  type ToolTurn,
  type Turn,
  type UserTurn,
} from "#lib/playground/conversation/transcript.ts";
import { formatCount, formatDuration, measure } from "#lib/playground/streams/metrics.ts";

/** @param turns the visible ones, first to last */
export function writeMarkdown({
  title,
  system,
  systemLabel,
  turns,
}: {
  title: string;
  system: string;
  systemLabel: string;
  turns: readonly Turn[];
}): string {
  const sections = [`# ${title.replace(/\s+/g, " ")}`];
  if (system.trim() !== "") sections.push(folded(systemLabel, system));
  for (const turn of turns) sections.push(...writeSections(turn));
  return `${sections.join("\n\n")}\n`;
}

/** Writes one message, without its heading and its metrics. */
export function writeMessageMarkdown(turn: Turn): string {
  const sections =
    turn.role === "user"
      ? writeUserSections(turn)
      : turn.role === "assistant"
        ? writeResponseSections(turn)
        : writeSections(turn);
  return sections.join("\n\n");
}

function writeSections(turn: Turn): string[] {
  switch (turn.role) {
    case "user":
      return ["## User", ...writeUserSections(turn)];
    case "system":
    case "developer":
      return [folded(turn.role === "system" ? "System message" : "Developer message", turn.text)];
    case "tool":
      return turn.results.map(toResult);
    case "assistant":
      return ["## Assistant", ...writeResponseSections(turn), `<sub>${writeFacts(turn)}</sub>`];
    default:
      return turn satisfies never;
  }
}

/** Writes a user message; consecutive files share a line. */
function writeUserSections(turn: UserTurn): string[] {
  const sections: string[] = [];
  let files: string[] = [];
  const endFiles = () => {
    if (files.length > 0) sections.push(files.join(", "));
    files = [];
  };
  for (const part of listUserParts(turn)) {
    if (part.type === "file") files.push(`*${part.attachment.name}* (${part.attachment.mediaType})`);
    else {
      endFiles();
      sections.push(part.text);
    }
  }
  endFiles();
  return sections;
}

const toResult = ({ name, content }: ToolTurn["results"][number]): string =>
  folded(`Result of ${name}`, fenced(content, "json"));

function writeResponseSections(turn: AssistantTurn): string[] {
  const choice = getChosenChoice(turn);
  const sections: string[] = [];
  if (choice?.reasoning) sections.push(folded("Reasoning", choice.reasoning));
  if (choice?.text) sections.push(choice.text);
  if (choice?.refusal) sections.push(`> ${choice.refusal.replaceAll("\n", "\n> ")}`);
  for (const file of choice?.files ?? []) if (!file.thought) sections.push(`*Generated file* (${file.mediaType})`);
  for (const call of choice?.toolCalls ?? []) {
    sections.push(folded(`Call of ${call.name}`, fenced(call.arguments, call.kind === "custom" ? "" : "json")));
  }
  const sources = (choice?.citations ?? []).map(({ title, url }) => (url ? `- [${title}](${url})` : `- ${title}`));
  if (sources.length > 0) sections.push(["Sources:", "", ...sources].join("\n"));
  if (turn.failure) sections.push(`**Failed:** ${turn.failure.message}`);
  return sections;
}

function writeFacts(turn: AssistantTurn): string {
  const { timeToFirstToken, inputTokens, outputTokens, totalTime, estimated } = measure(turn.answer, turn.timings);
  return [
    turn.model,
    ...(turn.edited ? ["edited by hand"] : []),
    ...(turn.state === "complete" ? [] : [turn.state]),
    ...(timeToFirstToken === undefined ? [] : [`first token ${formatDuration(timeToFirstToken)}`]),
    ...(inputTokens === undefined ? [] : [`${formatCount(inputTokens)} in`]),
    ...(outputTokens === undefined ? [] : [`${estimated ? "~" : ""}${formatCount(outputTokens)} out`]),
    ...(totalTime === undefined ? [] : [formatDuration(totalTime)]),
  ].join(" · ");
}

/** Folds content; the blank lines make Markdown inside it work. */
const folded = (summary: string, content: string): string =>
  `<details>\n<summary>${escapeHtml(summary)}</summary>\n\n${content}\n\n</details>`;

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Fences content with a fence longer than any inside. */
function fenced(content: string, language: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${content}\n${fence}`;
}
