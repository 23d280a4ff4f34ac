/** Answers questions about the conversation itself: its size, earlier messages, repetitions. */
import type { Call } from "#lib/canonical/call.ts";
import { countTokens } from "#lib/prompts/count-tokens.ts";
import { promptTokens } from "#lib/prompts/prompt-tokens.ts";
import type { Conversation } from "../conversation.ts";
import { escapeMarkdown } from "./describe-attachment.ts";

/** Returns undefined when the question is about something else. */
export function answerAboutConversation(call: Call, conversation: Conversation): string | undefined {
  const { question } = conversation;
  if (question.length > 2000) return undefined;
  const earlier = conversation.userTexts.slice(0, -1);
  if (
    /\bwhat\b.*\b(did|have|was)\b.*\bI\b.*\b(say|said|ask|asked|write|wrote|tell|told)\b.*\bfirst\b|\bmy first (message|question|words)\b|\bfirst thing I (said|asked|wrote)\b/i.test(
      question,
    )
  ) {
    return earlier[0] === undefined
      ? "This is the first thing that you have said here."
      : `You first said:\n\n${quote(earlier[0])}`;
  }
  if (
    /\bwhat\b.*\b(did|have)\b.*\bI\b.*\b(just|last|before|previously|earlier)\b|\bmy (last|previous) (message|question)\b|\bwhat did I (just )?(say|ask)\b/i.test(
      question,
    )
  ) {
    const last = earlier.at(-1);
    return last === undefined ? "You have not said anything before this." : `Before this you said:\n\n${quote(last)}`;
  }
  if (/\bwhat did you (just )?say\b|\byour (last|previous) (answer|message|reply)\b/i.test(question)) {
    const last = conversation.assistantTexts.at(-1);
    return last === undefined ? "I have not said anything yet." : `I said:\n\n${quote(last)}`;
  }
  if (/\bwhat('?s| is) my name\b|\bdo you (know|remember) my name\b|\bwho am I\b/i.test(question))
    return nameAnswer(earlier);
  if (
    /\b(system|developer) (prompt|message|instructions?)\b/i.test(question) &&
    /\b(what|is there|do you|see|show|print|reveal|repeat|ignore|have|my|which|can)\b/i.test(question) &&
    !/\b(?:set|change|default|save|write|where|how|add)\b/i.test(question)
  ) {
    return systemAnswer(conversation);
  }
  if (
    ABOUT_SIZE.test(question) &&
    !/\b(limit|maximum|max|body|stored|may|can|could|must|allowed|will|would)\b/i.test(question)
  )
    return overview(call, conversation);
  return undefined;
}

const ABOUT_SIZE =
  /\bhow (long|big|large|many (messages|tokens|turns|words))\b.*\b(conversation|chat|messages?|tokens|turns|this|we|I|so far|context|prompt)\b|\b(describe|about|summari[sz]e|size of|what do you see in) (this|the|our) (conversation|chat|context)\b|\bhow many messages\b|\bhow many tokens (is|are|does|did|have)\b/i;

/** Returns the text that the user wants back: `repeat after me: …`, `say …`. */
export function repeatWanted({ question, assistantTexts }: Conversation): string | undefined {
  const match = /^(?:please\s+|can you\s+|could you\s+)?(?:repeat(?: after me)?|say|echo)\b[:,]?\s+([\s\S]+)$/i.exec(
    question,
  );
  const wanted = match?.[1]?.trim();
  if (
    /^(?:please\s+|can you\s+|could you\s+)?(?:repeat|say)(?: (?:that|it|this|yourself))?(?: again)?(?: please)?[.?!]*$/i.test(
      question,
    )
  ) {
    return assistantTexts.at(-1) ?? "There is nothing to repeat yet.";
  }
  return wanted
    ?.replace(/^(?:after me[:,]?|exactly[:,]?|the words?[:,]?|this:)\s+/i, "")
    .replace(/^["“'](.*)["”']$/s, "$1");
}

function nameAnswer(earlier: string[]): string {
  for (const text of earlier.toReversed()) {
    const name =
      /\b(?:[Mm]y name is|[Mm]y name's|I am called|[Cc]all me)\s+(\p{Lu}[\p{L}'-]*(?:\s\p{Lu}[\p{L}'-]*)*)/u.exec(
        text,
      )?.[1];
    if (name !== undefined) return `You told me that your name is **${escapeMarkdown(name)}**.`;
  }
  return "You have not told me your name in this conversation, and I remember nothing from others.";
}

function systemAnswer({ systemText }: Conversation): string {
  if (systemText === "") {
    return "**There is no system prompt in this conversation**, and none behind me: I am a program, not a language model.";
  }
  return `There is a system prompt of ${countTokens(systemText)} tokens. It begins:\n\n${quote(systemText)}\n\nI see it, but there is no language model here to follow it.`;
}

function overview(
  call: Call,
  { userTexts, assistantTexts, systemText, attachments, userTexts: [first = ""] }: Conversation,
): string {
  const toolMessages = call.messages.filter(({ role }) => role === "tool").length;
  const rows: [string, number | string][] = [
    ["Messages", call.messages.length],
    ["from you", userTexts.length],
    ["from the assistant, with text", assistantTexts.length],
    ["tool results", toolMessages],
    ["System prompt", systemText === "" ? "none" : `${countTokens(systemText)} tokens`],
    ["Attachments", attachments.length],
    ["Tools on offer", call.tools?.length ?? 0],
    ["Size of the prompt", `${promptTokens(call)} tokens`],
  ];
  const table = ["| What | How much |", "|---|--:|", ...rows.map(([what, much]) => `| ${what} | ${much} |`)].join("\n");
  return `## This conversation\n\n${table}\n\nIt began with:\n\n${quote(first)}`;
}

const LONGEST_QUOTE = 600;

function quote(text: string): string {
  const shown = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
  return shown
    .trim()
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}
