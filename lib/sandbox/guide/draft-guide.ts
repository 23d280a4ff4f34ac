/** `sandbox/guide`: picks the kind of response for a call and drafts it. */
import type { Call } from "#lib/canonical/call.ts";
import { promptTokens } from "#lib/prompts/prompt-tokens.ts";
import { type Conversation, readConversation } from "../conversation.ts";
import { hash } from "../random.ts";
import { createTextDraft, type Draft } from "../responses/draft.ts";
import { computeSeed, createWording, type Wording } from "../responses/wording.ts";
import { planToolCalls } from "../tools/plan-tool-calls.ts";
import { answerAboutConversation, repeatWanted } from "./about-conversation.ts";
import { agentToolsOf, withWholeLinks } from "./agent-client.ts";
import { answerRequest, type RequestAnswer } from "./answer-request.ts";
import { answerToolResults } from "./answer-tool-results.ts";
import { shortAnswer } from "./compose-answer.ts";
import { describeAttachment } from "./describe-attachment.ts";
import { explainRequest } from "./explain-request.ts";
import { jsonAnswer, schemaAnswer } from "./json-answer.ts";
import { openLibrary } from "./library.ts";
import { greeting } from "./small-talk.ts";

/** @param origin origin of the gateway as the client called it, for the URLs in the response */
export async function draftGuide({
  call,
  choice,
  origin,
  signal,
}: {
  call: Call;
  choice: number;
  origin?: string | undefined;
  signal: AbortSignal;
}): Promise<Draft> {
  const conversation = readConversation(call);
  const wording = createWording(call, choice);
  const seed = hash(String(computeSeed(call)), String(choice));
  // The seed depends on the user's words only: a second round of the same question plans the same arguments.
  const planSeed = hash(conversation.question, String(call.seed ?? ""), String(choice));
  const plan = await planToolCalls({ call, conversation, seed: planSeed, signal });
  if (plan) return { reasoning: [...plan.reasoning, aboutSize(call)], blocks: plan.blocks };
  if (call.output?.type === "json-schema" || call.output?.type === "json") {
    return draftJson({ call, conversation, seed, signal });
  }
  if (conversation.endsInToolResult && conversation.outcomes.length > 0) {
    return createTextDraft(answerToolResults(conversation.outcomes, wording), [
      `The conversation ends in ${conversation.outcomes.length} tool result(s), so the answer comes from them.`,
      `The tools were ${[...new Set(conversation.outcomes.map(({ name }) => name))].join(", ")}.`,
      "I put the fields of the results into words, or into a table where there are several of a kind.",
      "I add nothing that is not in them.",
      aboutSize(call),
    ]);
  }
  const draft = atOrigin(await draftText({ call, conversation, wording, signal }), origin);
  return agentToolsOf(call) ? withWholeLinks(draft, origin ?? DOCUMENTED_ORIGIN) : draft;
}

/** Origin of the gateway as the documentation writes it. */
const DOCUMENTED_ORIGIN = "http://127.0.0.1:3000";

/** Replaces the documentation's origin in a draft by the one that the client called. */
export function atOrigin({ reasoning, blocks }: Draft, origin = DOCUMENTED_ORIGIN): Draft {
  return {
    reasoning,
    blocks: blocks.map((block) =>
      block.type === "text" ? { ...block, text: block.text.replaceAll(DOCUMENTED_ORIGIN, () => origin) } : block,
    ),
  };
}

type DraftOptions = { call: Call; conversation: Conversation; wording: Wording; signal: AbortSignal };

async function draftText({ call, conversation, wording, signal }: DraftOptions): Promise<Draft> {
  const { question, latestAttachments } = conversation;
  const because = (kind: string) => [
    `The message is ${kind}, so no search is needed.`,
    `It reads: "${question.slice(0, 160)}".`,
    aboutSize(call),
    ...CLOSING_THOUGHTS,
  ];
  const seen = latestAttachments.length > 0 ? latestAttachments : attachmentsAskedFor(conversation);
  if (seen.length > 0) {
    const described: string[] = [];
    for (const [index, attachment] of seen.entries())
      described.push(await describeAttachment(attachment, { number: index + 1, signal }));
    const honesty = "I measure files; I do not understand them. A [connected model](/providers) does.";
    return createTextDraft([...described, honesty].join("\n\n"), because("about an attachment"));
  }
  if (question === "") return createTextDraft(greeting(wording), because("empty"));
  const own = answerAboutConversation(call, conversation);
  if (own !== undefined) return createTextDraft(own, because("about this conversation"));
  const { text, requests } = answerCall({ call, conversation, wording });
  const isAnswered = requests.some(({ kind }) => !["outside", "unmentioned", "documented"].includes(kind));
  const repeated = isAnswered ? undefined : repeatWanted(conversation);
  if (repeated !== undefined) return createTextDraft(repeated, because("to be repeated"));
  const note = agentToolsOf(call) ? undefined : noteOnSystemPrompt(conversation);
  return createTextDraft(note === undefined ? text : `${text}\n\n${note}`, [
    ...requests.flatMap((request) => explainRequest(request, question)),
    aboutSize(call),
    ...CLOSING_THOUGHTS,
  ]);
}

/** Answers the last message of a call, whose earlier messages are its context. */
function answerCall({ call, conversation, wording }: Omit<DraftOptions, "signal">): RequestAnswer {
  return answerRequest(conversation.question, {
    previous: conversation.userTexts.at(-2) ?? "",
    said: conversation.assistantTexts,
    verbosity: call.verbosity ?? "medium",
    wording,
    seed: computeSeed(call),
    now: new Date(),
    agentTools: agentToolsOf(call),
  });
}

/** Says once in a conversation why a persona is not played. */
function noteOnSystemPrompt({ systemText, assistantTexts }: Conversation): string | undefined {
  const isPersona =
    /\b(?:you are|act as|pretend|speak|talk|respond|reply|answer) (?:like |as |in )?(?:a |an |the )?\w+/i;
  if (assistantTexts.length > 0 || !isPersona.test(systemText.slice(0, 2000))) return undefined;
  return "*The sandbox reads a system prompt and cannot follow it; a connected model does.*";
}

type JsonDraftOptions = { call: Call; conversation: Conversation; seed: number; signal: AbortSignal };

async function draftJson({ call, conversation, seed, signal }: JsonDraftOptions): Promise<Draft> {
  const { requests, text: answer } = answerCall({ call, conversation, wording: createWording(call, 0) });
  const [request] = requests;
  const hit = request?.kind === "documented" ? request.hits[0] : undefined;
  const prose = hit ? shortAnswer(hit, openLibrary()) : plainText(answer);
  const options = { conversation, seed, prose, signal };
  const { text, placeholders } =
    call.output?.type === "json-schema"
      ? await schemaAnswer({ ...options, output: call.output })
      : await jsonAnswer({ ...options, source: hit?.section.file });
  const draft = createTextDraft(text, [
    "The call asks for JSON, so I look for values in the message and generate the rest.",
    call.output?.type === "json-schema" ? `The schema is called "${call.output.name}".` : "Any JSON object will do.",
    hit
      ? `For fields that hold an answer I take "${hit.section.heading}" from ${hit.section.file}.`
      : "The documentation has nothing to add.",
    placeholders.length > 0
      ? `Placeholders, which the message says nothing about: ${placeholders.slice(0, 12).join(", ")}.`
      : "No value is a placeholder.",
    aboutSize(call),
    ...CLOSING_THOUGHTS,
  ]);
  return { ...draft, placeholders };
}

const LONGEST_PROSE = 300;

/** Returns an answer without Markdown's marks, for a JSON field. */
function plainText(markdown: string): string {
  const [opening = ""] = markdown.split("\n\n");
  return (markdown.length > LONGEST_PROSE ? opening : markdown)
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^```\w*\n?|\n?```$/gm, "")
    .replaceAll(/\*\*|`/g, "")
    .trim();
}

/** Attachments of earlier turns count when the question mentions them. */
function attachmentsAskedFor({ question, attachments }: Conversation) {
  const asks = /\b(image|picture|photo|screenshot|pdf|document|file|attachment|recording|audio|colou?rs?)\b/i.test(
    question,
  );
  return asks && !/\bhow (do|can|to|should)\b/i.test(question) ? attachments : [];
}

function aboutSize(call: Call): string {
  return `The conversation has ${call.messages.length} message(s), ${promptTokens(call)} tokens in all.`;
}

const CLOSING_THOUGHTS = [
  "I open with the answer, and keep it to one screen.",
  "I check that I claim nothing beyond the documentation and what I computed or measured.",
  "I choose among wordings by the seed, so that the same call gets the same answer.",
  "I end with a link to where it is from.",
];
