/** `sandbox/guide`: picks the kind of response for a call and drafts it. */
import type { Call } from "#lib/canonical/call.ts";
import { promptTokens } from "#lib/prompts/prompt-tokens.ts";
import { type Conversation, readConversation } from "../conversation.ts";
import { hash } from "../random.ts";
import { createTextDraft, type Draft } from "../responses/draft.ts";
import { computeSeed, createWording, type Wording } from "../responses/wording.ts";
import { planToolCalls } from "../tools/plan-tool-calls.ts";
import { answerAboutConversation } from "./about-conversation.ts";
import { answerToolResults } from "./answer-tool-results.ts";
import { calculationAnswer, findCalculation } from "./arithmetic.ts";
import { closing, composeAnswer, shortAnswer } from "./compose-answer.ts";
import { describeAttachment } from "./describe-attachment.ts";
import { findInDocumentation } from "./find-in-documentation.ts";
import { jsonAnswer, schemaAnswer } from "./json-answer.ts";
import { openLibrary } from "./library.ts";
import { MARKDOWN_SHOWCASE } from "./markdown-showcase.ts";
import { aboutMyself, cannotKnow, courtesy, greeting } from "./small-talk.ts";

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
  return atOrigin(await draftText({ call, conversation, wording, signal }), origin);
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
    const heading = `## What I see in ${seen.length === 1 ? "your attachment" : `your ${seen.length} attachments`}`;
    const honesty =
      "I measure files; I do not understand them. A model that does is one upstream away: ask *how do I connect OpenAI?*";
    return createTextDraft(
      [heading, ...described, honesty, closing(wording)].join("\n\n"),
      because("about an attachment"),
    );
  }
  if (question === "") return createTextDraft(greeting(wording), because("empty"));
  const calculation = findCalculation(question);
  if (calculation) return createTextDraft(calculationAnswer(calculation), because("a calculation"));
  const own = answerAboutConversation(call, conversation);
  if (own !== undefined) return createTextDraft(own, because("about this conversation"));
  const small = smallTalk(question, wording);
  if (small !== undefined) return createTextDraft(small, because("small talk or about me"));
  return draftFromDocumentation({ call, conversation, wording });
}

function smallTalk(question: string, wording: Wording): string | undefined {
  if (
    /^(hi|hello|hey|howdy|hallo|hola|salut|bonjour|good (morning|evening|afternoon|day)|greetings|test|ping)\b[\s\p{P}\p{S}]*(there|all|everyone|again|world|guide|parlance)?[\s\p{P}\p{S}]*$/iu.test(
      question,
    )
  )
    return greeting(wording);
  if (
    /^(thanks?( you)?( (very|so) much| a lot)?|thx|ty|cheers|great|nice|cool|ok(ay)?|perfect|(good)?bye)[\s\p{P}\p{S}]*$/iu.test(
      question,
    )
  )
    return courtesy(wording);
  if (/\bmarkdown\b/i.test(question) && /\b(show|render|what|demo|test|can|example|sample)\b/i.test(question))
    return MARKDOWN_SHOWCASE;
  if (
    /\b(who|what) are you\b|\bwhat (model|llm) (are|is)\b|\bwhich model (are|am|is)\b|\bwhat can you do\b|\bare you (an? )?(ai|human|real|llm|language model|(chat)?gpt\S*|claude|gemini|llama|(chat)?bot)\b|^help[\s!?.]*$/i.test(
      question,
    )
  )
    return aboutMyself(wording);
  return undefined;
}

function draftFromDocumentation({ call, conversation, wording }: Omit<DraftOptions, "signal">): Draft {
  const { question } = conversation;
  const found = findInDocumentation(conversation);
  const [first, ...others] = found.hits;
  const candidates = found.hits
    .slice(0, 4)
    .map(({ section, score }) => `"${section.heading}" in ${section.file} (${score.toFixed(1)})`);
  const reasoning = [
    found.isFollowUp
      ? `"${question.slice(0, 80)}" continues the earlier question, so I search for "${found.query.slice(0, 120)}".`
      : `I search the documentation for "${question.slice(0, 160)}".`,
    first ? `The best of ${found.hits.length} sections: ${candidates.join(", ")}.` : "No section fits what was asked.",
    first
      ? `I take "${first.section.heading}" because it holds ${first.words.length} of the question's words: ${first.words.join(", ")}.`
      : "That is nothing that Parlance's documentation could know, and there is no language model behind me to ask.",
    aboutSize(call),
    ...CLOSING_THOUGHTS,
  ];
  if (!first) return createTextDraft(cannotKnow({ question, wording }), reasoning);
  const verbosity = call.verbosity ?? "medium";
  const text = composeAnswer({
    question: found.query,
    hits: [first, ...others],
    library: openLibrary(),
    verbosity,
    wording,
  });
  return createTextDraft(text, reasoning);
}

type JsonDraftOptions = { call: Call; conversation: Conversation; seed: number; signal: AbortSignal };

async function draftJson({ call, conversation, seed, signal }: JsonDraftOptions): Promise<Draft> {
  const found = findInDocumentation(conversation);
  const [hit] = found.hits;
  const prose = hit
    ? shortAnswer(hit, openLibrary())
    : "I am the offline sandbox without a language model, and I cannot know that. Configure an upstream to reach a real model.";
  const options = { conversation, seed, prose, signal };
  const text =
    call.output?.type === "json-schema"
      ? await schemaAnswer({ ...options, output: call.output })
      : await jsonAnswer({ ...options, source: hit?.section.file });
  return createTextDraft(text, [
    "The call asks for JSON, so I look for values in the message and generate the rest.",
    call.output?.type === "json-schema" ? `The schema is called "${call.output.name}".` : "Any JSON object will do.",
    hit
      ? `For fields that hold an answer I take "${hit.section.heading}" from ${hit.section.file}.`
      : "The documentation has nothing to add.",
    "Every value that I put in is kept only if the whole stays valid.",
    aboutSize(call),
    ...CLOSING_THOUGHTS,
  ]);
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
  "I answer in Markdown: a heading, the facts, and code where it helps.",
  "I check that I claim nothing beyond the documentation and what I measured.",
  "I choose among wordings by the seed, so that the same call gets the same answer.",
  "I end with where it is from and a question to go on with.",
];
